"""The global pause: an operator stops all games at once.

It lasts from a ``BulkAction`` that pauses to one that resumes. Each game gets a separate pause for
it, beside its other pauses; games that start meanwhile get theirs with their first decision.
"""

from __future__ import annotations

from collections.abc import Sequence

from core import database_clock
from games.models import SWITCHES, BulkAction, BulkKind, Game, PauseKind, Seat
from games.play.pauses import pause_add, pause_remove
from games.play.save import game_save


def is_globally_paused() -> bool:
    """True if all games are paused, or are being paused."""
    last = BulkAction.objects.filter(kind__in=SWITCHES).order_by("-id")
    return last.values_list("kind", flat=True).first() == BulkKind.PAUSE


def deadlines_wait() -> bool:
    """True if deadlines may not be resolved: all games are paused, or get more time."""
    return (
        is_globally_paused()
        or BulkAction.objects.filter(kind=BulkKind.EXTEND, ended_at=None).exists()
    )


def global_pause_join(*, game: Game, seats: Sequence[Seat]) -> None:
    """Pause a game that has just started, if the global pause is on.

    The caller holds the lock and has saved the game before.
    """
    if is_globally_paused() and global_pause_apply(game=game, seats=seats, on=True):
        game_save(game)


def global_pause_apply(*, game: Game, seats: Sequence[Seat], on: bool) -> bool:
    """Pause or resume a running game; False if there was nothing to change.

    The caller holds the lock and saves the game.
    """
    change = pause_add if on else pause_remove
    return change(game=game, seats=seats, kind=PauseKind.GLOBAL_PAUSE, now=database_clock.now())
