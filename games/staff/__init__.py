"""Services for staff actions on games. They do not check permissions.

Each service locks the game first, and adds an event that the players can see. It refuses finished
games, and actions that would change nothing.
"""

from __future__ import annotations

from games.staff.bulk import bulk_left, games_extend, games_pause, games_resume
from games.staff.deadlines import deadline_extend, deadline_reset
from games.staff.ending import game_annul, game_end
from games.staff.excuses import turn_excuse
from games.staff.freezing import game_freeze, game_unfreeze
from games.staff.play_for_seat import choice_play, default_play
from games.staff.replace_player import LOST_BY_PLAYER, seat_to_bot, seat_to_user
from games.staff.rollback_preview import RollbackPreview, rollback_preview
from games.staff.undo_rollback import rollback_undo

__all__ = [
    "LOST_BY_PLAYER",
    "RollbackPreview",
    "bulk_left",
    "choice_play",
    "deadline_extend",
    "deadline_reset",
    "default_play",
    "game_annul",
    "game_end",
    "game_freeze",
    "game_unfreeze",
    "games_extend",
    "games_pause",
    "games_resume",
    "rollback_preview",
    "rollback_undo",
    "seat_to_bot",
    "seat_to_user",
    "turn_excuse",
]
