"""Votes: how they are decided, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.models import Seat, Vote, VoteKind
from games.play.documents import user_document

UNANIMOUS = (VoteKind.UNDO, VoteKind.CANCEL)
"""What takes something from whoever is against it; the others need more than half."""


def voters(vote: Vote, seats: Sequence[Seat]) -> set[int]:
    """Who has a say: the seats whose players are there, but for the one it is about."""
    return {seat.number for seat in seats if seat.played_by_user and seat.number != vote.seat}


def votes_needed(vote: Vote, count: int) -> int:
    """How many of so many voters have to say yes."""
    return count if vote.kind in UNANIMOUS else count // 2 + 1


def verdict(vote: Vote, may_vote: set[int], ballots: Mapping[int, bool]) -> bool | None:
    """Whether the vote has passed; None while that is still open."""
    yes = sum(ballots.get(seat) is True for seat in may_vote)
    no = sum(ballots.get(seat) is False for seat in may_vote)
    enough = votes_needed(vote, len(may_vote))
    if may_vote and yes >= enough:
        return True
    return False if len(may_vote) - no < max(enough, 1) else None


# --- reading -------------------------------------------------------------------------------------


def votes_of(*, game_id: UUID) -> QuerySet[Vote]:
    """The votes of a game, newest first, each with its ballots."""
    votes = Vote.objects.filter(game_id=game_id).select_related("opened_by")
    return votes.prefetch_related("ballots")


def vote_document(vote: Vote, seats: Sequence[Seat]) -> dict[str, Any]:
    """A vote, alike for everybody who may see the game; while it is open, who has a say."""
    open_ = vote.closed_at is None
    return {
        "id": vote.id,
        "kind": vote.kind,
        "seat": vote.seat,
        "to_move": vote.to_move,
        "opened_by": user_document(vote.opened_by),
        "opened_at": vote.opened_at,
        "closes_at": vote.closes_at,
        "closed_at": vote.closed_at,
        "passed": vote.passed,
        "voters": sorted(voters(vote, seats)) if open_ else None,
        "needed": votes_needed(vote, len(voters(vote, seats))) if open_ else None,
        "ballots": [{"seat": ballot.seat, "yes": ballot.yes} for ballot in vote.ballots.all()],
    }


def seats_voting(*, game_id: UUID) -> list[Seat]:
    """The seats of a game, for its votes."""
    return list(Seat.objects.filter(game_id=game_id).order_by("number"))
