"""Services for games before their start."""

from __future__ import annotations

from games.lobby.create import game_create
from games.lobby.hosting import bot_place, bot_remove, game_cancel, game_change, player_remove
from games.lobby.rematch import game_rematch
from games.lobby.seating import game_join, game_leave, ready_set, seat_change
from games.lobby.start import game_start

__all__ = [
    "bot_place",
    "bot_remove",
    "game_cancel",
    "game_change",
    "game_create",
    "game_join",
    "game_leave",
    "game_rematch",
    "game_start",
    "player_remove",
    "ready_set",
    "seat_change",
]
