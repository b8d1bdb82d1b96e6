"""Security headers for browsers."""

from __future__ import annotations

from typing import Any

from csp.constants import NONE, SELF

from citadels.settings.parts.streams import STREAM_URL

# Everything comes from the service itself, only streams may have an origin of their own. No scripts
# or styles within pages, none from elsewhere.
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        **({"connect-src": [SELF, STREAM_URL]} if STREAM_URL else {}),
        "img-src": [SELF, "data:"],  # images within the style sheets of the API documentation
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
)
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
