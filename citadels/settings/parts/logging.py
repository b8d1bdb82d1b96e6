"""One line a record, UTC, to the standard error."""

from __future__ import annotations

import os
from typing import Any

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "citadels.logs.UtcFormatter",
            "format": "{asctime} {levelname:<7} {name}{origin}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {
        # Each sweep would tell of itself every few seconds.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "django": {"handlers": [], "propagate": True},
        # A refused request is no news for the operator; a server error is.
        "django.request": {"level": "ERROR"},
        # Whoever scans the net sends these, as many as he likes.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
