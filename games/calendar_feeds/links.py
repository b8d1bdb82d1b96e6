"""The secret address of a calendar. The token is the signed id of the feed, so nothing secret is
stored, and the address can be shown again.
"""

from __future__ import annotations

from uuid import UUID

from django.core import signing

from core.public_urls import public_url
from games.models import CalendarFeed

SALT = "games.calendar_feeds"
SIGNER = signing.Signer(salt=SALT)


def feed_url(feed: CalendarFeed) -> str:
    """Return the address of a calendar. SECRET."""
    return public_url("calendar-feed", SIGNER.sign(feed.id.hex))


def feed_id_of(token: str) -> UUID | None:
    """Return the id of the feed that a token names, or None if the service has not signed it."""
    try:
        return UUID(SIGNER.unsign(token))
    except signing.BadSignature:
        return None
