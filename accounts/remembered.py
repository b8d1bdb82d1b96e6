"""Tokens of users that were looked up a moment ago.

Looking one up costs more than a look at a match. Views that are asked all day and say so
(``tokens_remembered``) take a token as it was up to ``TOKEN_SECONDS`` ago; all others look it up. A
token that was revoked, or whose user was banned, is forgotten at once by the process that did it,
and opens those views of another for that long at most.
"""

from __future__ import annotations

from datetime import datetime
from threading import Lock
from time import monotonic

from django.conf import settings
from django.db import transaction

from accounts.access import Access

KEPT = 10_000
"""Tokens that a process remembers; it then begins anew."""

_looked_up: dict[str, tuple[Access, float]] = {}
_forgotten = 0
_lock = Lock()


def access_remembered(digest: str, *, now: datetime) -> Access | None:
    """What the token of this digest opened a moment ago, if it has not expired since."""
    found = _looked_up.get(digest)
    if found is None or found[1] < monotonic():
        return None
    access = found[0]
    return None if access.expires_at is not None and access.expires_at <= now else access


def times_forgotten() -> int:
    """How often something was taken back; to be asked before a token is looked up."""
    return _forgotten


def access_remember(digest: str, access: Access, *, since: int) -> None:
    """Keep what was just looked up, unless anything was taken back ``since``."""
    if settings.TOKEN_SECONDS <= 0:
        return
    with _lock:
        if since != _forgotten:
            return
        if len(_looked_up) >= KEPT:
            _looked_up.clear()
        _looked_up[digest] = access, monotonic() + settings.TOKEN_SECONDS


def accesses_forget() -> None:
    """Look everything up anew: something was taken back, or will be when this is stored."""
    _forget()
    transaction.on_commit(_forget)


def _forget() -> None:
    global _forgotten
    with _lock:
        _forgotten += 1
        _looked_up.clear()
