"""Undoing a rollback: the moves that it undid count again."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, GameState, Move, Rollback, Seat
from games.play import notify
from games.play.commands import game_advance
from games.play.errors import RollbackRefused
from games.play.rollback import state_replay
from games.play.save import auto_wake, decision_withdraw, event_add
from games.staff.locking import running_game_lock


@transaction.atomic
def rollback_undo(*, game_id: UUID) -> Rollback:
    """Restore the moves that the last rollback undid, unless a new move was made since.

    The player to act gets the full time. Raises GameNotFound, GameNotRunning, RollbackRefused,
    RulesUnavailable.
    """
    locked = running_game_lock(game_id)
    game = locked.game
    back = game.rollbacks.filter(undone_at=None).order_by("id").last()
    if back is None:
        raise RollbackRefused(_("There is no rollback to undo."))
    if game.move_count != back.to_move:
        raise RollbackRefused(_("Moves were made since the rollback."))
    state = GameState.objects.select_for_update().get(game=game)
    kept = Move.objects.filter(game=game, undone_by=None).order_by("number")
    undone = Move.objects.filter(undone_by=back).order_by("number")
    moves = [*kept, *undone]
    live_game = state_replay(game=game, state=state, moves=moves)
    state.state = live_game.dump()
    state.save(update_fields=["state"])
    undone.update(undone_by=None)
    back.undone_at = locked.now
    back.save(update_fields=["undone_at"])
    decision_withdraw(game=game, seats=locked.seats, now=locked.now)
    moves_restore(game, back)
    game_advance(game=game, seats=locked.seats, live_game=live_game)
    undo_notify(game, locked.seats, back)
    return back


def moves_restore(game: Game, back: Rollback) -> None:
    """Count the moves that ``back`` undid again. No decision id is used twice."""
    again = back.from_move - back.to_move
    game.move_count, game.decision_id_offset = back.from_move, game.decision_id_offset - again + 1
    event_add(game, "rollback_undone", to_move=back.from_move, again=again)


def undo_notify(game: Game, seats: list[Seat], back: Rollback) -> None:
    """Notify the players that a rollback was undone, and wake automatic moves."""
    notify.notification_enqueue(game, seats, "rollback_undone", to_move=back.from_move)
    auto_wake(game)
