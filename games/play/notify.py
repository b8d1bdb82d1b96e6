"""What players hear of while they are away: rows of the outbox, in the transaction they tell of.

``data`` of each kind holds ids and what everybody at the table may know. It leaves the service by
mail and by webhooks, so no card and no choice may ever stand in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from games.models import Game, Seat
from notifications.kinds import Data
from notifications.services import outbox


def turn_notify(game: Game, seat: Seat) -> None:
    """It is this player's turn."""
    notification_enqueue(game, [seat], "your_turn", **decision_facts(game))


def notification_enqueue(game: Game, seats: Iterable[Seat], kind: str, **data: Any) -> None:
    """Tell the users on ``seats``; ``data`` is public."""
    tell_users(game, [seat.user_id for seat in seats if seat.user_id is not None], kind, **data)


def tell_users(game: Game, users: Iterable[UUID], kind: str, **data: Any) -> None:
    """Tell ``users``, at the table or not; ``data`` is public."""
    outbox.notification_enqueue(
        users=users, kind=kind, subject=game.id, data=notification_data(game, **data)
    )


def decision_facts(game: Game) -> dict[str, Any]:
    """The open decision, as everybody may know it."""
    return {
        "seat": game.to_act,
        "decision": game.decision_id,
        "topic": game.topic,
        "deadline": game.deadline_at,
    }


def notification_data(
    game: Game,
    *,
    seat: int | None = None,
    decision: int | None = None,
    topic: str | None = None,
    deadline: datetime | None = None,
    **more: Any,
) -> Data:
    """The members of a notice about ``game``; None is left out. ``more`` is plain, public JSON."""
    members = {
        "ruleset": game.ruleset,
        "seat": seat,
        "decision": decision,
        "topic": topic,
        "deadline": deadline and deadline.isoformat().replace("+00:00", "Z"),
        **more,
    }
    return {name: value for name, value in members.items() if value is not None}
