"""Everything stands still: an operator has stopped all games at once.

It is on from a ``BulkAction`` that pauses to one that resumes. Each game has a pause of its own
for it, beside all others; those that start meanwhile get theirs with their first decision.
"""

from __future__ import annotations

from collections.abc import Sequence

from core import database_clock
from games.models import SWITCHES, BulkAction, BulkKind, Game, PauseKind, Seat
from games.play.pauses import pause_add, pause_remove
from games.play.save import game_save


def is_globally_paused() -> bool:
    """Whether everything stands still, or is about to."""
    last = BulkAction.objects.filter(kind__in=SWITCHES).order_by("-id")
    return last.values_list("kind", flat=True).first() == BulkKind.PAUSE


def deadlines_wait() -> bool:
    """Whether no deadline may be resolved: everything stands still, or is being given time."""
    return (
        is_globally_paused()
        or BulkAction.objects.filter(kind=BulkKind.EXTEND, ended_at=None).exists()
    )


def global_pause_join(*, game: Game, seats: Sequence[Seat]) -> None:
    """Let a game that has just started stand still, if all others do. The caller holds it, and has
    stored it before.
    """
    if is_globally_paused() and global_pause_apply(game=game, seats=seats, on=True):
        game_save(game)


def global_pause_apply(*, game: Game, seats: Sequence[Seat], on: bool) -> bool:
    """Let a running game stand still, or no longer; False: it does already. The caller holds the
    lock, and saves.
    """
    change = pause_add if on else pause_remove
    return change(game=game, seats=seats, kind=PauseKind.GLOBAL_PAUSE, now=database_clock.now())
