"""Which other sites may call the API from a browser (CORS)."""

from __future__ import annotations

from corsheaders.defaults import default_headers

from citadels.settings.parts.environment import env

# All: what a page of another site can do with a token, a program can do as well.
_origins = [one for one in env.str("CORS_ORIGINS", default="*").replace(" ", "").split(",") if one]

CORS_ALLOW_ALL_ORIGINS = "*" in _origins
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else _origins
# Clients send tokens themselves. Cookies would let a page act for the logged-in user.
CORS_ALLOW_CREDENTIALS = False
CORS_URLS_REGEX = (
    r"^/(api/|oauth/(token|revoke|device)/|\.well-known/|"
    r"openapi\.|llms\.txt$|developers/.+\.\w+$)"
)
CORS_ALLOW_HEADERS = (
    *default_headers,
    "idempotency-key",
    "if-none-match",
    "last-event-id",
    "x-device-id",
    "x-request-id",
    "x-test-rate",
)
CORS_EXPOSE_HEADERS = (
    "Allow",
    "Content-Language",
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-ID",
)
