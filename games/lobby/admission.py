"""Who may sit down at a game that gathers its players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, Subquery, UUIDField
from django.utils import timezone

from accounts.models import User
from games.lobby.create import free_seat_find
from games.lobby.eligibility import rating_shown, reliability
from games.lobby.errors import InvitationClosed, NotAdmitted, RemovedByHost, SeatsReserved
from games.lobby.limits import limits_check, user_lock
from games.lobby.repository import free_numbers, seat_occupy
from games.models import Answer, Exclusion, Game, Invitation, Seat, Visibility
from games.play import notify
from games.play.errors import GameNotFound


@dataclass(frozen=True, slots=True)
class Eligibility:
    """How a user stands to a game that he wants to join."""

    invited_by: UUID | None
    """Who has asked him to; None: nobody, or that is settled."""

    excluded: bool
    rematch: bool
    """The game is one, and its seats are kept for those who played before."""


def eligibility_of(*, game: Game, user: User) -> Eligibility:
    """Locks the user's row, so that nobody takes more seats at once than he may have."""
    waiting = Invitation.objects.filter(game=game, user=user, answer="")
    row = user_lock(user).values_list(
        Subquery(waiting.values("by")[:1], output_field=UUIDField()),
        Exists(Exclusion.objects.filter(game=game, user=user)),
        Exists(Game.objects.filter(rematch=game)),
    )
    return Eligibility(*row.get())


def seat_take(
    *,
    game: Game,
    seats: Sequence[Seat],
    user: User,
    number: int | None,
    by_invitation: bool = False,
    welcome: bool = False,
) -> Seat:
    """Sit ``user`` down on a free seat, by default the first; the caller stores the game.

    ``by_invitation``: he accepts one, and would not come without; ``welcome``: he is one of those
    the game was made for. Raises GameNotFound, RemovedByHost, NotAdmitted, SeatsReserved,
    InvitationClosed, GameFull, SeatTaken, TooManyGames, Invalid.
    """
    eligibility = eligibility_of(game=game, user=user)
    if eligibility.invited_by is None:
        if by_invitation:
            raise InvitationClosed(Invitation.objects.get(game=game, user=user).answer)
        if game.created_by_id != user.id and not welcome:
            admission_check(game=game, seats=seats, user=user, eligibility=eligibility)
        elif eligibility.excluded:
            raise RemovedByHost
    seat = free_seat_find(seats=seats, number=number)
    limits_check(user)
    seat_occupy(user=user, seat=seat)
    seat.save(update_fields=["user", "joined_at", "ready_at"])
    if eligibility.invited_by is not None:
        waiting = Invitation.objects.filter(game=game, user=user)
        waiting.update(answer=Answer.ACCEPTED, answered_at=timezone.now())
        answer_notify(game, Answer.ACCEPTED, by=user, to=eligibility.invited_by)
    return seat


def admission_check(
    *, game: Game, seats: Sequence[Seat], user: User, eligibility: Eligibility
) -> None:
    """Whether a user may join whom nobody has asked to. Raises as above."""
    if game.visibility == Visibility.PRIVATE:
        raise GameNotFound
    if eligibility.excluded:
        raise RemovedByHost
    filters_check(game=game, user=user)
    if eligibility.rematch:
        free = len(free_numbers(seats))
        if free and Invitation.objects.filter(game=game, answer="").count() >= free:
            raise SeatsReserved


def filters_check(*, game: Game, user: User) -> None:
    """Who has no rating yet passes an upper bound and no lower one; of whom too little is known to
    call him unreliable is let in. Raises NotAdmitted.
    """
    low, high, least = game.min_rating, game.max_rating, game.min_reliability
    if low is not None or high is not None:
        rating = rating_shown(user, game.ruleset)
        if low is not None and (rating is None or rating < low):
            raise NotAdmitted("min_rating", limit=low, yours=rating)
        if high is not None and rating is not None and rating > high:
            raise NotAdmitted("max_rating", limit=high, yours=rating)
    if least is not None:
        percent = reliability(user)
        if percent is not None and percent < least:
            raise NotAdmitted("min_reliability", limit=least, yours=percent)


def answer_notify(game: Game, answer: Answer, *, by: User, to: UUID) -> None:
    """Tell who invited ``by`` what he has answered."""
    notify.tell_users(game, [to], "invitation_answered", username=by.username, answer=answer.value)
