"""Going back to an earlier move of a running game."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import rules
from games.models import Game, GameState, Move, Rollback, Seat, Status
from games.play import notify
from games.play.commands import game_advance
from games.play.errors import GameNotRunning, MoveNotFound, RollbackRefused
from games.play.locking import game_lock, seats_of
from games.play.save import auto_wake, event_add
from games.play.timing import clock_clear


@transaction.atomic
def game_rollback(
    *, game_id: UUID, to_move: int, by: User, reason: str, decision: int | None = None
) -> Rollback:
    """Take a running game back to the state after ``to_move``; 0 is the set-up.

    The moves after it are marked as undone and kept, and their decisions' ids are never used again,
    so that a command that was meant for one of them is refused. Seats that were lost stay lost;
    who is to act gets his time anew. ``decision`` is the open one as a preview had it: if moves
    came since, nothing is done. Raises GameNotFound, GameNotRunning, MoveNotFound, RollbackRefused,
    RulesUnavailable.
    """
    game = game_lock(game_id)
    if game.status != Status.ACTIVE:
        raise GameNotRunning
    if decision not in (None, game.decision_id):
        raise RollbackRefused(_("Moves were made since the preview: look at it again."))
    if not 0 <= to_move < game.move_count:
        raise MoveNotFound
    return moves_take_back(
        game=game, seats=seats_of(game), to_move=to_move, by=by, reason=reason, anew=True
    )


def moves_take_back(
    *, game: Game, seats: Sequence[Seat], to_move: int, by: User, reason: str, anew: bool
) -> Rollback:
    """Undo the moves after ``to_move``; ``anew``: who is to act then gets his time anew, else his
    clock goes on. The caller holds the lock; the game is saved. Raises RollbackRefused,
    RulesUnavailable.
    """
    state = GameState.objects.select_for_update().get(game=game)
    kept = Move.objects.filter(game=game, undone_by=None, number__lte=to_move).order_by("number")
    live_game = state_replay(game=game, state=state, moves=list(kept))
    undone = game.move_count - to_move
    back = Rollback.objects.create(
        game=game, to_move=to_move, from_move=game.move_count, by=by, reason=reason
    )
    Move.objects.filter(game=game, undone_by=None, number__gt=to_move).update(undone_by=back)
    state.state = live_game.dump()
    state.save(update_fields=["state"])
    # One more than was undone: the decision that was open must not be taken for the one that is.
    game.move_count, game.decision_id_offset = to_move, game.decision_id_offset + undone + 1
    if anew:
        game.to_act = None
        clock_clear(game)
    event_add(game, "rolled_back", to_move=to_move, undone=undone)
    game_advance(game=game, seats=seats, live_game=live_game)
    notify.notification_enqueue(game, seats, "game_rolled_back", to_move=to_move)
    auto_wake(game)
    return back


def state_replay(*, game: Game, state: GameState, moves: list[Move]) -> rules.LiveGame:
    """The game after ``moves``, the set-up first. Raises RollbackRefused: it would be another."""
    try:
        live_game = rules.game_replay(
            slug=game.ruleset,
            version=game.rules_version,
            options=game.options,
            seats=game.table_size,
            stored=state.state,
            moves=[(move.seat or 0, move.choice) for move in moves[1:]],
        )
    except rules.ReplayFailed as failure:
        raise RollbackRefused(str(failure)) from failure
    if not live_game.has_hash(moves[-1].state_hash):
        raise RollbackRefused(_("Replayed, the game comes to another state."))
    return live_game
