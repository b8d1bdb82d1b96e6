"""Parts of the OpenAPI description that several endpoints share."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample

WEBHOOK_EXAMPLE = OpenApiExample(
    "Tell my machine when it is my turn",
    request_only=True,
    value={"url": "https://example.org/citadels", "kinds": ["your_turn"], "name": "my phone"},
)
PUSH_EXAMPLE = OpenApiExample(
    "Notify this browser",
    request_only=True,
    value={
        "endpoint": "https://push.example.net/send/kHbbF3xuQ1m",
        "keys": {
            "p256dh": (
                "BCfE4odXKckcz0VHAtwVB4GQXrwc3Gd7j0ijH5iDu6zUgrPwminhttv8EJQctT6M7qXUEOjJMErL8Njz"
                "wISCFcU"
            ),
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
        "name": "my phone",
    },
)
PREFERENCES_EXAMPLE = OpenApiExample(
    "Turns in the daily digest, no mail of the end",
    request_only=True,
    value={"kinds": {"your_turn": {"email": "digest"}, "game_finished": {"email": "off"}}},
)
