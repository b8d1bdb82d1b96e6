"""Undo: players take back moves by agreement, as long as nobody has learned anything from them."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.models import Game, Move, Seat
from games.play.rollback import moves_take_back
from games.rules.events import reveals_nothing
from games.rules.rulesets import ruleset_of
from games.votes.errors import UndoImpossible, UndoRefusal

REASON = "undo"


def undo_check(*, game: Game, seat: int, user: User, to_move: int) -> None:
    """Check that the moves after ``to_move`` can be undone.

    All of them must be the user's own, reveal nothing and involve no chance, and the user must
    still be to act, so that nobody else has seen a decision that follows from them. Raises
    UndoImpossible, RulesUnavailable.

    The error for a move that revealed something gives nothing away: the user knows what they saw.
    """
    if not 0 <= to_move < game.move_count:
        raise UndoImpossible(UndoRefusal.NO_MOVE)
    if game.to_act != seat:
        raise UndoImpossible(UndoRefusal.ANOTHER_MOVED)
    moves = Move.objects.filter(game=game, undone_by=None, number__gt=to_move)
    rows = list(moves.values_list("seat", "user", "chance", "events"))
    if any((number, mover) != (seat, user.id) for number, mover, _, _ in rows):
        raise UndoImpossible(UndoRefusal.ANOTHER_MOVED)
    ruleset = ruleset_of(game)
    for _, _, chance, events in rows:
        if not reveals_nothing(ruleset, seat=seat, chance=chance, events=events):
            raise UndoImpossible(UndoRefusal.SOMETHING_LEARNED)


def undo_carry_out(*, game: Game, seats: Sequence[Seat], user: User, to_move: int) -> None:
    """Undo the moves after ``to_move``; the clock of their player continues.

    The caller holds the lock and has called ``undo_check``. Raises RollbackRefused,
    RulesUnavailable.
    """
    moves_take_back(
        game=game, seats=seats, to_move=to_move, by=user, reason=REASON, restart_clock=False
    )
