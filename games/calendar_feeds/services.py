"""Creating and revoking calendars."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.models import CalendarFeed


@transaction.atomic
def feed_create(*, user: User) -> CalendarFeed:
    """Create the user's calendar. If there was one, its address is no longer valid."""
    User.objects.select_for_update().get(id=user.id)  # of two at once, the second replaces
    feed_revoke(user=user)
    return CalendarFeed.objects.create(user=user)


def feed_revoke(*, user: User) -> None:
    """Delete the user's calendar, if there is one."""
    CalendarFeed.objects.filter(user=user).delete()
