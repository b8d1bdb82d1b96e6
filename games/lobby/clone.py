"""Copies of games with the same settings."""

from __future__ import annotations

from accounts.models import User
from games.lobby.repository import host_texts_blank
from games.models import Game
from games.models.game import columns_of
from games.models.lobby import GameSettings

CARRIED_OVER = ("ruleset", "table_size", "test_clock", *columns_of(GameSettings))
"""Everything that the host chose, except the time of the start, which has passed."""


def game_clone(game: Game, *, host: User) -> Game:
    """Return an unsaved copy without seats; only the same host keeps their texts."""
    clone = Game(created_by=host, **{name: getattr(game, name) for name in CARRIED_OVER})
    if host != game.created_by:
        host_texts_blank(clone)
    return clone
