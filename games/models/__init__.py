"""The tables of matches. What must never be is refused by the database, not only by the code."""

from __future__ import annotations

from games.models.bulk import SWITCHES, BulkAct, BulkKind
from games.models.clock import Policy, WhenAbsent, WhenAlone
from games.models.game import Game, GameState, Status, Visibility
from games.models.idempotency import IdempotencyKey
from games.models.invitation import Answer, Exclusion, Invitation
from games.models.message import LastRead, Message, Note, Room
from games.models.move import Actor, Move
from games.models.outage import Downtime, Failure, Heartbeat, Reminder
from games.models.pause import FREEZING, Pause, PauseKind, Vacation, VacationBank
from games.models.platform_event import PlatformEvent
from games.models.rating import Outcome, PlayerRecord, Rating, RatingChange
from games.models.rollback import RollBack
from games.models.seat import Loss, Seat
from games.models.seat_assignment import SeatOffer, Tenure
from games.models.standing_order import StandingOrder
from games.models.vote import Ballot, Vote, VoteKind

__all__ = [
    "FREEZING",
    "SWITCHES",
    "Actor",
    "Answer",
    "Ballot",
    "BulkAct",
    "BulkKind",
    "Downtime",
    "Exclusion",
    "Failure",
    "Game",
    "GameState",
    "Heartbeat",
    "IdempotencyKey",
    "Invitation",
    "LastRead",
    "Loss",
    "Message",
    "Move",
    "Note",
    "Outcome",
    "Pause",
    "PauseKind",
    "PlatformEvent",
    "PlayerRecord",
    "Policy",
    "Rating",
    "RatingChange",
    "Reminder",
    "RollBack",
    "Room",
    "Seat",
    "SeatOffer",
    "StandingOrder",
    "Status",
    "Tenure",
    "Vacation",
    "VacationBank",
    "Visibility",
    "Vote",
    "VoteKind",
    "WhenAbsent",
    "WhenAlone",
]
