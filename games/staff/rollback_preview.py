"""What a rollback would mean, before it is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import get_language

from games import rules
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


@dataclass(frozen=True, slots=True)
class LearnedFact:
    """What a seat was told that no spectator was, by the move that told it."""

    move: int
    kind: str
    text: str
    """As a spectator reads it; as the seat does, for who may look."""


@dataclass(frozen=True, slots=True)
class SeatPreview:
    """What a rollback takes from a seat, and what it cannot."""

    seat: int
    users: list[str]
    """Who has sat there since then, and so has seen it."""
    moves: int
    """Moves of its own that would no longer count."""
    asked: list[str]
    """The topics it was asked about since then: it has read the options, too."""
    learned: list[LearnedFact]
    orders: int | None
    """Standing orders in force, which would answer again; None: not for who may not look."""


@dataclass(frozen=True, slots=True)
class RollbackPreview:
    """What a rollback would undo, who is affected, and what stays."""

    game: UUID
    to_move: int
    from_move: int
    """The last move at this time."""
    decision: int
    """The id of the decision that was open at this time: with any move since it is another."""
    to_act: int | None
    topic: str
    seats: list[SeatPreview]
    draws: int
    """How often chance was asked since. The seed stays: after the same choices it gives the same
    again, and who has seen it knows what will come."""
    stays: list[str]
    """What the platform has told since, and a rollback does not undo."""


def rollback_preview(*, game_id: UUID, to_move: int, secrets: bool = False) -> RollbackPreview:
    """What it would mean to go back to ``to_move``; nothing is changed. ``secrets``: what seats
    were told is put in their words, and their standing orders are counted.

    Raises GameNotFound, GameNotRunning, MoveNotFound, RollbackRefused, RulesUnavailable.
    """
    game = Game.objects.filter(id=game_id).first()
    if game is None:
        raise GameNotFound
    if game.status != Status.ACTIVE:
        raise GameNotRunning
    counted = list(Move.objects.filter(game=game, undone_by=None).order_by("number"))
    if not 0 <= to_move < len(counted) - 1:
        raise MoveNotFound
    kept, undone = counted[: to_move + 1], counted[to_move + 1 :]
    state = GameState.objects.get(game=game)
    question = state_replay(game=game, state=state, moves=kept).question
    since, seats = kept[-1].last_event, seats_of(game)
    return RollbackPreview(
        game=game.id,
        to_move=to_move,
        from_move=undone[-1].number,
        decision=game.decision_id,
        to_act=question.seat if question else None,
        topic=question.topic if question else "",
        seats=[seat_preview(game, seats, seat, undone, since, secrets) for seat in seats],
        draws=sum(rules.count_draws(move.chance) for move in undone),
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
    assignments = SeatAssignment.objects.filter(game=game, seat=seat.number).select_related("user")
    users = {
        assignment.user.username
        for assignment in assignments
        if assignment.until_event is None or assignment.until_event > since
    }
    own = [move for move in undone if move.seat == seat.number]
    asked = [move.topic for move in own]
    if game.to_act == seat.number:
        asked.append(game.topic)
    orders = StandingOrder.objects.filter(game=game, seat=seat.number, stopped_at=None)
    return SeatPreview(
        seat=seat.number,
        users=sorted(users),
        moves=len(own),
        asked=list(dict.fromkeys(asked)),
        learned=list(learned(game, seats, seat.number, undone, secrets)),
        orders=orders.count() if secrets else None,
    )


def learned(
    game: Game, seats: Sequence[Seat], seat: int, undone: Iterable[Move], secrets: bool
) -> Iterable[LearnedFact]:
    text_context = text_context_for(Viewer(language=get_language()), seats)
    for move in undone:
        private = rules.find_private_events(move.events, seat)
        if not any(private):
            continue
        shown: list[dict[str, Any]] = rules.events_describe(
            slug=game.ruleset,
            events=move.events,
            seat=seat if secrets else None,
            text_context=text_context,
        )
        for event, only in zip(shown, private, strict=True):
            if only:
                yield LearnedFact(move.number, event["kind"], event["text"])


def stays(game: Game, seats: Sequence[Seat], since: int) -> list[str]:
    text_context = text_context_for(Viewer(language=get_language()), seats)
    events = PlatformEvent.objects.filter(game=game, seq__gt=since).order_by("seq")
    return [
        event_texts.sentence({"kind": event.kind, **event.data}, text_context) for event in events
    ]
