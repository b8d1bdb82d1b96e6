"""Which bots may sit at a table, and which one takes over where a player is missing."""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from django.utils.translation import gettext as _

from core.errors import Invalid
from games import rules as engines
from games.models import Seat


class BotRequest(TypedDict):
    """A bot as it is asked for. Without a profile it has the usual one."""

    level: str
    profile: NotRequired[str]


class BotKind(NamedTuple):
    """A bot by its level, and by its profile: its temperament."""

    level: str
    profile: str


NOBODY = BotKind("", "")


def bot_check(wish: BotRequest, *, rules: engines.Ruleset, pointer: str) -> BotKind:
    """The bot that is asked for. Raises Invalid: the ruleset has no such level or profile."""
    level, profile = wish["level"], wish.get("profile") or rules.bot_profiles[0]
    if level not in rules.bot_levels:
        detail = _("The levels are %(levels)s.") % {"levels": ", ".join(rules.bot_levels)}
        raise Invalid.field(f"{pointer}/level", "unknown_level", detail)
    if profile not in rules.bot_profiles:
        detail = _("The profiles are %(profiles)s.") % {"profiles": ", ".join(rules.bot_profiles)}
        raise Invalid.field(f"{pointer}/profile", "unknown_profile", detail)
    return BotKind(level, profile)


def strongest(rules: engines.Ruleset) -> BotKind:
    """The bot that plays for who is gone."""
    return BotKind(rules.bot_levels[-1], rules.bot_profiles[0])


def bot_seat(seat: Seat, kind: BotKind) -> None:
    """Let a bot play ``seat``; the caller saves BOT_COLUMNS of it."""
    seat.bot, seat.bot_profile = kind


def bot_unseat(seat: Seat) -> None:
    """Let no bot play ``seat``; the caller saves BOT_COLUMNS of it."""
    bot_seat(seat, NOBODY)


BOT_COLUMNS = ("bot", "bot_profile")
"""The columns of a seat that say which bot plays it."""
