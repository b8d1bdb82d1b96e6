"""Votes of the players of a game. A vote closes as soon as it is decided, or when it expires."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from core import database_clock
from core.infrastructure import is_infrastructure_error
from core.period_limits import period_limit_check
from games.models import Ballot, Game, Seat, Vote, VoteKind
from games.play import notify
from games.play.errors import GameFrozen, SeatAway
from games.play.locking import game_lock_or_none, seat_lock_running, seats_of
from games.play.save import event_add, game_save
from games.votes.errors import (
    NoBallot,
    UndoImpossible,
    VoteClosed,
    VoteImpossible,
    VoteLimit,
    VoteNotFound,
    VoteOpen,
)
from games.votes.kinds import vote_carry_out, vote_check, vote_still_possible
from games.votes.selectors import verdict, voters

logger = logging.getLogger(__name__)

OPEN_FOR = timedelta(hours=24)
AFTER_REFUSAL = timedelta(hours=6)
"""How long a user whose vote was refused waits before they open another one of its kind. Without a
vote against it, a vote lasts for a day, which is wait enough.
"""
BATCH = 200
VOTE_REFUSALS = (SeatAway, GameFrozen, VoteImpossible, VoteOpen, VoteLimit)
"""Why a player may not open a vote now, besides what is wrong with the vote itself."""


@transaction.atomic
def vote_open(
    *,
    user: User,
    game_id: UUID,
    kind: VoteKind,
    seat: int | None = None,
    to_move: int | None = None,
) -> Vote:
    """Open a vote among the players of a running game; the user's own vote is yes.

    ``seat`` is the seat to replace. ``to_move`` is the last move that an undo keeps, by default the
    one before the last. Raises GameNotFound, NotSeated, GameNotStarted, GameOver, SeatLost,
    SeatAway, GameFrozen, VoteOpen, VoteLimit, NoBallot, and what ``vote_check`` and
    ``vote_carry_out`` raise.
    """
    game, seats, mine = voter_of(user=user, game_id=game_id)
    now = database_clock.now()
    vote = vote_make(
        user=user, game=game, seats=seats, kind=kind, seat=seat, to_move=to_move, now=now
    )
    if mine.number == vote.seat:
        raise NoBallot
    vote.save(force_insert=True)
    Ballot.objects.create(vote=vote, seat=mine.number, yes=True)
    event_add(game, "vote_opened", seat=mine.number, **vote_facts(vote), to_move=vote.to_move)
    others = [one for one in seats if one.number in voters(vote, seats) and one is not mine]
    notify.notification_enqueue(
        game,
        others,
        "vote_opened",
        sender=user,
        closes_at=rfc3339(vote.closes_at),
        **vote_facts(vote),
    )
    vote_settle(game=game, seats=seats, vote=vote, now=now)
    game_save(game)
    return vote


def vote_make(
    *,
    user: User,
    game: Game,
    seats: Sequence[Seat],
    kind: VoteKind,
    seat: int | None = None,
    to_move: int | None = None,
    now: datetime,
) -> Vote:
    """Return a vote that the user may open, unsaved.

    Raises VoteOpen, VoteLimit, and what ``vote_check`` raises.
    """
    before = Vote.objects.filter(game=game, kind=kind, closed_at=None).first()
    if before is not None:
        raise VoteOpen(before.id)
    vote = Vote(game=game, kind=kind, opened_by=user, opened_at=now, closes_at=now + OPEN_FOR)
    if kind == VoteKind.REPLACE:
        vote.seat = seat
    if kind == VoteKind.UNDO:
        vote.to_move = game.move_count - 1 if to_move is None else to_move
    vote_check(game=game, seats=seats, vote=vote, now=now)
    refused = Vote.objects.filter(
        game=game, kind=kind, seat=vote.seat, opened_by=user, passed=False, ballots__yes=False
    )
    if vote.seat is not None:  # what was refused about its former player does not count
        refused = refused.filter(closed_at__gt=seats[vote.seat].joined_at)
    period_limit_check(refused, VoteLimit, at="closed_at", most=1, period=AFTER_REFUSAL, now=now)
    return vote


def undo_document(*, user: User, game: Game, seats: Sequence[Seat], mine: Seat) -> dict[str, Any]:
    """Return whether the user's last choice can be undone, why not, and which seats have to agree.

    Raises RulesUnavailable.
    """
    reason = None
    try:
        may_vote_check(game, mine)
        now = database_clock.now()
        vote_make(user=user, game=game, seats=seats, kind=VoteKind.UNDO, now=now)
    except UndoImpossible as refusal:
        reason = refusal.extras["reason"]
    except VOTE_REFUSALS as refusal:
        reason = refusal.code
    others = [one.number for one in seats if one.played_by_user and one is not mine]
    return {"possible": reason is None, "reason": reason, "others": others}


@transaction.atomic
def ballot_cast(*, user: User, game_id: UUID, vote_id: int, yes: bool) -> Vote:
    """Cast or change the user's vote.

    Raises GameNotFound, NotSeated, GameNotStarted, GameOver, SeatLost, SeatAway, GameFrozen,
    VoteNotFound, VoteClosed, NoBallot, and what ``vote_carry_out`` raises.
    """
    game, seats, mine = voter_of(user=user, game_id=game_id)
    vote = Vote.objects.select_related("opened_by").filter(game=game, id=vote_id).first()
    if vote is None:
        raise VoteNotFound
    now = database_clock.now()
    if vote.closed_at is not None or vote.closes_at <= now:
        raise VoteClosed
    if mine.number not in voters(vote, seats):
        raise NoBallot
    Ballot.objects.bulk_create(
        [Ballot(vote=vote, seat=mine.number, yes=yes, cast_at=now)],
        update_conflicts=True,
        unique_fields=["vote", "seat"],
        update_fields=["yes", "cast_at"],
    )
    vote_settle(game=game, seats=seats, vote=vote, now=now)
    game_save(game)
    return vote


def voter_of(*, user: User, game_id: UUID) -> tuple[Game, list[Seat], Seat]:
    """Lock a running game for a player who may vote; return it, its seats and the player's seat.

    Raises what ``seat_lock_running`` raises, SeatAway, GameFrozen.
    """
    game, seats, seat = seat_lock_running(user=user, game_id=game_id)
    may_vote_check(game, seat)
    return game, seats, seat


def may_vote_check(game: Game, seat: Seat) -> None:
    """Raise SeatAway or GameFrozen if the player on ``seat`` may not vote now."""
    if seat.away_since is not None:
        raise SeatAway
    if game.frozen:
        raise GameFrozen


# --- deciding ------------------------------------------------------------------------------------


def vote_settle(
    *, game: Game, seats: Sequence[Seat], vote: Vote, now: datetime, over: bool = False
) -> None:
    """Close the vote if it is decided, or if its time is ``over``; carry it out if it passed.

    The caller holds the lock and saves the game. Raises what ``vote_carry_out`` raises.
    """
    ballots = dict(vote.ballots.values_list("seat", "yes"))
    passed = verdict(vote, voters(vote, seats), ballots)
    if passed is None and not over:
        return
    passed = bool(passed) and vote_still_possible(game=game, seats=seats, vote=vote, now=now)
    vote_close(game=game, seats=seats, vote=vote, passed=passed, now=now)
    if passed:
        vote_carry_out(game=game, seats=seats, vote=vote, now=now)


def vote_close(
    *, game: Game, seats: Sequence[Seat], vote: Vote, passed: bool, now: datetime
) -> None:
    """Close a vote, write its event and notify the players."""
    vote.closed_at, vote.passed = now, passed
    vote.save(update_fields=["closed_at", "passed"])
    event_add(game, "vote_closed", **vote_facts(vote), passed=passed)
    present = [seat for seat in seats if seat.user_id is not None and seat.lost_at is None]
    if {seat.user_id for seat in present} == {vote.opened_by_id}:
        return  # nobody else plays, so it closed as soon as it was opened
    facts = vote_facts(vote)
    notify.notification_enqueue(
        game, present, "vote_closed", sender=vote.opened_by, passed=passed, **facts
    )


def vote_facts(vote: Vote) -> dict[str, Any]:
    """Return the public facts of a vote."""
    return {"vote": vote.id, "about": vote.kind, "target": vote.seat}


def rfc3339(at: datetime) -> str:
    """Return a time in UTC as clients get it."""
    return at.isoformat().replace("+00:00", "Z")


# --- expiry --------------------------------------------------------------------------------------


def votes_sweep() -> int:
    """Close the expired votes; return how many. A failure does not stop the others, but a refusal
    by the machine does: the next sweep tries again.
    """
    due = Vote.objects.filter(closed_at=None, closes_at__lte=database_clock.now()).order_by(
        "closes_at"
    )
    closed = 0
    for vote_id, game_id in list(due.values_list("id", "game")[:BATCH]):
        try:
            closed += vote_end(vote_id=vote_id, game_id=game_id)
        except Exception as error:
            if is_infrastructure_error(error):
                raise
            # most likely in the rules: close the vote without effect
            logger.exception("Game %s: vote %s cannot be carried out", game_id, vote_id)
            closed += vote_end(vote_id=vote_id, game_id=game_id, drop=True)
    return closed


@transaction.atomic
def vote_end(*, vote_id: int, game_id: UUID, drop: bool = False) -> bool:
    """Close an expired vote; ``drop`` ignores the ballots. Return False if it stays open."""
    game = game_lock_or_none(game_id)
    vote = Vote.objects.select_related("opened_by").get(id=vote_id)
    now = database_clock.now()
    if game is None or vote.closed_at is not None or vote.closes_at > now:
        return False
    seats = seats_of(game)
    if drop or game.frozen:
        vote_close(game=game, seats=seats, vote=vote, passed=False, now=now)
    else:
        vote_settle(game=game, seats=seats, vote=vote, now=now, over=True)
    game_save(game)
    return True
