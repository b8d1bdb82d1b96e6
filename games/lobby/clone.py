"""A new game of the kind of another one."""

from __future__ import annotations

from accounts.models import User
from games.models import Game

CARRIED_OVER = (
    "ruleset",
    "rules_version",
    "options",
    "visibility",
    "table_size",
    "pace",
    "timeouts",
    "vacations",
    "bot_delay",
    "title",
    "start_when_full",
    "ready_check",
    "min_rating",
    "max_rating",
    "min_reliability",
    "rated",
)
"""Everything that was settled but the hour of its start, which has passed."""


def game_clone(game: Game, *, host: User) -> Game:
    """Not saved, and without seats. What its host called it stays with him."""
    clone = Game(created_by=host, **{name: getattr(game, name) for name in CARRIED_OVER})
    if host != game.created_by:
        clone.title = ""
    return clone
