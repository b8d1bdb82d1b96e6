"""What is done to a match from outside, by a moderator: nothing here asks who may.

Each service locks the match first, and tells the players by an event. They refuse a match that is
over, and an act that would change nothing.
"""

from __future__ import annotations

from games.staff.bulk import bulk_left, matches_extend, matches_pause, matches_resume
from games.staff.deadlines import deadline_extend, deadline_reset
from games.staff.ending import match_annul, match_end
from games.staff.excuses import turn_excuse
from games.staff.freezing import match_freeze, match_unfreeze
from games.staff.play_for_seat import choice_play, default_play
from games.staff.replace_player import LOST_BY_PLAYER, seat_to_bot, seat_to_user
from games.staff.rollback_preview import RollBackPreview, roll_back_preview
from games.staff.undo_rollback import roll_back_undo

__all__ = [
    "LOST_BY_PLAYER",
    "RollBackPreview",
    "bulk_left",
    "choice_play",
    "deadline_extend",
    "deadline_reset",
    "default_play",
    "match_annul",
    "match_end",
    "match_freeze",
    "match_unfreeze",
    "matches_extend",
    "matches_pause",
    "matches_resume",
    "roll_back_preview",
    "roll_back_undo",
    "seat_to_bot",
    "seat_to_user",
    "turn_excuse",
]
