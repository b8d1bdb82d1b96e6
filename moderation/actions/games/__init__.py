"""Staff actions on one game."""

from __future__ import annotations

from moderation.actions.games.base import GameAction
from moderation.actions.games.clock import (
    END_QUARANTINE,
    EXCUSE_TURN,
    EXTEND_DEADLINE,
    FREEZE,
    REBUILD_STATE,
    RESET_DEADLINE,
    UNFREEZE,
)
from moderation.actions.games.ending import ANNUL, END
from moderation.actions.games.messages import CLEAR_TITLE, REMOVE_MESSAGE
from moderation.actions.games.moves import (
    PLAY_CHOICE,
    PLAY_DEFAULT,
    ROLLBACK,
    UNDO_ROLLBACK,
    rollback_preview,
)
from moderation.actions.games.seats import FILL_LOST_SEAT, REPLACE_BY_BOT, REPLACE_BY_USER
from moderation.actions.games.secrets import REVEAL

GAME_ACTIONS: tuple[GameAction, ...] = (
    REVEAL,
    FREEZE,
    UNFREEZE,
    REBUILD_STATE,
    END_QUARANTINE,
    EXTEND_DEADLINE,
    RESET_DEADLINE,
    EXCUSE_TURN,
    PLAY_DEFAULT,
    PLAY_CHOICE,
    REPLACE_BY_BOT,
    FILL_LOST_SEAT,
    REPLACE_BY_USER,
    UNDO_ROLLBACK,
    END,
    ANNUL,
    ROLLBACK,
    CLEAR_TITLE,
    REMOVE_MESSAGE,
)
"""In the order of the page."""

__all__ = [
    "ANNUL",
    "CLEAR_TITLE",
    "END",
    "END_QUARANTINE",
    "EXCUSE_TURN",
    "EXTEND_DEADLINE",
    "FILL_LOST_SEAT",
    "FREEZE",
    "GAME_ACTIONS",
    "PLAY_CHOICE",
    "PLAY_DEFAULT",
    "REBUILD_STATE",
    "REMOVE_MESSAGE",
    "REPLACE_BY_BOT",
    "REPLACE_BY_USER",
    "RESET_DEADLINE",
    "REVEAL",
    "ROLLBACK",
    "UNDO_ROLLBACK",
    "UNFREEZE",
    "GameAction",
    "rollback_preview",
]
