"""A game in a few words, for people outside of a client."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.play.notifications import title_of
from games.rules.live_game import LiveGame


def name_of(game: Game) -> str:
    """Return the title of a game, with its ruleset; the ruleset alone if it has no title."""
    ruleset = title_of(game.ruleset)
    return f"{game.title} ({ruleset})" if game.title else ruleset


def player_name(seat: Seat) -> str:
    """Return who plays on a seat that is not free, in the active language."""
    if seat.user is None or (seat.user.is_bot and seat.played_by_user):
        return _("%(name)s (bot)") % {"name": seat.name}
    if not seat.played_by_user:
        return _("%(name)s (a bot stands in)") % {"name": seat.name}
    return seat.name or ""


def opponents(seats: Iterable[Seat], own: int | None) -> list[str]:
    """Return the names of the players on other seats than ``own``, without free seats."""
    return [player_name(seat) for seat in seats if not seat.free and seat.number != own]


def round_of(live_game: LiveGame) -> int | None:
    """Return the round, or None if the ruleset has no rounds."""
    number = live_game.view(None).get("round")
    return number if isinstance(number, int) else None
