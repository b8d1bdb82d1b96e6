"""How a match begins its life, in the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import ngettext

from accounts.models import User
from core.errors import Invalid
from games import rules as engines
from games.lobby.errors import GameFull, SeatTaken
from games.lobby.limits import room_check, user_locked
from games.lobby.repository import chair_numbered, free_numbers, lobby_insert, sit
from games.lobby.settings import Terms, terms_set
from games.lobby.start import start_if_complete
from games.models import Game, Seat
from games.play.bot_seats import NOBODY, BotKind, BotWish, bot_checked
from games.rules import rulesets


@transaction.atomic
def game_create(
    *,
    user: User,
    ruleset: str,
    seats: int,
    options: dict[str, Any],
    bots: Sequence[BotWish] = (),
    join: bool = True,
    seat: int | None = None,
    **terms: Unpack[Terms],
) -> Game:
    """Open a match in the lobby; it starts at once if its terms say so and nobody is missing.

    The bots sit on the last seats; ``user`` on ``seat``, by default the
    first free one, unless he does not ``join``. ``pace`` and ``timeouts`` are completed as
    ``games.lobby.clock_options`` says; ``bot_delay`` is in seconds. Raises RulesetNotFound,
    Invalid, SeatTaken, TooManyLobbies, TooManyMatches.
    """
    rules = rulesets.ruleset_named(ruleset)
    complete = rulesets.options_checked(rules=rules, options=options, seats=seats)
    kinds = bots_checked(bots, rules=rules, room=seats - join)
    game = Game(
        ruleset=rules.slug,
        rules_version=rules.version,
        options=complete,
        table_size=seats,
        created_by=user,
    )
    asked: Terms = {"pace": None, **terms}
    terms_set(game, asked, people=seats - len(kinds))
    chairs = chairs_made(game, kinds)
    user_locked(user).get()
    room_check(user, to_sit=join, to_host=True)
    if join:
        sit(user=user, chair=chair_free(chairs=chairs, number=seat))
    lobby_insert(game, chairs)
    start_if_complete(game, chairs)
    return game


def chairs_made(game: Game, bots: Sequence[BotKind]) -> list[Seat]:
    """The seats of a new match; the last ones are the bots'."""
    size = game.table_size
    kinds = [*[NOBODY] * (size - len(bots)), *bots]
    return [
        Seat(game=game, number=number, table_size=size, bot=kind.level, bot_profile=kind.profile)
        for number, kind in enumerate(kinds)
    ]


def chair_free(*, chairs: Sequence[Seat], number: int | None) -> Seat:
    """The free seat of this number, or the first. Raises GameFull, SeatTaken, Invalid."""
    free = free_numbers(chairs)
    if number is not None:
        chair_numbered(chairs=chairs, number=number)
    if not free:
        raise GameFull
    if number is None:
        return chairs[free[0]]
    if number not in free:
        raise SeatTaken(free)
    return chairs[number]


def bots_checked(wishes: Sequence[BotWish], *, rules: engines.Ruleset, room: int) -> list[BotKind]:
    """The bots that are asked for. Raises Invalid: one is unknown, or they are more than seats."""
    kinds = [
        bot_checked(wish, rules=rules, pointer=f"/bots/{index}")
        for index, wish in enumerate(wishes)
    ]
    if len(kinds) > room:
        raise Invalid.field(
            "/bots",
            "too_many_bots",
            ngettext("There is room for %(room)d bot.", "There is room for %(room)d bots.", room)
            % {"room": room},
        )
    return kinds
