"""Admission: which users may take a seat in a game before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, Subquery, UUIDField
from django.utils import timezone

from accounts.blocks import blocked_by, blockers_of
from accounts.models import User
from games.lobby.create import free_seat_find
from games.lobby.errors import (
    BotAccountNotAdmitted,
    InvitationClosed,
    NotAdmitted,
    PlayerBlocked,
    RemovedByHost,
    SeatsReserved,
)
from games.lobby.limits import limits_check, user_lock
from games.lobby.repository import free_numbers, seat_occupy
from games.models import Answer, Exclusion, Game, Invitation, Seat, Visibility
from games.play import notify
from games.play.errors import GameNotFound
from games.play.selectors import invitations_open
from games.ratings.selectors import reliability, settled_rating


@dataclass(frozen=True, slots=True)
class Eligibility:
    """What decides whether a user may join a game."""

    blocks: bool
    """They block the host or a player."""

    blocked: bool
    """The host or a player blocks them."""

    invited_by: UUID | None
    """The user who invited them; None without an open invitation that they see."""

    excluded: bool
    """The host has removed them before."""

    is_bot: bool
    """A program plays for the user."""


def eligibility_of(*, game: Game, seats: Sequence[Seat], user: User) -> Eligibility:
    """Return the user's eligibility.

    Locks the user's row, so that several joins at the same time cannot exceed their limits.
    """
    waiting = invitations_open(user=user).filter(game=game)
    table = {game.created_by_id, *(seat.user_id for seat in seats if seat.user_id is not None)}
    row = user_lock(user).values_list(
        Exists(blocked_by(user=user).filter(blocked__in=table)),
        Exists(blockers_of(user=user).filter(user__in=table)),
        Subquery(waiting.values("by")[:1], output_field=UUIDField()),
        Exists(Exclusion.objects.filter(game=game, user=user)),
        "is_bot",
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
    """Give the user a free seat, by default the first; the caller saves the game.

    ``by_invitation``: fail if their invitation is no longer open. ``welcome``: the game was created
    for them, so skip the filters. Raises PlayerBlocked, GameNotFound, RemovedByHost,
    BotAccountNotAdmitted, NotAdmitted, SeatsReserved, InvitationClosed, GameFull, SeatTaken,
    TooManyGames, Invalid.
    """
    eligibility = eligibility_of(game=game, seats=seats, user=user)
    if eligibility.invited_by is None:
        if by_invitation:
            answer = Invitation.objects.get(game=game, user=user).answer
            raise InvitationClosed(answer or Answer.WITHDRAWN)  # with a block: looks withdrawn
        is_host = game.created_by_id == user.id
        if not is_host and not welcome:
            admission_check(game=game, seats=seats, user=user, eligibility=eligibility)
        elif eligibility.excluded:
            raise RemovedByHost
        # Else a user could find out by blocks who plays.
        if eligibility.blocks and not game.names_hidden:
            raise PlayerBlocked
        if not is_host:
            reserved_check(game=game, seats=seats, eligibility=eligibility)
    seat = free_seat_find(seats=seats, number=number)
    limits_check(user)
    seat_occupy(user=user, seat=seat)
    seat.save()
    if eligibility.invited_by is not None:
        waiting = Invitation.objects.filter(game=game, user=user)
        waiting.update(answer=Answer.ACCEPTED, answered_at=timezone.now())
        answer_notify(game, Answer.ACCEPTED, by=user, to=eligibility.invited_by)
    return seat


def admission_check(
    *, game: Game, seats: Sequence[Seat], user: User, eligibility: Eligibility
) -> None:
    """Check that a user may join without an invitation.

    Raises GameNotFound, RemovedByHost, BotAccountNotAdmitted, NotAdmitted.
    """
    if game.visibility == Visibility.PRIVATE:
        raise GameNotFound
    if eligibility.excluded:
        raise RemovedByHost
    if eligibility.is_bot and not admits_bot_accounts(game, seats):
        raise BotAccountNotAdmitted
    filters_check(game=game, user=user)


def reserved_check(*, game: Game, seats: Sequence[Seat], eligibility: Eligibility) -> None:
    """Raise SeatsReserved if the free seats are reserved for invited users, or if somebody at the
    table blocks the user, who cannot tell which.
    """
    free = len(free_numbers(seats))
    waiting = Invitation.objects.filter(game=game, answer="")
    if free and (eligibility.blocked or waiting.count() >= free):
        raise SeatsReserved


def admits_bot_accounts(game: Game, seats: Sequence[Seat]) -> bool:
    """True if users who are bots may have a seat without an invitation by the host: the host admits
    them, or the game is unrated. A bot of the service makes it unrated, too.
    """
    with_bot = any(seat.user_id is None and seat.bot for seat in seats)
    return game.bot_accounts or not game.rated or with_bot


def filters_check(*, game: Game, user: User) -> None:
    """Check the user's rating and reliability against the game's filters. Raises NotAdmitted.

    A user without a settled rating passes an upper limit and no lower one. A user who has played
    too few games to have a reliability passes.
    """
    low, high, min_reliability = game.min_rating, game.max_rating, game.min_reliability
    if low is not None or high is not None:
        rating = settled_rating(user, game.ruleset)
        if low is not None and (rating is None or rating < low):
            raise NotAdmitted("min_rating", limit=low, yours=rating)
        if high is not None and rating is not None and rating > high:
            raise NotAdmitted("max_rating", limit=high, yours=rating)
    if min_reliability is not None:
        percent = reliability(user)
        if percent is not None and percent < min_reliability:
            raise NotAdmitted("min_reliability", limit=min_reliability, yours=percent)


def answer_notify(game: Game, answer: Answer, *, by: User, to: UUID) -> None:
    """Notify the user who sent an invitation of the answer."""
    data = {"username": by.username, "answer": answer.value}
    notify.users_notify(game, [to], "invitation_answered", sender=by, **data)
