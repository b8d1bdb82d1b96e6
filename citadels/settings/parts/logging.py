"""Logs to standard error: one line per record, in UTC, as text or as JSON."""

from __future__ import annotations

from typing import Any

from citadels.settings.parts.environment import env

REFUSED = (
    *("SuspiciousOperation", "SuspiciousMultipartForm", "SuspiciousFileOperation"),
    *("SuspiciousSession", "InvalidSessionKey", "DisallowedRedirect"),
    *("DisallowedModelAdminLookup", "DisallowedModelAdminToField"),
    *("TooManyFieldsSent", "TooManyFilesSent", "RequestDataTooBig"),
)
"""Errors for which Django refuses a request with 400."""

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "core.logs.UtcFormatter",
            "format": "{asctime} {levelname:<7} {name}{request_ref}: {message}",
            "style": "{",
        },
        "json": {"()": "core.logs.JsonFormatter"},
    },
    "filters": {
        "outage": {"()": "core.logs.OutageFilter"},
        "refused": {"()": "core.logs.RefusedRequestFilter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["outage"],
            "formatter": env.str("LOG_FORMAT", default="line"),
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Each sweep would log its result every few seconds.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "django": {"handlers": [], "propagate": True},
        "_granian": {"handlers": [], "propagate": True},
        # While the collector of traces is away: one line for each batch, not for each attempt.
        "opentelemetry.exporter": {"level": "ERROR"},
        # A refused request does not concern the operator; a server error does.
        "django.request": {"level": "ERROR"},
        "fido2": {"level": "WARNING"},  # it logs ids of passkeys
        # Anybody can cause these as often as they like, with any text.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.security.csrf": {"level": "CRITICAL"},
        **{f"django.security.{name}": {"filters": ["refused"]} for name in REFUSED},
    },
}
