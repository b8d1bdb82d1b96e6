"""Errors of test clocks."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class NoTestClock(ApiError):
    """The game was created without ``test_clock``, or the service does not allow test clocks."""

    code = "no_test_clock"
    kind = Kind.CONFLICT
    title = _("This game has no test clock.")
