"""Reads of calendars."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from accounts.selectors import is_user_banned
from games.calendar_feeds.links import feed_id_of
from games.models import CalendarFeed


def feed_of(*, user: User) -> CalendarFeed | None:
    """Return the user's calendar, or None."""
    return CalendarFeed.objects.filter(user=user).first()


def feed_with_token(token: str) -> CalendarFeed | None:
    """Return the calendar with this token, or None if there is none that may be read."""
    if (feed_id := feed_id_of(token)) is None:
        return None
    feed = CalendarFeed.objects.select_related("user").filter(id=feed_id).first()
    if feed is None or not feed.user.is_active or is_user_banned(feed.user, now=timezone.now()):
        return None
    return feed
