"""The end of the lobby: a match starts, by its host, when it is complete, or at its time."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from games import rules as engines
from games.lobby.errors import NotReady, SeatsFree
from games.lobby.repository import (
    SETTLED,
    free_numbers,
    lobby_call_off,
    lobby_close,
    lobby_of_host,
    lobby_save,
    stand_up,
)
from games.models import Actor, Game, GameState, Seat, Status
from games.play import notify
from games.play.bot_seats import SEATED, bot_seat, strongest
from games.play.commands import game_advance, move_of
from games.play.global_pause import standstill_join
from games.play.save import auto_wake
from games.play.seat_assignments import tenures_begin
from games.play.timing import pace_of
from games.rules import rulesets
from games.rules.errors import RulesUnavailable
from games.vacations.services import vacations_apply

logger = logging.getLogger(__name__)


@transaction.atomic
def game_start(*, user: User, game_id: UUID) -> Game:
    """Set up the match, by the rules as they are today, and open its first decision.

    Raises GameNotFound, NotTheHost, GameNotInLobby, SeatsFree, NotReady, RulesUnavailable, and
    Invalid: the rules have changed since the match was created, and no longer allow its options.
    """
    game, chairs = lobby_of_host(user=user, game_id=game_id)
    if free := free_numbers(chairs):
        raise SeatsFree(free)
    if missing := not_ready(game, chairs):
        raise NotReady([chair.number for chair in missing])
    rules_pin(game)
    return match_begin(game, chairs)


def lobby_go_on(game: Game, chairs: Sequence[Seat]) -> Game:
    """Store a change of the lobby; the match starts if that was all it waited for."""
    return game if start_if_complete(game, chairs) else lobby_save(game, chairs)


def start_if_complete(game: Game, chairs: Sequence[Seat]) -> bool:
    """Start a match that nobody has to start, once nobody is missing; returns whether it did.

    One that the rules no longer allow stays in the lobby: its host learns why when he starts it.
    """
    by_itself = game.start_when_full or (game.ready_check and game.starts_at is None)
    if not by_itself or free_numbers(chairs) or not_ready(game, chairs):
        return False
    try:
        rules_pin(game)
    except (Invalid, RulesUnavailable) as refusal:
        logger.warning("Match %s does not start by itself: %s", game.id, refusal)
        return False
    match_begin(game, chairs)
    return True


def start_at_its_time(game: Game, chairs: Sequence[Seat]) -> None:
    """The hour has come: bots of the strongest level take the seats that are free.

    Who is not ready where that is asked for has not come. If somebody is missing and fewer people
    came than the game is for, the match is called off. Raises RulesUnavailable, Invalid.
    """
    rules_pin(game)
    rules = rulesets.rules_now(game.ruleset)
    gone = not_ready(game, chairs)
    came = sum(chair.played_by_user for chair in chairs) - len(gone)
    if came < rules.min_seats and (gone or free_numbers(chairs)):
        lobby_call_off(game, chairs, why="too_few")
        return
    for chair in gone:
        notify.tell(game, [chair], "kicked", seat=chair.number, why="not_ready")
        stand_up(chair)
    for number in free_numbers(chairs):
        bot_seat(chairs[number], strongest(rules))
    Seat.objects.bulk_update(chairs, SEATED)
    match_begin(game, chairs)


def not_ready(game: Game, chairs: Sequence[Seat]) -> list[Seat]:
    """The seats whose players have not said yet that they are ready, where they have to."""
    if not game.ready_check:
        return []
    return [chair for chair in chairs if chair.played_by_user and chair.ready_at is None]


def rules_pin(game: Game) -> None:
    """Fix the rules that the match is played by. Raises RulesUnavailable, Invalid."""
    rules = rulesets.rules_now(game.ruleset)
    size = game.table_size
    game.options = rulesets.options_checked(rules=rules, options=game.options, seats=size)
    game.rules_version = rules.version


def match_begin(game: Game, chairs: Sequence[Seat]) -> Game:
    """Set up a match whose rules are fixed and whose seats are taken."""
    lobby_close(game)
    game.save(update_fields=SETTLED)
    opening = engines.match_open(
        slug=game.ruleset,
        version=game.rules_version,
        options=game.options,
        seats=game.table_size,
    )
    game.status, game.started_at = Status.ACTIVE, database_clock.now()
    tenures_begin(game=game, seats=chairs, now=game.started_at)
    clocks_set_up(game, chairs)
    game.commitment = opening.commitment
    move = move_of(game, opening.step, at=game.started_at)
    move.actor = Actor.SETUP
    move.save(force_insert=True)
    GameState.objects.create(game=game, state=opening.table.dump(), nonce=opening.nonce)
    game_advance(game=game, seats=chairs, table=opening.table, now=game.started_at)
    vacations_apply(game=game, seats=chairs)
    standstill_join(game=game, seats=chairs)
    notify.tell(game, chairs, "match_started")
    auto_wake(game)
    return game


def clocks_set_up(game: Game, chairs: Sequence[Seat]) -> None:
    """Give each player what his clock begins with."""
    bank, excuses = pace_of(game).opening_bank(), game.timeouts["excuses"]
    for chair in chairs:
        if chair.user_id is not None:
            chair.bank, chair.excuses_left = bank, excuses
    Seat.objects.bulk_update(chairs, ["bank", "excuses_left", "seen_from"])
