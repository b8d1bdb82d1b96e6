"""Other rates than the endless ones of the tests."""

from __future__ import annotations

from django.conf import settings
from django.test import override_settings

RATES = "DEFAULT_THROTTLE_RATES"


def at_rates(**rates: str) -> override_settings:
    """``with at_rates(read="2/min"):`` the others stay as they are."""
    known = settings.REST_FRAMEWORK
    assert rates.keys() <= known[RATES].keys()
    return override_settings(REST_FRAMEWORK={**known, RATES: {**known[RATES], **rates}})
