"""The undo of a roll-back: the moves that it undid count again."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, GameState, Move, RollBack, Seat
from games.play import notify
from games.play.commands import game_advance
from games.play.errors import RollBackRefused
from games.play.rollback import state_again
from games.play.save import auto_wake, event_add
from games.play.timing import clock_clear
from games.staff.locking import running


@transaction.atomic
def roll_back_undo(*, game_id: UUID) -> RollBack:
    """Play the moves again that the last roll-back undid, as long as no new one was made.

    Who is to act gets his time anew. Raises GameNotFound, GameNotRunning, RollBackRefused,
    RulesUnavailable.
    """
    held = running(game_id)
    game = held.game
    back = game.roll_backs.filter(taken_back_at=None).order_by("id").last()
    if back is None:
        raise RollBackRefused(_("The game did not go back, or that was undone."))
    if game.move_count != back.to_move:
        raise RollBackRefused(_("Moves were made since the game went back."))
    state = GameState.objects.select_for_update().get(game=game)
    kept = Move.objects.filter(game=game, undone_by=None).order_by("number")
    undone = Move.objects.filter(undone_by=back).order_by("number")
    moves = [*kept, *undone]
    table = state_again(game=game, state=state, moves=moves)
    state.state = table.dump()
    state.save(update_fields=["state"])
    undone.update(undone_by=None)
    back.taken_back_at = held.now
    back.save(update_fields=["taken_back_at"])
    moves_count_again(game, back)
    game_advance(game=game, seats=held.seats, table=table)
    undo_told(game, held.seats, back)
    return back


def moves_count_again(game: Game, back: RollBack) -> None:
    """Count the moves that ``back`` undid, and tell; no decision gets an id that another had."""
    again = back.from_move - back.to_move
    game.move_count, game.ids_used_up = back.from_move, game.ids_used_up - again + 1
    game.to_act = None
    clock_clear(game)
    event_add(game, "roll_back_undone", to_move=back.from_move, again=again)


def undo_told(game: Game, seats: list[Seat], back: RollBack) -> None:
    notify.tell(game, seats, "roll_back_undone", to_move=back.from_move)
    auto_wake(game)
