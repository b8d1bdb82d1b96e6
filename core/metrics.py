"""Metrics of what the processes do. What can be read from the database is not counted here:
``operations.collector`` queries it at each scrape.

Names and labels are an interface: alerts and dashboards depend on them. No label names a single
user or game.
"""

from __future__ import annotations

import logging
from functools import lru_cache

from django.conf import settings

_ = settings.METRICS_DIR  # loads the settings, which set the folder of prometheus_client
from prometheus_client import Counter, Histogram  # noqa: E402

logger = logging.getLogger("citadels.requests")

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
COMMAND = "game-commands"
NOWHERE = "-"
"""The route of unknown addresses. Clients choose those, so they must not become labels."""

REQUESTS = Histogram(
    "citadels_request_seconds",
    "How long requests took, by the name of their route.",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
COMMANDS = Counter(
    "citadels_commands",
    "Commands of players: played, replayed, or the code of the problem.",
    ["outcome"],
)
BOTS = Histogram(
    "citadels_bot_seconds",
    "CPU seconds of bot decisions.",
    ["level"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
BOTS_FAILED = Counter(
    "citadels_bots_failed", "Choices of bots that chance had to make in their place.", ["level"]
)
TIMER_LAG = Histogram(
    "citadels_timer_lag_seconds",
    "How late a sweep took on what was due.",
    ["kind"],
    buckets=(0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 900, 3600),
)
ATTEMPTS_FAILED = Counter(
    "citadels_attempts_failed", "Attempts of the service at a game that failed.", ["kind"]
)
PNGS = Counter("citadels_pngs", "Pictures as PNG: cached, drawn, refused, failed.", ["outcome"])
GIVEN_UP = Counter("citadels_given_up", "Outbox entries and deliveries given up.", ["what"])
PASSWORDS_REFUSED = Counter(
    "citadels_passwords_refused",
    "Passwords that were wrong, or not tried because of failures before.",
    ["reason"],
)
WEB_PROBES = Counter(
    "citadels_web_probes", "Requests of the sweeps to WEB_PROBE_URL: answered, failed.", ["outcome"]
)
EMAILS = Counter("citadels_emails", "E-mails for the mail server: sent, failed.", ["outcome"])
EMAIL_SENT, EMAIL_FAILED = map(EMAILS.labels, ("sent", "failed"))  # from 0, or one is no increase
BULK_ACTION_COUNT = Counter(
    "citadels_bulk_actions", "Bulk actions of administrators, on all games at once.", ["action"]
)

DUE = {"due_at": "deadline", "auto_at": "server_turn", "lobby_due_at": "lobby"}
"""What is due, by the column with the due time."""


@lru_cache(maxsize=4096)
def _requests(method: str, route: str, status: int) -> Histogram:
    return REQUESTS.labels(method if method in METHODS else NOWHERE, route, str(status))


def count_request(
    method: str, route: str, status: int, seconds: float, outcome: str = "played"
) -> None:
    """Count a request, and a command by its ``outcome``."""
    _requests(method, route, status).observe(seconds)
    if route == COMMAND:
        COMMANDS.labels(outcome).inc()
    if settings.LOG_REQUESTS:
        fields = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        logger.info("%s %s: %s", method, route, status, extra={"fields": fields})
