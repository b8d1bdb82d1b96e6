"""Rollback of a running game to an earlier move."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from games.models import Game, GameState, Move, Rollback, Seat, Status
from games.play import notify
from games.play.commands import game_advance
from games.play.errors import GameNotRunning, MoveNotFound, RollbackRefused
from games.play.locking import game_lock, seats_of
from games.play.save import auto_wake, decision_withdraw, event_add, turn_announce
from games.rules.live_game import LiveGame, ReplayFailed, game_replay
from games.rules.rulesets import ruleset_of


@transaction.atomic
def game_rollback(
    *, game_id: UUID, to_move: int, by: User, reason: str, decision: int | None = None
) -> Rollback:
    """Roll a running game back to the state after ``to_move``; 0 is the setup.

    Later moves are marked as undone and stay stored. The ids of their decisions are never used
    again, so commands meant for them are refused. Lost seats stay lost. The clock of the seat to
    act restarts. ``decision`` is the open decision that a preview showed; if it is no longer open,
    nothing is changed. Raises GameNotFound, GameNotRunning, MoveNotFound, RollbackRefused,
    RulesUnavailable.
    """
    game = game_lock(game_id)
    if game.status != Status.ACTIVE:
        raise GameNotRunning
    if decision not in (None, game.decision_id):
        raise RollbackRefused(_("Moves were made after the preview. Preview the rollback again."))
    if not 0 <= to_move < game.move_count:
        raise MoveNotFound(game.move_count - 1)
    return moves_take_back(
        game=game, seats=seats_of(game), to_move=to_move, by=by, reason=reason, restart_clock=True
    )


def moves_take_back(
    *, game: Game, seats: Sequence[Seat], to_move: int, by: User, reason: str, restart_clock: bool
) -> Rollback:
    """Undo the moves after ``to_move``, and save the game. The caller holds the lock.

    ``restart_clock`` gives the seat that has to act then its full time; otherwise a clock that runs
    for the same seat continues. Raises RollbackRefused, RulesUnavailable.
    """
    state = GameState.objects.select_for_update().get(game=game)
    moves = Move.objects.filter(game=game, undone_by=None, number__lte=to_move).order_by("number")
    live_game = state_replay(game=game, state=state, moves=list(moves))
    undone = game.move_count - to_move
    back = Rollback.objects.create(
        game=game, to_move=to_move, from_move=game.move_count, by=by, reason=reason
    )
    Move.objects.filter(game=game, undone_by=None, number__gt=to_move).update(undone_by=back)
    state.state = live_game.dump()
    state.save(update_fields=["state"])
    # One more than were undone: the new decision must not have the id of the one that was open.
    game.move_count, game.decision_id_offset = to_move, game.decision_id_offset + undone + 1
    before = game.to_act
    if restart_clock:
        before = None
        decision_withdraw(game=game, seats=seats, now=database_clock.now())
    event_add(game, "rolled_back", to_move=to_move, undone=undone)
    game_advance(game=game, seats=seats, live_game=live_game)
    others = [seat for seat in seats if seat.user_id != by.id]
    notify.notification_enqueue(game, others, "game_rolled_back", to_move=to_move)
    if before is not None and before == game.to_act:  # their turn goes on, with a new decision
        turn_announce(game, seats[before])
    auto_wake(game)
    return back


def state_replay(*, game: Game, state: GameState, moves: list[Move]) -> LiveGame:
    """Replay ``moves``, the first of which is the setup.

    Raises RollbackRefused if that leads to another state.
    """
    try:
        live_game = game_replay(
            ruleset_of(game),
            options=game.options,
            seats=game.table_size,
            stored=state.state,
            moves=[(move.seat or 0, move.choice) for move in moves[1:]],
            start=state.start,
        )
    except ReplayFailed as failure:
        raise RollbackRefused(str(failure)) from failure
    if not live_game.has_hash(moves[-1].state_hash):
        raise RollbackRefused(_("Replaying the game leads to another state."))
    return live_game
