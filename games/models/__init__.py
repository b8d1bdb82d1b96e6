"""The tables of games. Database constraints refuse impossible states, in addition to the code."""

from __future__ import annotations

from games.models.analysis import Analysis, AnalysisKind, AnalysisStatus
from games.models.bulk import SWITCHES, BulkAction, BulkKind
from games.models.calendar_feed import CalendarFeed
from games.models.clock import Policy, WhenAbsent, WhenAlone
from games.models.game import Game, GameState, Status
from games.models.idempotency import IdempotencyKey
from games.models.invitation import Answer, Exclusion, Invitation
from games.models.lobby import Visibility
from games.models.maintenance import Maintenance
from games.models.message import LastRead, Message, Room
from games.models.move import Actor, Move
from games.models.note import Note
from games.models.outage import Failure, Heartbeat, Outage, Reminder
from games.models.pause import FREEZING, Pause, PauseKind, Vacation, VacationBank
from games.models.platform_event import PlatformEvent
from games.models.puzzle import Puzzle, PuzzleAnswer
from games.models.rating import (
    Outcome,
    PlayerStatistics,
    Rating,
    RatingChange,
    RatingRecomputation,
)
from games.models.rollback import Rollback
from games.models.seat import Loss, Seat
from games.models.seat_assignment import SeatAssignment, SeatOffer
from games.models.standing_order import StandingOrder
from games.models.statistics import ChoiceCount, CountedGame, HeadToHead, ResultCount
from games.models.vote import Ballot, Vote, VoteKind

__all__ = [
    "FREEZING",
    "SWITCHES",
    "Actor",
    "Analysis",
    "AnalysisKind",
    "AnalysisStatus",
    "Answer",
    "Ballot",
    "BulkAction",
    "BulkKind",
    "CalendarFeed",
    "ChoiceCount",
    "CountedGame",
    "Exclusion",
    "Failure",
    "Game",
    "GameState",
    "HeadToHead",
    "Heartbeat",
    "IdempotencyKey",
    "Invitation",
    "LastRead",
    "Loss",
    "Maintenance",
    "Message",
    "Move",
    "Note",
    "Outage",
    "Outcome",
    "Pause",
    "PauseKind",
    "PlatformEvent",
    "PlayerStatistics",
    "Policy",
    "Puzzle",
    "PuzzleAnswer",
    "Rating",
    "RatingChange",
    "RatingRecomputation",
    "Reminder",
    "ResultCount",
    "Rollback",
    "Room",
    "Seat",
    "SeatAssignment",
    "SeatOffer",
    "StandingOrder",
    "Status",
    "Vacation",
    "VacationBank",
    "Visibility",
    "Vote",
    "VoteKind",
    "WhenAbsent",
    "WhenAlone",
]
