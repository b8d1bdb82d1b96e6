"""Copies of games with the same settings."""

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
    "bot_accounts",
    "test_clock",
)
"""All settings except the time of the start, which has passed."""


def game_clone(game: Game, *, host: User) -> Game:
    """Return an unsaved copy without seats; only the same host keeps the title."""
    clone = Game(created_by=host, **{name: getattr(game, name) for name in CARRIED_OVER})
    if host != game.created_by:
        clone.title = ""
    return clone
