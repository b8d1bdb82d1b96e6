"""Notifications about games, added to the outbox in the transaction of the change.

The ``data`` of a notification contains ids and facts that all players may know. It leaves the
service by e-mail and webhook, so it must never contain a card or a choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, Seat
from notifications.kinds import Data
from notifications.models import OutboxEntry
from notifications.services import outbox
from notifications.services.inbox import notifications_end

TURN_CONTINUES = "turn_continues"
"""The notification of the next decision in a turn, for players who move by e-mail."""
TURN_LINES = ("your_turn", "turn_reminder")
"""The lines in a user's list that are true only while it is their turn."""


def turn_notify(game: Game, seat: Seat, kind: str = "your_turn") -> None:
    """Notify a player that it is their turn, or that their turn goes on."""
    notification_enqueue(game, [seat], kind, **decision_facts(game))


def turn_lines_end(game: Game, users: Iterable[UUID], now: datetime) -> None:
    """Hide the users' unread 'your turn' lines about a game."""
    notifications_end(users=users, subject=game.id, kinds=TURN_LINES, now=now)


def plays_by_mail(game: Game, *, since: datetime) -> bool:
    """True if the player to act has made a move by e-mail since then."""
    sent = OutboxEntry.objects.filter(kind=TURN_CONTINUES, subject=game.id)
    return sent.filter(created_at__gte=since).exists()


def notifications_by(user: User, kind: str, *, game: Game) -> QuerySet[OutboxEntry]:
    """Return the notifications of a kind about ``game`` that the user has caused."""
    return OutboxEntry.objects.filter(sender=user.id, kind=kind, subject=game.id)


def notification_enqueue(
    game: Game, seats: Iterable[Seat], kind: str, *, sender: User | None = None, **data: Any
) -> None:
    """Notify the users on ``seats``; ``data`` is public."""
    users = [seat.user_id for seat in seats if seat.user_id is not None]
    users_notify(game, users, kind, sender=sender, **data)


def users_notify(
    game: Game, users: Iterable[UUID], kind: str, *, sender: User | None = None, **data: Any
) -> None:
    """Notify ``users``, who need no seat; ``data`` is public. ``sender`` causes it."""
    outbox.notification_enqueue(
        users=users,
        kind=kind,
        subject=game.id,
        data=notification_data(game, **data),
        sender=None if sender is None else sender.id,
    )


def decision_facts(game: Game) -> dict[str, Any]:
    """Return the public facts of the open decision."""
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
    """Return the data of a notification about ``game``, without None; ``more`` is public JSON."""
    members = {
        "ruleset": game.ruleset,
        "seat": seat,
        "decision": decision,
        "topic": topic,
        "deadline": deadline and deadline.isoformat().replace("+00:00", "Z"),
        **more,
    }
    return {name: value for name, value in members.items() if value is not None}
