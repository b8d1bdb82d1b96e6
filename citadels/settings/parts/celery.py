"""Celery: wake-ups and sweeps. What is due is stored in the database, never in the broker."""

from __future__ import annotations

from typing import Any

from celery.schedules import crontab

from citadels.settings.parts.environment import env
from citadels.settings.parts.paths import VAR_DIR
from citadels.settings.parts.timers import SWEEP_SECONDS

# A sweep of bots may begin its last game late, and that game's bot may have to be stopped.
_BOTS_SOFT_LIMIT = 75
_BOTS_LIMIT = _BOTS_SOFT_LIMIT + 15


def _broker(redis_url: str) -> tuple[str, dict[str, Any]]:
    """Return the broker's URL and options: Redis, or a folder of files without it."""
    if not redis_url:
        folder = str(VAR_DIR / "broker")
        return "filesystem://", {
            "data_folder_in": folder,
            "data_folder_out": folder,
            "control_folder": str(VAR_DIR / "broker-control"),
            "polling_interval": 0.2,
        }
    options = {
        "max_retries": 0,  # for publishers; workers reconnect on their own
        "socket_connect_timeout": 1,
        "socket_timeout": 20,
        "socket_keepalive": not redis_url.startswith("unix://"),
    }
    return redis_url.replace("unix://", "redis+socket://", 1), options


CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = _broker(env.str("REDIS_URL", default=""))
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not CELERY_BROKER_URL.startswith("filesystem")

# A task carries ids only, stores no result, and may run twice.
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
# a dead broker must not delay a move; the next sweep finds the work
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True  # a worker takes a message only when one of its processes is free
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_ANNOTATIONS = {
    "games.tasks.bots_play": {"soft_time_limit": _BOTS_SOFT_LIMIT, "time_limit": _BOTS_LIMIT},
    "games.tasks.bots_sweep": {"soft_time_limit": _BOTS_SOFT_LIMIT, "time_limit": _BOTS_LIMIT},
    # Exports can hold years of games.
    "accounts.tasks.exports": {"soft_time_limit": _BOTS_SOFT_LIMIT, "time_limit": _BOTS_LIMIT},
    "accounts.tasks.deletions": {"soft_time_limit": _BOTS_SOFT_LIMIT, "time_limit": _BOTS_LIMIT},
}

CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# Bots must not delay timers, and e-mail must not delay either.
CELERY_TASK_DEFAULT_QUEUE = "timers"
CELERY_TASK_ROUTES = {
    # analyses take CPU for minutes: neither moves nor deadlines wait for them
    "games.tasks.analyses": {"queue": "notify"},
    "games.tasks.bots_*": {"queue": "bots"},
    "games.tasks.*": {"queue": "timers"},
    "notifications.tasks.*": {"queue": "notify"},
    # the queue of long work: e-mail does not wait for it
    "accounts.tasks.exports": {"queue": "bots"},
    "accounts.tasks.deletions": {"queue": "bots"},
    "accounts.tasks.*": {"queue": "notify"},
    "moderation.tasks.purge": {"queue": "notify"},
}

CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "serving.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "timers_sweep": {
        "task": "games.tasks.timers_sweep",
        "schedule": float(SWEEP_SECONDS),
    },
    "bots_sweep": {
        "task": "games.tasks.bots_sweep",
        "schedule": 2.0 * SWEEP_SECONDS,  # workers are woken for what is due
    },
    "relay": {
        "task": "notifications.tasks.relay",
        "schedule": 2.0 * SWEEP_SECONDS,  # workers are woken for what is due
    },
    "emails": {
        "task": "accounts.tasks.emails",
        "schedule": 30.0,
    },
    "digests": {
        "task": "notifications.tasks.digests",
        "schedule": 300.0,
    },
    "notifications_purge": {
        "task": "notifications.tasks.purge",
        "schedule": crontab(hour=4, minute=37),
    },
    "accounts_purge": {
        "task": "accounts.tasks.purge",
        "schedule": crontab(hour=4, minute=57),
    },
    "moderation_purge": {
        "task": "moderation.tasks.purge",
        "schedule": crontab(hour=5, minute=17),
    },
    "exports": {
        "task": "accounts.tasks.exports",
        "schedule": 60.0,
    },
    "deletions": {
        "task": "accounts.tasks.deletions",
        "schedule": 600.0,
    },
    "analyses": {
        "task": "games.tasks.analyses",
        "schedule": 30.0,
    },
    "games_purge": {
        "task": "games.tasks.purge",
        "schedule": crontab(hour=4, minute=17),  # an interval would start again with each restart
    },
}
