"""The one way in: a choice of a player or a bot becomes a move in a single transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.documents import (
    Viewer,
    decision_document,
    event_documents,
    game_document,
    viewer_among,
    voice_for,
)
from games.engines import Step, Table, Voice
from games.errors import (
    ChoiceEndsCommand,
    GameNotStarted,
    GameOver,
    NotSeated,
    NotYourDecision,
    SeatResigned,
    StaleDecision,
)
from games.models import Actor, Game, GameState, Move, Seat, Status
from games.services import idempotency
from games.services.doorbell import bots_wake_on_commit, game_told_on_commit
from games.services.idempotency import Reply
from games.services.locking import game_locked, seats_of, told_stranger
from games.services.results import result_ranked

BOT_GRACE = timedelta(seconds=5)
"""How long a bot's turn may wait for the worker that was woken before the sweep plays it."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a command led to."""

    moves: list[Move]
    table: Table


@transaction.atomic
def command_send(
    *,
    user: User,
    game_id: UUID,
    decision: int,
    choices: Sequence[str],
    key: str | None = None,
    language: str = "en",
) -> Reply:
    """A player's command: answer the open decision with ``choices``, all of them or none.

    ``key`` is the request's Idempotency-Key: one that was answered gets the same reply again, even
    if the decision has long passed. Raises GameNotFound, NotSeated, SeatResigned,
    IdempotencyKeyInvalid, IdempotencyKeyReused, and what ``command_play`` raises.
    """
    game = game_locked(game_id)
    seats = seats_of(game)
    viewer = viewer_among(seats, user, language)
    if viewer.seat is None:
        raise told_stranger(NotSeated(), game=game, user=user)
    request = idempotency.request_of(
        user=user,
        scope=f"commands:{game_id}",
        key=key,
        payload={"decision": decision, "choices": list(choices)},
    )

    def play() -> Reply:
        if viewer.eyes is None:
            raise SeatResigned
        played = command_play(
            game=game,
            seats=seats,
            seat=viewer.eyes,
            decision=decision,
            choices=choices,
            actor=Actor.PLAYER,
            user=user,
            voice=voice_for(viewer, seats),
        )
        return Reply.of(200, command_reply(game=game, seats=seats, viewer=viewer, played=played))

    return idempotency.answered(request, play)


def command_play(
    *,
    game: Game,
    seats: Sequence[Seat],
    seat: int,
    decision: int,
    choices: Sequence[str],
    actor: Actor,
    user: User | None = None,
    voice: Voice | None = None,
) -> Played:
    """Play ``choices`` for ``seat``, whoever made them: the only way to a move.

    The caller holds the lock of ``game``; whatever is raised here ends its transaction, so that
    nothing of a command is kept unless all of it is. Raises GameNotStarted, GameOver,
    StaleDecision, NotYourDecision, IllegalChoice, ChoiceEndsCommand.
    """
    if game.status == Status.LOBBY:
        raise GameNotStarted
    if game.status != Status.ACTIVE:
        raise GameOver
    if decision != game.decision_id:
        raise StaleDecision(decision_now(game=game, seat=seat, voice=voice))
    if seat != game.to_act:
        raise NotYourDecision(game.to_act or 0)
    state = GameState.objects.get(game=game)
    table = table_of(game, state, voice)
    moves = moves_made(game=game, table=table, seat=seat, choices=choices)
    for move in moves:
        move.actor, move.user = actor, user
    Move.objects.bulk_create(moves)
    state.state = table.dump()
    state.save(update_fields=["state"])
    game_advance(game=game, seats=seats, table=table)
    if game.bot_due_at and actor != Actor.BOT:  # bots go on by themselves
        bots_wake_on_commit(game.id)
    return Played(moves, table)


def moves_made(*, game: Game, table: Table, seat: int, choices: Sequence[str]) -> list[Move]:
    """Play the choices at ``table``; the moves they are, counted in ``game`` and not yet stored."""
    moves: list[Move] = []
    quiet = True
    for index, choice in enumerate(choices):
        if not quiet:
            raise ChoiceEndsCommand(index - 1)
        question = table.question
        step = table.play(seat=seat, choice=choice, index=index)
        quiet = step.quiet
        game.move_count += 1
        move = move_of(game, step)
        move.seat, move.choice = seat, choice
        move.topic = question.topic if question else ""
        moves.append(move)
    return moves


def move_of(game: Game, step: Step) -> Move:
    """The row for a step, numbered as the match's last move and counting its events."""
    first = game.event_count + 1
    game.event_count += step.event_count
    return Move(
        game=game,
        number=game.move_count,
        chance=step.chance,
        events=step.events,
        first_event=first,
        last_event=game.event_count,
        state_hash=step.hash,
    )


def game_advance(*, game: Game, seats: Sequence[Seat], table: Table) -> None:
    """Write down who has to decide now, or the result if nobody has."""
    now = timezone.now()
    question = table.question
    game.version += 1
    game.bot_attempts = 0
    if question is None:
        game.status, game.finished_at = Status.FINISHED, now
        game.to_act = game.to_act_since = game.bot_due_at = None
        game.topic = ""
        result = table.result()
        game.result = result and result_ranked(result=result, seats=seats)
    else:
        game.to_act, game.to_act_since, game.topic = question.seat, now, question.topic
        game.bot_due_at = bot_due(seats[question.seat], now)
    game.save(update_fields=ADVANCED)
    game_told_on_commit(game.id)


def bot_due(seat: Seat, now: datetime) -> datetime | None:
    """When the sweep plays the turn of ``seat``; None: a user does."""
    return now + BOT_GRACE if seat.bot else None


ADVANCED = (
    "status",
    "started_at",
    "finished_at",
    "version",
    "move_count",
    "event_count",
    "to_act",
    "to_act_since",
    "topic",
    "bot_due_at",
    "bot_attempts",
    "commitment",
    "result",
)


def table_of(game: Game, state: GameState, voice: Voice | None = None) -> Table:
    """The match in memory."""
    return Table.load(
        slug=game.ruleset, version=game.rules_version, stored=state.state, voice=voice
    )


def decision_now(*, game: Game, seat: int, voice: Voice | None = None) -> dict[str, Any]:
    """The open decision as ``seat`` may know it."""
    table = None
    if seat == game.to_act:
        table = table_of(game, GameState.objects.get(game=game), voice)
    return decision_document(game=game, viewer=Viewer(seat, seat), table=table) or {}


def command_reply(
    *, game: Game, seats: Sequence[Seat], viewer: Viewer, played: Played
) -> dict[str, Any]:
    """What a player is told of his own command."""
    return {
        "moves": [move.number for move in played.moves],
        "events": event_documents(game=game, seats=seats, moves=played.moves, viewer=viewer),
        "game": game_document(game=game, seats=seats, viewer=viewer, table=played.table),
    }
