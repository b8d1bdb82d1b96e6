"""What moderators can do: permission, reason and log, around the services of the platform.

Each service is one transaction, takes only keywords, and is named by what it is done to.
"""

from __future__ import annotations

from moderation.services.audit import audit
from moderation.services.bulk import matches_extend, matches_pause, matches_unpause
from moderation.services.looking import looking_until, match_look
from moderation.services.matches import (
    choice_play,
    deadline_extend,
    deadline_reset,
    default_play,
    match_annul,
    match_end,
    match_freeze,
    match_roll_back,
    match_unfreeze,
    quarantine_end,
    roll_back_preview,
    roll_back_undo,
    seat_to_bot,
    seat_to_user,
    turn_excuse,
)
from moderation.services.permission import allowed, may, no_part_in
from moderation.services.users import (
    second_factor_reset,
    second_factor_reset_by_hand,
    user_ban,
    user_mute,
    user_unban,
    user_unmute,
)

__all__ = [
    "allowed",
    "audit",
    "choice_play",
    "deadline_extend",
    "deadline_reset",
    "default_play",
    "looking_until",
    "match_annul",
    "match_end",
    "match_freeze",
    "match_look",
    "match_roll_back",
    "match_unfreeze",
    "matches_extend",
    "matches_pause",
    "matches_unpause",
    "may",
    "no_part_in",
    "quarantine_end",
    "roll_back_preview",
    "roll_back_undo",
    "seat_to_bot",
    "seat_to_user",
    "second_factor_reset",
    "second_factor_reset_by_hand",
    "turn_excuse",
    "user_ban",
    "user_mute",
    "user_unban",
    "user_unmute",
]
