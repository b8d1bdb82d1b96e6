"""Previews of rollbacks: what would be undone, and what players have already learned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import get_language

from games.models import (
    Game,
    GameState,
    Move,
    PlatformEvent,
    Seat,
    SeatAssignment,
    StandingOrder,
    Status,
)
from games.play import event_texts
from games.play.documents import Viewer, text_context_for
from games.play.errors import GameNotFound, GameNotRunning, MoveNotFound
from games.play.locking import seats_of
from games.play.rollback import state_replay
from games.rules.events import count_draws, events_describe, find_private_events
from games.rules.rulesets import topic_summary


@dataclass(frozen=True, slots=True)
class LearnedFact:
    """An event that told a seat more than it told spectators."""

    move: int
    kind: str
    text: str
    """The text for spectators or, if secrets are shown, for the seat."""


@dataclass(frozen=True, slots=True)
class SeatPreview:
    """What a rollback changes for a seat, and what the seat has already learned."""

    seat: int
    users: list[str]
    """The users who have played the seat since then, and so have seen its secrets."""
    moves: int
    """The number of its moves that would no longer count."""
    topics: list[str]
    """What its decisions since then were about. The seat has seen their options, too."""
    learned_facts: list[LearnedFact]
    orders: int | None
    """The number of standing orders, which would answer again. None if secrets are hidden."""


@dataclass(frozen=True, slots=True)
class RollbackPreview:
    """What a rollback would undo, the affected seats, and what stays."""

    game: UUID
    to_move: int
    from_move: int
    """The last move at the time of the preview."""
    decision: int
    """The id of the decision that was open at the time of the preview. Any move changes it."""
    to_act: int | None
    topic: str
    """What the decision that would be open is about; empty if there is none."""
    seats: list[SeatPreview]
    draws: int
    """The number of random draws since then.

    The seed stays: the same choices give the same draws again, so players who saw them know them.
    """
    stays: list[str]
    """The platform events since then, which a rollback does not undo."""


def rollback_preview(*, game_id: UUID, to_move: int, secrets: bool = False) -> RollbackPreview:
    """Return the consequences of a rollback to ``to_move``, without changing anything.

    With ``secrets``, it includes the private texts of seats and the number of their orders.
    Raises GameNotFound, GameNotRunning, MoveNotFound, RollbackRefused, RulesUnavailable.
    """
    game = Game.objects.filter(id=game_id).first()
    if game is None:
        raise GameNotFound
    if game.status != Status.ACTIVE:
        raise GameNotRunning
    counted = list(Move.objects.filter(game=game, undone_by=None).order_by("number"))
    if not 0 <= to_move < len(counted) - 1:
        raise MoveNotFound(len(counted) - 2)
    remaining, undone = counted[: to_move + 1], counted[to_move + 1 :]
    state = GameState.objects.get(game=game)
    question = state_replay(game=game, state=state, moves=remaining).question
    since, seats = remaining[-1].last_event, seats_of(game)
    return RollbackPreview(
        game=game.id,
        to_move=to_move,
        from_move=undone[-1].number,
        decision=game.decision_id,
        to_act=question.seat if question else None,
        topic=topic_summary(game, question.topic) if question else "",
        seats=[seat_preview(game, seats, seat, undone, since, secrets) for seat in seats],
        draws=sum(count_draws(move.chance) for move in undone),
        stays=stays(game, seats, since),
    )


def seat_preview(
    game: Game,
    seats: Sequence[Seat],
    seat: Seat,
    undone: Sequence[Move],
    since: int,
    secrets: bool,
) -> SeatPreview:
    """Return what a rollback would undo for a seat, and what its player has learned."""
    assignments = SeatAssignment.objects.filter(game=game, seat=seat.number).select_related("user")
    users = {
        assignment.user.username
        for assignment in assignments
        if assignment.until_event is None or assignment.until_event > since
    }
    own = [move for move in undone if move.seat == seat.number]
    topics = [move.topic for move in own]
    if game.to_act == seat.number:
        topics.append(game.topic)
    orders = StandingOrder.objects.filter(game=game, seat=seat.number, stopped_at=None)
    return SeatPreview(
        seat=seat.number,
        users=sorted(users),
        moves=len(own),
        topics=[topic_summary(game, topic) for topic in dict.fromkeys(topics)],
        learned_facts=list(find_learned_facts(game, seats, seat.number, undone, secrets)),
        orders=orders.count() if secrets else None,
    )


def find_learned_facts(
    game: Game, seats: Sequence[Seat], seat: int, undone: Iterable[Move], secrets: bool
) -> Iterable[LearnedFact]:
    """Yield what a seat learned from private events of the undone moves."""
    text_context = text_context_for(Viewer(language=get_language(), is_staff=True), seats)
    for move in undone:
        private = find_private_events(move.events, seat)
        if not any(private):
            continue
        shown: list[dict[str, Any]] = events_describe(
            slug=game.ruleset,
            events=move.events,
            seat=seat if secrets else None,
            text_context=text_context,
        )
        for event, only in zip(shown, private, strict=True):
            if only:
                yield LearnedFact(move.number, event["kind"], event["text"])


def stays(game: Game, seats: Sequence[Seat], since: int) -> list[str]:
    """Return the sentences of platform events that the rollback would not undo."""
    text_context = text_context_for(Viewer(language=get_language(), is_staff=True), seats)
    events = PlatformEvent.objects.filter(game=game, seq__gt=since).order_by("seq")
    return [
        event_texts.sentence({"kind": event.kind, **event.data}, text_context) for event in events
    ]
