"""Bots on seats: which ones a ruleset has, and which one replaces a missing player."""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from django.utils.translation import gettext as _

from core.errors import Invalid
from games.models import Seat
from games.rules.rulesets import Bots


class BotRequest(TypedDict):
    """A bot as requested; without a profile it gets the ruleset's default one."""

    level: str
    profile: NotRequired[str]


class BotKind(NamedTuple):
    """A bot's level and its profile (how it likes to play)."""

    level: str
    profile: str


NOBODY = BotKind("", "")


def bot_check(bot: BotRequest, *, known: Bots, pointer: str) -> BotKind:
    """Return the requested bot; a former name of a level is accepted.

    Raises Invalid if the ruleset has no such level or profile.
    """
    level, profile = known.current_level(bot["level"]), bot.get("profile") or known.profiles[0]
    if level not in known.levels:
        detail = _("The levels are %(levels)s.") % {"levels": ", ".join(known.levels)}
        raise Invalid.field(f"{pointer}/level", "unknown_level", detail)
    if profile not in known.profiles:
        detail = _("The profiles are %(profiles)s.") % {"profiles": ", ".join(known.profiles)}
        raise Invalid.field(f"{pointer}/profile", "unknown_profile", detail)
    return BotKind(level, profile)


def replacement(known: Bots) -> BotKind:
    """Return the bot that replaces missing players."""
    return BotKind(known.replacement, known.profiles[0])


def bot_seat(seat: Seat, kind: BotKind) -> None:
    """Put a bot on ``seat``, without saving it."""
    seat.bot, seat.bot_profile = kind


def bot_unseat(seat: Seat) -> None:
    """Take the bot off ``seat``, without saving it."""
    bot_seat(seat, NOBODY)
