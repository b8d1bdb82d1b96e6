"""How a changed match is stored: in one statement, and told to whoever watches it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from citadels import database_clock
from games.models import Game, PlatformEvent
from games.services.doorbell import game_told_on_commit

CHANGING = (
    "status",
    "started_at",
    "finished_at",
    "version",
    "move_count",
    "ids_used_up",
    "event_count",
    "to_act",
    "to_act_since",
    "topic",
    "commitment",
    "result",
    "count_due_at",
    "annulled_at",
    "reopened_as",
    "clock_left",
    "clock_since",
    "clock_quiet",
    "deadline_at",
    "due_at",
    "remind_at",
    "auto_at",
    "attempts",
    "paused",
    "frozen",
)


def game_save(game: Game, *, also: Iterable[str] = ()) -> Game:
    """Store what changed in a match, whose lock the caller holds, and let its viewers know.

    ``also`` names columns that do not change while it is played.
    """
    game.version += 1
    game.save(update_fields=[*CHANGING, *also])
    game_told_on_commit(game.id)
    return game


def event_add(game: Game, kind: str, **data: Any) -> None:
    """Tell all who may see the match; ``data`` is public. The caller holds the lock and saves."""
    game.event_count += 1
    PlatformEvent.objects.create(
        game=game,
        seq=game.event_count,
        move=game.move_count,
        kind=kind,
        data=data,
        created_at=database_clock.now(),
    )
