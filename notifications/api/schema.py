"""What several endpoints say of themselves in the description of the API."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from accounts.api.schema import SECURED as SECURED

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of what you have; 304 while nothing has changed.",
)
NOT_MODIFIED = OpenApiResponse(description="Nothing has changed.")

WEBHOOK_EXAMPLE = OpenApiExample(
    "Tell my machine when it is my turn",
    request_only=True,
    value={"url": "https://example.org/citadels", "kinds": ["your_turn"], "name": "my phone"},
)
PREFERENCES_EXAMPLE = OpenApiExample(
    "Turns in the daily digest, no mail of the end",
    request_only=True,
    value={"kinds": {"your_turn": {"email": "digest"}, "match_finished": {"email": "off"}}},
)
