"""Error reports to Sentry: what went wrong and where, without users and their data.

No bodies, cookies, headers, local variables or breadcrumbs: a variable of the rules may be a secret
of a game, and a breadcrumb quotes SQL. The rest is scrubbed like a log line.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from core.log_context import get_request_context
from core.logs import scrub

REMOVED_KEYS = ("request", "user", "breadcrumbs", "server_name", "extra", "modules")


def start(transport: Any = None) -> None:
    """Send errors to ``SENTRY_DSN``, if it is set."""
    if not settings.SENTRY_DSN:
        return
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured("SENTRY_DSN needs requirements/sentry.txt.") from None
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        environment=settings.SENTRY_ENVIRONMENT,
        release=settings.SENTRY_RELEASE or None,
        transport=transport,
        before_send=sendable,
        max_breadcrumbs=0,
        max_request_body_size="never",
        include_local_variables=False,
        include_source_context=False,
        auto_session_tracking=False,
    )


def sendable(event: Any, hint: Any) -> Any:
    """Return the event without user data and secrets of games. Ids stay, to find the log lines."""
    for name in REMOVED_KEYS:
        event.pop(name, None)
    contexts = event.get("contexts", {})
    event["contexts"] = {"trace": contexts["trace"]} if "trace" in contexts else {}
    here = get_request_context()
    ids = {"request": here.request_id, "game": here.game, "user": here.user}
    event["tags"] = {name: str(value) for name, value in ids.items() if value}
    cleaned: Any = clean(event)
    return cleaned


def clean(value: Any) -> Any:
    """Return ``value`` with all its texts scrubbed."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, dict):
        return {key: clean(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [clean(one) for one in value]
    return value
