"""What users wish."""

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
    """Set those preferences of ``user`` that ``changes`` names.

    Raises Invalid: no such time zone, half a night, an empty one, or one of more than 10 hours.
    """
    # The row of the user stands for that of his preferences, which may not be there yet.
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
        detail = _("Use a name of the IANA list, such as Europe/Paris.")
        errors.append({"pointer": "/time_zone", "code": "unknown_time_zone", "detail": detail})
    start, end = preferences.quiet_from, preferences.quiet_to
    if (start is None) != (end is None):
        detail = _("Give both ends of the night, or neither.")
        pointer = "/quiet_from" if start is None else "/quiet_to"
        errors.append({"pointer": pointer, "code": "half_a_night", "detail": detail})
    night = span_length(start, end) if start is not None and end is not None else None
    if night is not None and not timedelta() < night <= MAX_QUIET_HOURS:
        detail = _("A night cannot be empty, or longer than 10 hours.")
        errors.append({"pointer": "/quiet_to", "code": "night_length", "detail": detail})
    return errors
