"""The start of a game: by its host, automatically when nothing is missing, or at a set time."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from accounts.models import Block, User
from core import database_clock
from core.errors import Invalid
from games.lobby.errors import NotReady, SeatsFree
from games.lobby.repository import (
    SETTLED,
    free_numbers,
    lobby_cancel,
    lobby_close,
    lobby_of_host,
    lobby_save,
    seat_vacate,
)
from games.models import Actor, Exclusion, Game, GameState, Seat, Status
from games.play import notify
from games.play.bot_seats import bot_seat, name_stored_bots, replacement
from games.play.commands import game_advance, move_build
from games.play.global_pause import global_pause_join
from games.play.save import auto_wake, event_add
from games.play.seat_assignments import seat_assignments_begin
from games.play.timing import pace_of
from games.rules import rulesets
from games.rules.errors import RulesUnavailable
from games.rules.live_game import Opening, game_set_up
from games.vacations.services import vacations_apply

logger = logging.getLogger(__name__)


@transaction.atomic
def game_start(*, user: User, game_id: UUID) -> Game:
    """Set up the game by the newest version of its rules, and open its first decision.

    Raises GameNotFound, NotTheHost, GameNotInLobby, SeatsFree, NotReady, RulesUnavailable, and
    Invalid if the rules have changed since the game was created and no longer allow its options.
    """
    game, seats = lobby_of_host(user=user, game_id=game_id)
    if free := free_numbers(seats):
        raise SeatsFree(free)
    if missing := not_ready(game, seats):
        raise NotReady([seat.number for seat in missing])
    rules_pin(game)
    return game_begin(game, seats)


def lobby_save_or_start(game: Game, seats: Sequence[Seat]) -> Game:
    """Save a changed lobby, or start the game if nothing else is missing."""
    return game if start_if_complete(game, seats) else lobby_save(game, seats)


def start_if_complete(game: Game, seats: Sequence[Seat]) -> bool:
    """Start a game with automatic start if nothing is missing; True if it was started.

    If the rules no longer allow its options, it stays in the lobby. The host gets the error when
    they start it.
    """
    automatic = game.start_when_full or (game.ready_check and game.starts_at is None)
    if not automatic or free_numbers(seats) or not_ready(game, seats):
        return False
    if blocked_players_part(game, seats):
        return False
    try:
        rules_pin(game)
    except (Invalid, RulesUnavailable) as refusal:
        logger.warning("Game %s cannot start automatically: %s", game.id, refusal)
        return False
    game_begin(game, seats)
    return True


def start_at_planned_time(game: Game, seats: Sequence[Seat]) -> None:
    """Start a game at the time set for it; bots take the free seats.

    With a ready check, players who are not ready lose their seats. If seats are empty then and
    there are fewer people than the ruleset's minimum, the game is cancelled instead. Raises
    RulesUnavailable, Invalid.
    """
    rules_pin(game)
    blocked_players_part(game, seats)
    ruleset = rulesets.ruleset_now(game.ruleset)
    absent = not_ready(game, seats)
    people = sum(seat.played_by_user for seat in seats) - len(absent)
    if people < ruleset.rules.min_seats and (absent or free_numbers(seats)):
        lobby_cancel(game, seats, why="too_few")
        return
    for seat in absent:
        notify.notification_enqueue(game, [seat], "kicked", seat=seat.number, why="not_ready")
        seat_vacate(seat)
    for number in free_numbers(seats):
        bot_seat(seats[number], replacement(ruleset.bots))
        seats[number].save()
    game_begin(game, seats)


def blocked_players_part(game: Game, seats: Sequence[Seat]) -> bool:
    """Free seats before an automatic start, so that no two players block each other: a player who
    blocks another one leaves; if it is the host, the other one is removed. True if one was freed.
    In an anonymous game nobody leaves, since it would tell who plays.
    """
    if game.names_hidden:
        return False
    players = {seat.user_id: seat for seat in seats if seat.user_id is not None}
    blocks = Block.objects.filter(user__in=players, blocked__in=players).order_by("id")
    freed = False
    for block in blocks:
        if block.user_id not in players or block.blocked_id not in players:
            continue
        by_host = block.user_id == game.created_by_id
        seat = players.pop(block.blocked_id if by_host else block.user_id)
        if by_host:
            Exclusion.objects.get_or_create(game=game, user=seat.user)
        why = "host" if by_host else "block"
        notify.notification_enqueue(game, [seat], "kicked", seat=seat.number, why=why)
        seat_vacate(seat)
        freed = True
    return freed


def not_ready(game: Game, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose players are not ready, if the game has a ready check."""
    if not game.ready_check:
        return []
    return [seat for seat in seats if seat.played_by_user and seat.ready_at is None]


def rules_pin(game: Game) -> None:
    """Pin the game to the newest version of its rules. Raises RulesUnavailable, Invalid."""
    ruleset = rulesets.ruleset_now(game.ruleset)
    size = game.table_size
    game.options = rulesets.options_checked(ruleset=ruleset, options=game.options, seats=size)
    game.rules_version = ruleset.version


def game_begin(game: Game, seats: Sequence[Seat], opening: Opening | None = None) -> Game:
    """Set up a game whose rules are pinned and whose seats are all taken.

    ``opening`` is its set-up if it does not begin at the beginning.
    """
    lobby_close(game)
    game.save(update_fields=SETTLED)
    name_stored_bots(seats)
    opening = opening or game_set_up(
        rulesets.ruleset_of(game), options=game.options, seats=game.table_size
    )
    game.status, game.started_at = Status.ACTIVE, database_clock.now()
    seat_assignments_begin(game=game, seats=seats, now=game.started_at)
    if game.tried_from_move is not None:
        event_add(game, "tried_from", now=game.started_at, from_move=game.tried_from_move)
    clocks_set(game, seats)
    game.commitment = opening.commitment
    move = move_build(game, opening.step, at=game.started_at)
    move.actor = Actor.SETUP
    move.save(force_insert=True)
    state = opening.live_game.dump()
    GameState.objects.create(game=game, state=state, nonce=opening.nonce, start=opening.start)
    game_advance(game=game, seats=seats, live_game=opening.live_game, now=game.started_at)
    vacations_apply(game=game, seats=seats)
    global_pause_join(game=game, seats=seats)
    notify.notification_enqueue(game, seats, "game_started")
    auto_wake(game)
    return game


def clocks_set(game: Game, seats: Sequence[Seat]) -> None:
    """Give each player their initial bank and excuses, and save the seats of players."""
    bank, excuses = pace_of(game).opening_bank(), game.timeouts["excuses"]
    for seat in seats:
        if seat.user_id is not None:
            seat.bank, seat.excuses_left = bank, excuses
            seat.save()
