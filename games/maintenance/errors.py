"""The error of requests during maintenance."""

from __future__ import annotations

from math import ceil

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind
from games.models import Maintenance

LATE_SECONDS = 60
"""Seconds after which to try again if nobody has said when the maintenance ends, or it is late."""


class InMaintenance(ApiError):
    """The service is in maintenance, so it answers reads only: nothing was changed. `ends_at` is
    the expected end, if there is one; the header `Retry-After` says when to try again.
    """

    code = "maintenance"
    kind = Kind.BUSY
    title = _("The service is in maintenance.")
    logged = False

    def __init__(self, maintenance: Maintenance) -> None:
        left = 0.0
        detail = str(self.title)
        if (end := maintenance.ends_at) is not None:
            left = (end - timezone.now()).total_seconds()
            words = {"time": f"{end:%Y-%m-%d %H:%M} UTC"}
            detail = gettext("The service is in maintenance until %(time)s.") % words
        super().__init__(f"{detail} {maintenance.local_text}".strip(), ends_at=end)
        self.retry_after = ceil(left) if left > 0 else LATE_SECONDS
