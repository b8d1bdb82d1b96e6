"""What players hear of while they are away: rows of the outbox, in the transaction they tell of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from games.models import Game, Seat
from games.notices import notice
from notifications.services import outbox


def turn_told(game: Game, seat: Seat) -> None:
    """It is this player's turn."""
    tell(game, [seat], "your_turn", **decision_facts(game))


def tell(game: Game, seats: Iterable[Seat], kind: str, **data: Any) -> None:
    """Tell the users on ``seats``; ``data`` is public."""
    users = [seat.user_id for seat in seats if seat.user_id is not None]
    outbox.tell(users=users, kind=kind, subject=game.id, data=notice(game, **data))


def decision_facts(game: Game) -> dict[str, Any]:
    """The open decision, as everybody may know it."""
    return {
        "seat": game.to_act,
        "decision": game.decision_id,
        "topic": game.topic,
        "deadline": game.deadline_at,
    }


def tell_users(game: Game, users: Iterable[UUID], kind: str, **data: Any) -> None:
    """Tell users of a match who need not sit there; ``data`` is public."""
    outbox.tell(users=users, kind=kind, subject=game.id, data=notice(game, **data))
