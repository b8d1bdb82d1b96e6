"""Staff actions: everything that moderators can do, each declared once."""

from __future__ import annotations

from moderation.actions.appeals import APPEAL_ACTIONS
from moderation.actions.base import StaffAction
from moderation.actions.bulk import BULK_ACTIONS
from moderation.actions.games import GAME_ACTIONS
from moderation.actions.refunds import REFUND_ACTIONS
from moderation.actions.reports import REPORT_ACTIONS
from moderation.actions.users import USER_ACTIONS

ACTIONS: tuple[StaffAction, ...] = (
    *GAME_ACTIONS,
    *USER_ACTIONS,
    *REFUND_ACTIONS,
    *BULK_ACTIONS,
    *REPORT_ACTIONS,
    *APPEAL_ACTIONS,
)
