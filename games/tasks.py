"""Celery tasks of games. A task carries ids, calls one service, and may run twice or not at all."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from core import database_clock
from games import sweeps
from games.analysis.queue import analyses_run
from games.bots import turns
from games.personal_data import expired_purge


@shared_task(name="games.tasks.bots_play")
def bots_play(game_id: str) -> None:
    """Play the bots' turns of one game."""
    turns.bots_run(game_id=UUID(game_id))


@shared_task(name="games.tasks.bots_sweep")
def bots_sweep() -> None:
    """Play the bots' turns and standing orders that no other task has played."""
    sweeps.autos_sweep()


@shared_task(name="games.tasks.timers_sweep")
def timers_sweep() -> None:
    """Resolve deadlines that have passed, and do the other work of a clock sweep."""
    sweeps.timers_sweep()


@shared_task(name="games.tasks.analyses")
def analyses() -> None:
    """Work on analyses and hints for a second."""
    analyses_run()


@shared_task(name="games.tasks.purge")
def purge() -> None:
    """Delete rows past their retention period."""
    expired_purge(now=database_clock.now())
