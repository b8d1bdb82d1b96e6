"""Calendars: deleted with the account. The export says since when there is one. It leaves out the
address, since an export is a file that others may see.
"""

from __future__ import annotations

from accounts.models import User
from accounts.personal_data import DeletedUser, PersonalDataHandler, Rows, handler_register
from games.calendar_feeds.services import feed_revoke
from games.models import CalendarFeed


def export_feed(user: User) -> Rows:
    """Yield when the calendar was created. Its address is a secret."""
    yield from CalendarFeed.objects.filter(user=user).values("created_at")


def erase(deleted_user: DeletedUser) -> None:
    """Revoke the calendar of a deleted user."""
    feed_revoke(user=deleted_user.user)


handler_register(
    PersonalDataHandler(
        "games.calendar_feeds",
        export_files=lambda user: [("calendar_feeds", export_feed(user))],
        erase=erase,
    )
)
