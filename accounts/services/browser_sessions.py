"""The sessions of a user's browsers: what is known of them, and how they end.

A session ends with the tokens that the web client got by it, so that an open page of the client
does not outlive it.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from redis import RedisError

from accounts.errors import SessionNotFound
from accounts.keys import key_digest
from accounts.models import BROWSER_LENGTH, BrowserSession, User
from accounts.services.authorizations import families_revoke, lock_users
from core.backends.refusals import optional_write

LAST_USED_INTERVAL = timedelta(hours=1)
FAMILIES_NOTED = 50
"""Token families of a session. One application has no more for a user (``FAMILIES_MAX``)."""
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iPadOS",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
"""Names by what a User-Agent contains. The first match counts: most browsers also name others."""


def browser_of(agent: str) -> str:
    """Return the browser and the system that a User-Agent names, or its first word."""
    names = [
        next((name for mark, name in known.items() if mark in agent), "")
        for known in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, names)) or agent.partition(" ")[0][:BROWSER_LENGTH]


def sessions_of(*, user: User, now: datetime) -> QuerySet[BrowserSession]:
    """Return the user's sessions that have not expired, newest first."""
    live = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=now)
    return BrowserSession.objects.filter(Exists(live), user=user)


def session_note(*, session_id: str, user_id: str, session_key: str, browser: str) -> None:
    """Create or update the row of a session that was saved. Its key may have changed."""
    with suppress(IntegrityError), transaction.atomic():  # the user may have been deleted
        BrowserSession.objects.update_or_create(
            id=session_id,
            defaults={"user_id": user_id, "session_key": session_key, "browser": browser},
        )


def session_mark_used(session_key: str) -> None:
    """Record that a session is used, at most once an hour. Without the cache, nothing is."""
    with suppress(RedisError, OSError):
        mark = f"session-used:{key_digest(session_key)}"
        if not cache.add(mark, 1, LAST_USED_INTERVAL.total_seconds()):
            return
        with optional_write("The use of a session"):
            rows = BrowserSession.objects.filter(session_key=session_key)
            rows.update(last_used_at=timezone.now())


@transaction.atomic
def session_note_family(*, session_key: str, family: UUID) -> bool:
    """Note tokens that the web client gets by a session, so that they end with it. False if it has
    ended.
    """
    row = BrowserSession.objects.select_for_update().filter(session_key=session_key).first()
    if row is None:
        return False
    row.token_families = [*row.token_families, family.hex][-FAMILIES_NOTED:]
    row.save(update_fields=["token_families"])
    return True


def session_forget(session_key: str) -> None:
    """Delete the row of a session that has ended, and end its tokens."""
    _rows_delete(BrowserSession.objects.filter(session_key=session_key))


def session_end(*, user: User, session_id: UUID) -> None:
    """End one session of a user. Raises SessionNotFound."""
    if not _rows_delete(BrowserSession.objects.filter(user=user, id=session_id)):
        raise SessionNotFound


def sessions_end(*, user: User, keep: str | None = None) -> None:
    """End all sessions of a user except the one with the session key ``keep``, and their tokens."""
    _rows_delete(BrowserSession.objects.filter(user=user).exclude(session_key=keep or ""))


def sessions_purge() -> None:
    """Delete the rows of sessions that have expired. Their tokens have a lifetime of their own."""
    live = Session.objects.filter(session_key=OuterRef("session_key"))
    BrowserSession.objects.filter(~Exists(live)).delete()


@transaction.atomic
def _rows_delete(rows: QuerySet[BrowserSession]) -> int:
    """Delete sessions with their rows and tokens. Returns how many there were.

    The user is locked first, as where tokens are given: none is given beside it.
    """
    lock_users(rows)
    ended = list(rows.select_for_update(of=("self",)).select_related("user"))
    for row in ended:
        families_revoke(user=row.user, families=map(UUID, row.token_families))
    keys = [row.session_key for row in ended]
    Session.objects.filter(session_key__in=keys).delete()
    BrowserSession.objects.filter(id__in=[row.id for row in ended]).delete()
    return len(ended)
