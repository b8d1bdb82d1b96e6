"""Reads of votes, and how they are decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import override

from accounts.models import User
from games.models import Ballot, Seat, Vote, VoteKind
from games.play.documents import Viewer, player_document

UNANIMOUS = (VoteKind.UNDO, VoteKind.CANCEL)
"""Kinds at the expense of the players who are against them. The others need more than half."""


def voters(vote: Vote, seats: Sequence[Seat]) -> set[int]:
    """Return the seats that may vote: those with a present player, except the one to replace."""
    return {seat.number for seat in seats if seat.played_by_user and seat.number != vote.seat}


def votes_needed(vote: Vote, count: int) -> int:
    """Return how many of ``count`` voters have to vote yes."""
    return count if vote.kind in UNANIMOUS else count // 2 + 1


def verdict(vote: Vote, may_vote: set[int], ballots: Mapping[int, bool]) -> bool | None:
    """Return whether the vote has passed, or None while it is undecided."""
    yes = sum(ballots.get(seat) is True for seat in may_vote)
    no = sum(ballots.get(seat) is False for seat in may_vote)
    enough = votes_needed(vote, len(may_vote))
    if may_vote and yes >= enough:
        return True
    return False if len(may_vote) - no < max(enough, 1) else None


# --- reading -------------------------------------------------------------------------------------


def votes_of(*, game_id: UUID) -> QuerySet[Vote]:
    """Return the votes of a game, each with its ballots."""
    votes = Vote.objects.filter(game_id=game_id).select_related("opened_by")
    return votes.prefetch_related("ballots")


def votes_waiting_for(*, user: User) -> QuerySet[Vote]:
    """Return the open votes in which the user may vote and has not, the first to close first."""
    votes = Vote.objects.filter(
        closed_at=None, game__frozen=False, game__seats__user=user, game__seats__bot=""
    ).annotate(own_seat=F("game__seats__number"))
    voted = Ballot.objects.filter(vote=OuterRef("id"), seat=OuterRef("own_seat"))
    return votes.exclude(seat=F("own_seat")).filter(~Exists(voted)).order_by("closes_at", "id")


def vote_document(vote: Vote, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a vote, the same for all viewers; its voters only while it is open."""
    open_ = vote.closed_at is None
    everybody = Viewer()
    with override(everybody.language):
        opened_by = player_document(
            vote.opened_by, game=seats[0].game, seats=seats, viewer=everybody
        )
    return {
        "id": vote.id,
        "kind": vote.kind,
        "seat": vote.seat,
        "to_move": vote.to_move,
        "opened_by": opened_by,
        "opened_at": vote.opened_at,
        "closes_at": vote.closes_at,
        "closed_at": vote.closed_at,
        "passed": vote.passed,
        "voters": sorted(voters(vote, seats)) if open_ else None,
        "needed": votes_needed(vote, len(voters(vote, seats))) if open_ else None,
        "ballots": [{"seat": ballot.seat, "yes": ballot.yes} for ballot in vote.ballots.all()],
    }


def seats_by_number(*, game_id: UUID) -> list[Seat]:
    """Return the seats of a game in order, each with the game and without its user."""
    seats = Seat.objects.filter(game_id=game_id).select_related("game")
    return list(seats.order_by("number"))
