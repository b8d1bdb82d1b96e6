"""Changes of preferences."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Preferences, User
from accounts.quiet_hours import MAX_QUIET_HOURS
from accounts.selectors import preferences_of
from core.errors import Invalid
from core.timezones import span_length, time_zones


@transaction.atomic
def preferences_change(*, user: User, changes: dict[str, Any]) -> Preferences:
    """Set the preferences that ``changes`` names.

    Raises Invalid for an unknown time zone, and for quiet hours that are incomplete, empty or
    longer than 10 hours.
    """
    # Lock the user's row, since the row of the preferences may not exist yet.
    User.objects.select_for_update(no_key=True).get(id=user.id)
    preferences = preferences_of([user.id])[user.id]
    for name, value in changes.items():
        setattr(preferences, name, value)
    if errors := _preference_errors(preferences):
        raise Invalid(errors)
    preferences.save()
    return preferences


def _preference_errors(preferences: Preferences) -> list[dict[str, str]]:
    errors = []
    if preferences.time_zone not in time_zones():
        detail = _("Use a name from the IANA time zone list, such as Europe/Paris.")
        errors.append({"pointer": "/time_zone", "code": "unknown_time_zone", "detail": detail})
    start, end = preferences.quiet_from, preferences.quiet_to
    if (start is None) != (end is None):
        detail = _("Specify both the start and the end of the quiet hours, or neither.")
        pointer = "/quiet_from" if start is None else "/quiet_to"
        errors.append({"pointer": pointer, "code": "half_a_night", "detail": detail})
    night = span_length(start, end) if start is not None and end is not None else None
    if night is not None and not timedelta() < night <= MAX_QUIET_HOURS:
        detail = _("Quiet hours cannot be empty, or longer than 10 hours.")
        errors.append({"pointer": "/quiet_to", "code": "night_length", "detail": detail})
    return errors
