"""Bots on seats: which ones a ruleset has, and which one replaces a missing player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, NotRequired, TypedDict

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.names import fold_name
from core.errors import Invalid
from games.models import Seat
from games.models.bot_names import bot_name, default_names
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


def name_bots(seats: Iterable[Seat]) -> list[Seat]:
    """Name the bots of a game that have no name yet, or that of a user who joined. Return their
    seats, which are not saved.
    """
    seats, renamed = list(seats), []
    taken = {fold_name(seat.user.username) for seat in seats if seat.user}
    for seat in seats:
        if seat.user is not None or not seat.bot:
            continue
        if not seat.bot_name or fold_name(seat.bot_name) in taken:
            names = settings.BOT_NAMES or default_names()
            seat.bot_name = bot_name(seat.game_id, seat.number, names, taken)
            renamed.append(seat)
        taken.add(fold_name(seat.bot_name))
    return renamed


def name_stored_bots(seats: Iterable[Seat]) -> None:
    """Name the bots as ``name_bots`` does, and save their seats."""
    for seat in name_bots(seats):
        seat.save()
