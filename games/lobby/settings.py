"""Validates and sets the settings that the host chooses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, TypedDict

from django.conf import settings as django_settings
from django.utils.translation import gettext as _

from core import database_clock
from core.errors import Invalid
from games.lobby.clock_options import pace_complete, timeouts_complete
from games.models import Game, Visibility

PLANNED_AHEAD = timedelta(days=90)
"""How far ahead a start may be planned."""


class Settings(TypedDict, total=False):
    """Columns of a game by name; ``pace`` and ``timeouts`` as requested, without defaults."""

    title: str
    visibility: str
    pace: Mapping[str, Any] | None
    timeouts: Mapping[str, Any] | None
    vacations: bool
    bot_delay: int
    start_when_full: bool
    ready_check: bool
    starts_at: datetime | None
    min_rating: int | None
    max_rating: int | None
    min_reliability: int | None
    rated: bool
    bot_accounts: bool
    test_clock: bool
    anonymous: bool


def settings_set(game: Game, settings: Settings, *, people: int) -> None:
    """Set the given settings of a game without saving it; the others stay as they are.

    ``people`` is the number of seats without bots. Raises Invalid.
    """
    for name, value in settings.items():
        if name not in ("pace", "timeouts"):
            setattr(game, name, value)
    if "pace" in settings:
        game.pace = pace_complete(settings["pace"], people=people)
    if "timeouts" in settings:
        game.timeouts = timeouts_complete({**game.timeouts, **(settings["timeouts"] or {})})
    if game.test_clock:
        test_clock_check(settings)
        game.rated = False
    if game.anonymous and game.visibility == Visibility.PRIVATE:
        detail = _("A private game cannot be anonymous: its players are invited by name.")
        raise Invalid.field("/visibility", "anonymous", detail)
    ratings_check(game)
    if settings.get("starts_at") is not None:
        start_check(game)


def test_clock_check(settings: Settings) -> None:
    """Raise Invalid if test clocks are not allowed, or the game is to be rated."""
    if "test_clock" in settings and not django_settings.TEST_CLOCKS:
        detail = _("This service does not allow test clocks.")
        raise Invalid.field("/test_clock", "not_allowed", detail)
    if settings.get("rated"):
        detail = _("A game with a test clock cannot be rated.")
        raise Invalid.field("/rated", "test_clock", detail)


def ratings_check(game: Game) -> None:
    """Raise Invalid if no rating can satisfy both limits."""
    low, high = game.min_rating, game.max_rating
    if low is not None and high is not None and high < low:
        detail = _("The maximum cannot be below the minimum, %(low)s.") % {"low": low}
        raise Invalid.field("/max_rating", "below_min_rating", detail)


def start_check(game: Game) -> None:
    """Raise Invalid if the start is in the past or too far ahead."""
    now = database_clock.now()
    assert game.starts_at is not None
    if game.starts_at <= now:
        raise Invalid.field("/starts_at", "in_the_past", _("The start time is in the past."))
    if game.starts_at > now + PLANNED_AHEAD:
        detail = _("The start can be at most %(days)s days ahead.") % {"days": PLANNED_AHEAD.days}
        raise Invalid.field("/starts_at", "too_far_ahead", detail)
