"""What notifications about games announce: is it still true?"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import F, QuerySet

from games.models import LastRead, Seat, Status, Vote
from games.play.selectors import invitations_open, offers_open
from notifications.kinds import Data


def still_your_turn(subject: UUID, user_id: UUID, data: Data) -> bool:
    """True if the decision is still open and the user still has to make it."""
    same = data["decision"] - 1 - F("game__decision_id_offset")
    return seats_to_act(user_id, [subject]).filter(game__move_count=same).exists()


def games_to_act_in(user_id: UUID, games: Collection[UUID]) -> set[UUID]:
    """Return those of ``games`` in which it is the user's turn."""
    return set(seats_to_act(user_id, games).values_list("game_id", flat=True))


def seats_to_act(user_id: UUID, games: Collection[UUID]) -> QuerySet[Seat]:
    """Return the seats in ``games`` on which the user has to decide."""
    return Seat.objects.filter(
        game_id__in=games,
        user_id=user_id,
        lost_at=None,
        away_since=None,
        game__status=Status.ACTIVE,
        game__to_act=F("number"),
    )


def still_invited(subject: UUID, user_id: UUID, data: Data) -> bool:
    """True if the invitation still waits for an answer."""
    return invitations_open(user=user_id).filter(game=subject).exists()


def still_invited_to_rematch(subject: UUID, user_id: UUID, data: Data) -> bool:
    """True if the invitation to the rematch still waits for an answer."""
    return still_invited(UUID(data["rematch"]), user_id, data)


def still_unread(subject: UUID, user_id: UUID, data: Data) -> bool:
    """True if the user has not read the message yet."""
    read = LastRead.objects.filter(game_id=subject, room=data["room"], user_id=user_id)
    return not read.filter(number__gte=data["number"]).exists()


def still_open(subject: UUID, user_id: UUID, data: Data) -> bool:
    """True if the vote is still open."""
    return Vote.objects.filter(id=data["vote"], closed_at=None).exists()


def still_offered(subject: UUID, user_id: UUID, data: Data) -> bool:
    """True if the offer of the seat is still open."""
    return offers_open(user=user_id).filter(id=data["offer"]).exists()
