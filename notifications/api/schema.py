"""Parts of the OpenAPI description that several endpoints share."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample

WEBHOOK_EXAMPLE = OpenApiExample(
    "Tell my machine when it is my turn",
    request_only=True,
    value={"url": "https://example.org/citadels", "kinds": ["your_turn"], "name": "my phone"},
)
PREFERENCES_EXAMPLE = OpenApiExample(
    "Turns in the daily digest, no mail of the end",
    request_only=True,
    value={"kinds": {"your_turn": {"email": "digest"}, "game_finished": {"email": "off"}}},
)
