"""One line a record, UTC, to the standard error: for people, or as JSON."""

from __future__ import annotations

from typing import Any

from citadels.settings.parts.environment import env

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "citadels.logs.UtcFormatter",
            "format": "{asctime} {levelname:<7} {name}{origin}: {message}",
            "style": "{",
        },
        "json": {"()": "citadels.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.str("LOG_FORMAT", default="line"),
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Each sweep would tell of itself every few seconds.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "django": {"handlers": [], "propagate": True},
        "_granian": {"handlers": [], "propagate": True},
        # A refused request is no news for the operator; a server error is.
        "django.request": {"level": "ERROR"},
        # Whoever scans the net sends these, as many as he likes.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
