"""The kinds of votes: when each is possible, and what it does when it passes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Game, Loss, PauseKind, Seat, Status, Vote, VoteKind
from games.play import notify
from games.play.forfeits import seat_lose
from games.play.pauses import pause_add, pause_remove
from games.play.save import turn_clear
from games.play.timing import REMIND_AFTER, calendar_of, clock_of, pace_of
from games.votes.errors import UndoImpossible, VoteImpossible, VoteRefusal
from games.votes.selectors import voters
from games.votes.undo import undo_carry_out, undo_check

ABSENT_AFTER = timedelta(days=3)
"""How long a game without a clock waits for a player before the others may replace them."""


def vote_check(*, game: Game, seats: Sequence[Seat], vote: Vote, now: datetime) -> None:
    """Check that a vote is possible now.

    Raises VoteImpossible, UndoImpossible, RulesUnavailable.
    """
    paused = game.pauses.filter(kind=PauseKind.VOTE).exists() if game.paused else False
    if vote.kind == VoteKind.PAUSE and not pace_of(game).timed:
        raise VoteImpossible(VoteRefusal.NO_CLOCK)
    if vote.kind == VoteKind.PAUSE and paused:
        raise VoteImpossible(VoteRefusal.PAUSED_ALREADY)
    if vote.kind == VoteKind.RESUME and not paused:
        raise VoteImpossible(VoteRefusal.NOT_PAUSED)
    if vote.kind == VoteKind.REPLACE:
        replace_check(game=game, seats=seats, number=vote.seat, now=now)
        opponent_check(game=game, others=len(voters(vote, seats)))
    if vote.kind == VoteKind.UNDO:
        assert vote.to_move is not None  # see vote_open
        opener = next((seat for seat in seats if seat.user_id == vote.opened_by_id), None)
        if opener is None or not opener.played_by_user:
            raise VoteImpossible(VoteRefusal.NOT_A_PLAYER)
        undo_check(game=game, seat=opener.number, user=vote.opened_by, to_move=vote.to_move)


def replace_check(*, game: Game, seats: Sequence[Seat], number: int | None, now: datetime) -> None:
    """Raise VoteImpossible if a bot plays the seat, or if its player is not late enough."""
    if number is None or number >= len(seats) or not seats[number].played_by_user:
        raise VoteImpossible(VoteRefusal.NOT_A_PLAYER)
    if game.to_act != number or not is_overdue(game, now):
        raise VoteImpossible(VoteRefusal.NOT_ABSENT)


def opponent_check(*, game: Game, others: int) -> None:
    """Raise VoteImpossible if there is a clock and only one other player.

    That player could otherwise vote themselves a win before the clock runs out. Afterwards no vote
    is needed.
    """
    if pace_of(game).timed and others == 1:
        raise VoteImpossible(VoteRefusal.NOT_ABSENT)


def is_overdue(game: Game, now: datetime) -> bool:
    """True if the player to act has used most of their time or, without a clock, three days."""
    if not pace_of(game).timed:
        since = None if game.paused else game.to_act_since
        return since is not None and now - since >= ABSENT_AFTER
    clock = clock_of(game)
    mark = clock.mark(calendar_of(game), REMIND_AFTER) if clock else None
    return mark is not None and mark <= now


def vote_still_possible(*, game: Game, seats: Sequence[Seat], vote: Vote, now: datetime) -> bool:
    """True if the vote is still possible; for example, an absent player may have come back."""
    try:
        vote_check(game=game, seats=seats, vote=vote, now=now)
    except (VoteImpossible, UndoImpossible):
        return False
    return True


def vote_carry_out(*, game: Game, seats: Sequence[Seat], vote: Vote, now: datetime) -> None:
    """Carry out a vote that has passed. The caller holds the lock and saves the game.

    Raises RollbackRefused, RulesUnavailable.
    """
    kind = VoteKind(vote.kind)
    if kind == VoteKind.PAUSE:
        pause_add(game=game, seats=seats, kind=PauseKind.VOTE, now=now)
    elif kind == VoteKind.RESUME:
        pause_remove(game=game, seats=seats, kind=PauseKind.VOTE, now=now)
    elif kind == VoteKind.CANCEL:
        turn_clear(game)
        game.status, game.finished_at = Status.CANCELLED, now
        notify.notification_enqueue(game, seats, "game_cancelled")
    elif kind == VoteKind.REPLACE:
        assert vote.seat is not None  # vote_check requires it
        seat = seats[vote.seat]
        seat_lose(game=game, seats=seats, seat=seat, how=Loss.TIMED_OUT, now=now)
        notify.notification_enqueue(game, seats, "seat_timed_out", seat=seat.number)
    else:
        assert vote.to_move is not None
        undo_carry_out(game=game, seats=seats, user=vote.opened_by, to_move=vote.to_move)
