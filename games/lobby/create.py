"""Creation of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import ngettext

from accounts.models import User
from core.errors import GuestRefused, Invalid
from games.lobby.errors import GameFull, SeatTaken
from games.lobby.limits import limits_check, user_lock
from games.lobby.repository import free_numbers, lobby_insert, seat_find, seat_occupy
from games.lobby.settings import Settings, settings_set
from games.lobby.start import start_if_complete
from games.models import Game, Seat, Visibility
from games.play.bot_seats import NOBODY, BotKind, BotRequest, bot_check
from games.rules import rulesets
from games.rules.rulesets import Bots


@transaction.atomic
def game_create(
    *,
    user: User,
    ruleset: str,
    seats: int,
    options: dict[str, Any],
    bots: Sequence[BotRequest] = (),
    join: bool = True,
    seat: int | None = None,
    **settings: Unpack[Settings],
) -> Game:
    """Create a game in the lobby. With automatic start and no free seat it starts at once.

    The bots get the last seats. With ``join`` the user gets ``seat``, by default the first free
    one. ``games.lobby.clock_options`` has the defaults of ``pace`` and ``timeouts``; ``bot_delay``
    is in seconds. Raises Invalid, SeatTaken, TooManyLobbies, TooManyGames,
    GuestRefused.
    """
    chosen = rulesets.ruleset_chosen(ruleset)
    complete = rulesets.options_checked(ruleset=chosen, options=options, seats=seats)
    kinds = bots_check(bots, known=chosen.bots, seats=seats - join)
    game = Game(
        ruleset=chosen.slug,
        rules_version=chosen.version,
        options=complete,
        table_size=seats,
        created_by=user,
    )
    all_settings: Settings = {"pace": None, **settings}
    settings_set(game, all_settings, people=seats - len(kinds))
    if user.is_guest and (
        not join or seats - len(kinds) > 1 or game.visibility == Visibility.PUBLIC
    ):
        raise GuestRefused
    rows = seats_build(game, kinds)
    user_lock(user).get()
    limits_check(user, to_sit=join, to_host=True)
    if join:
        seat_occupy(user=user, seat=free_seat_find(seats=rows, number=seat))
    lobby_insert(game, rows)
    start_if_complete(game, rows)
    return game


def seats_build(game: Game, bots: Sequence[BotKind]) -> list[Seat]:
    """Build the seats of a new game, with the bots on the last ones."""
    size = game.table_size
    kinds = [*[NOBODY] * (size - len(bots)), *bots]
    return [
        Seat(game=game, number=number, table_size=size, bot=kind.level, bot_profile=kind.profile)
        for number, kind in enumerate(kinds)
    ]


def free_seat_find(*, seats: Sequence[Seat], number: int | None) -> Seat:
    """Return the free seat of this number, or the first one.

    Raises GameFull, SeatTaken, Invalid.
    """
    free = free_numbers(seats)
    if number is not None:
        seat_find(seats=seats, number=number)
    if not free:
        raise GameFull
    if number is None:
        return seats[free[0]]
    if number not in free:
        raise SeatTaken(free)
    return seats[number]


def bots_check(bots: Sequence[BotRequest], *, known: Bots, seats: int) -> list[BotKind]:
    """Return the requested bots. Raises Invalid if one is unknown or there are more than seats."""
    kinds = [
        bot_check(bot, known=known, pointer=f"/bots/{index}") for index, bot in enumerate(bots)
    ]
    if len(kinds) > seats:
        raise Invalid.field(
            "/bots",
            "too_many_bots",
            ngettext("There is room for %(room)d bot.", "There is room for %(room)d bots.", seats)
            % {"room": seats},
        )
    return kinds
