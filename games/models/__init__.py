"""The tables of matches. What must never be is refused by the database, not only by the code."""

from __future__ import annotations

from games.models.game import Game, GameState, Status, Visibility
from games.models.idempotency import IdempotencyKey
from games.models.move import Actor, Move
from games.models.order import StandingOrder
from games.models.pause import FREEZING, Pause, PauseKind, Vacation, VacationBank
from games.models.platform_event import PlatformEvent
from games.models.rollback import RollBack
from games.models.seat import Loss, Seat
from games.models.timed import Policy, WhenAbsent, WhenAlone
from games.models.watch import Downtime, Failure, Heartbeat, Reminder

__all__ = [
    "FREEZING",
    "Actor",
    "Downtime",
    "Failure",
    "Game",
    "GameState",
    "Heartbeat",
    "IdempotencyKey",
    "Loss",
    "Move",
    "Pause",
    "PauseKind",
    "PlatformEvent",
    "Policy",
    "Reminder",
    "RollBack",
    "Seat",
    "StandingOrder",
    "Status",
    "Vacation",
    "VacationBank",
    "Visibility",
    "WhenAbsent",
    "WhenAlone",
]
