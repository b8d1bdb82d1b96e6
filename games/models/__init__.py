"""The tables of matches. What must never be is refused by the database, not only by the code."""

from __future__ import annotations

from games.models.game import Game, GameState, Status, Visibility
from games.models.idempotency import IdempotencyKey
from games.models.move import Actor, Move
from games.models.seat import Seat

__all__ = [
    "Actor",
    "Game",
    "GameState",
    "IdempotencyKey",
    "Move",
    "Seat",
    "Status",
    "Visibility",
]
