"""Services for staff actions on games. They do not check permissions.

Each service that changes a game locks it first, and adds an event that the players can see, except
to remove a title. It refuses what would change nothing. Finished games can only be annulled,
and their titles removed.
"""

from __future__ import annotations

from games.staff.bulk import bulk_left, games_extend, games_pause, games_resume
from games.staff.deadlines import deadline_extend, deadline_reset
from games.staff.ending import game_annul, game_end
from games.staff.excuses import turn_excuse
from games.staff.freezing import game_freeze, game_unfreeze
from games.staff.play_for_seat import choice_play, default_play
from games.staff.refunds import games_annul, rated_games_of, rating_corrections
from games.staff.replace_player import LOST_BY_PLAYER, seat_to_bot, seat_to_user
from games.staff.rollback_preview import RollbackPreview, rollback_preview
from games.staff.titles import title_clear
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
    "games_annul",
    "games_extend",
    "games_pause",
    "games_resume",
    "rated_games_of",
    "rating_corrections",
    "rollback_preview",
    "rollback_undo",
    "seat_to_bot",
    "seat_to_user",
    "title_clear",
    "turn_excuse",
]
