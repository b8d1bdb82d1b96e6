"""Calendars: deleted with the account. The export says since when there is one. It leaves out the
address, since an export is a file that others may see.
"""

from __future__ import annotations

from accounts.personal_data import PersonalDataHandler, export_rows, handler_register
from games.calendar_feeds.services import feed_revoke
from games.models import CalendarFeed

handler_register(
    PersonalDataHandler(
        "games.calendar_feeds",
        export_files=export_rows("calendar_feeds", CalendarFeed, "created_at"),
        erase=lambda deleted_user: feed_revoke(user=deleted_user.user),
    )
)
