"""The one way in: a choice of a player or a bot becomes a move in a single transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core import database_clock
from games.models import Actor, Game, GameState, Move, Seat, Status
from games.play import idempotency, notify
from games.play.documents import (
    Viewer,
    decision_document,
    event_documents,
    game_document,
    viewer_among,
    voice_for,
)
from games.play.due_games import divergence_suspends
from games.play.errors import (
    ChoiceEndsCommand,
    DeadlinePassed,
    GameFrozen,
    GameNotStarted,
    NotSeated,
    SeatAway,
    SeatLost,
    StaleDecision,
)
from games.play.idempotency import Reply
from games.play.locking import Held, match_held, told_stranger
from games.play.results import EndedBy, result_ranked
from games.play.save import auto_wake, game_save, match_finish, turn_pass
from games.play.timing import stint_end, too_late
from games.rules import Step, Table, Voice
from games.rules.errors import GameOver, NotYourDecision
from games.rules.replays import table_checked

BY_THE_SERVER = (Actor.BOT, Actor.ORDER)


@dataclass(frozen=True, slots=True)
class Played:
    """What a command led to."""

    moves: list[Move]
    table: Table
    quiet: bool
    """Its player has learnt nothing from any of it."""


def command_send(
    *,
    user: User,
    game_id: UUID,
    decision: int,
    choices: Sequence[str],
    key: str | None = None,
    language: str = "en",
    dry_run: bool = False,
) -> Reply:
    """A player's command: answer the open decision with ``choices``, all of them or none.

    ``key`` is the request's Idempotency-Key: one that was answered gets the same reply again, even
    if the decision has long passed. A ``dry_run`` is played and taken back: nothing of it is kept,
    and it knows no keys. Raises GameNotFound, NotSeated, IdempotencyKeyInvalid,
    IdempotencyKeyReused, and what ``seat_may_act`` and ``command_play`` raise; a match whose state
    is not that of its moves is suspended instead.
    """
    arrived_at = timezone.now()  # before it waits for the lock: the wait is not the player's
    with divergence_suspends(game_id=game_id), transaction.atomic():
        held = match_held(game_id)
        game, seats = held.game, held.seats
        viewer = viewer_among(seats, user, language)
        if (mine := viewer.seat) is None:
            raise told_stranger(NotSeated(), game=game, user=user)
        scope, payload = f"commands:{game_id}", {"decision": decision, "choices": list(choices)}
        request = idempotency.request_of(user=user, scope=scope, key=key, payload=payload)

        tell = trial_reply if dry_run else command_reply

        def answer() -> dict[str, Any]:
            seat_may_act(game=game, seat=seats[mine], arrived_at=arrived_at, now=held.now)
            played = command_play(
                held=held,
                seat=mine,
                decision=decision,
                choices=choices,
                actor=Actor.PLAYER,
                user=user,
                voice=voice_for(viewer, seats),
            )
            return tell(game=game, seats=seats, viewer=viewer, played=played)

        return taken_back(answer) if dry_run else idempotency.answered(request, answer)


def taken_back(answer: Callable[[], dict[str, Any]]) -> Reply:
    """The reply of ``answer``, of which nothing is kept: its transaction is rolled back."""
    reply = Reply(answer())
    transaction.set_rollback(True)
    return reply


def seat_may_act(*, game: Game, seat: Seat, arrived_at: datetime, now: datetime) -> None:
    """Whether the user on ``seat`` may send commands now; by one that is played he has shown up.

    Raises SeatLost, SeatAway, GameFrozen, DeadlinePassed.
    """
    if seat.lost_at is not None:
        raise SeatLost
    if seat.away_since is not None:
        raise SeatAway
    if game.frozen:
        raise GameFrozen
    if game.to_act == seat.number:
        in_time_or_refused(game=game, arrived_at=arrived_at, now=now)
    seat_shown_up(seat=seat, at=now)


def seat_shown_up(*, seat: Seat, at: datetime) -> None:
    """The player of ``seat`` has acted: he is there, whatever was missed before."""
    if seat.acted_at is None or seat.missed_in_a_row:
        seat.acted_at, seat.missed_in_a_row = seat.acted_at or at, 0
        seat.save(update_fields=["acted_at", "missed_in_a_row"])


def in_time_or_refused(*, game: Game, arrived_at: datetime, now: datetime) -> None:
    """Whether what arrived at this instant of our own clock is in time: up to the grace after the
    deadline, resolved or not. ``now`` is by the clock of deadlines. Raises DeadlinePassed.
    """
    if game.deadline_at is None:
        return
    waited = timezone.now() - arrived_at
    if too_late(game, now - waited):  # deadlines are kept by the database's clock
        raise DeadlinePassed


def command_play(
    *,
    held: Held,
    seat: int,
    decision: int,
    choices: Sequence[str],
    actor: Actor,
    user: User | None = None,
    voice: Voice | None = None,
) -> Played:
    """Play ``choices`` for ``seat``, whoever made them: the only way to a move.

    Whatever is raised here ends the transaction that holds the match, so that nothing of a command
    is kept unless all of it is. Raises GameNotStarted, GameOver, StaleDecision, NotYourDecision,
    IllegalChoice, ChoiceEndsCommand; StateDiverged: who has the match then ends in quarantine.
    """
    game, state = held.game, held.state
    if game.status == Status.LOBBY:
        raise GameNotStarted
    if game.status != Status.ACTIVE:
        raise GameOver
    if decision != game.decision_id:
        raise StaleDecision(decision_now(held=held, seat=seat, voice=voice))
    if seat != game.to_act:
        raise NotYourDecision(game.to_act or 0)
    assert state is not None  # it is active
    table = table_held(held, voice)
    moves, quiet = moves_made(game=game, table=table, seat=seat, choices=choices, at=held.now)
    state.state = table.dump()
    for move in moves:
        move.actor, move.user = actor, user
    Move.objects.bulk_create(moves)
    state.save(update_fields=["state"])
    game_advance(game=game, seats=held.seats, table=table, now=held.now)
    if actor not in BY_THE_SERVER:  # it goes on by itself
        auto_wake(game)
    return Played(moves, table, quiet)


def moves_made(
    *, game: Game, table: Table, seat: int, choices: Sequence[str], at: datetime
) -> tuple[list[Move], bool]:
    """Play the choices at ``table``; the moves they are, counted in ``game`` and not yet stored,
    and whether all of them were quiet.
    """
    moves: list[Move] = []
    quiet = True
    for index, choice in enumerate(choices):
        if not quiet:
            raise ChoiceEndsCommand(index - 1)
        question = table.question
        step = table.play(seat=seat, choice=choice, index=index)
        quiet = step.quiet
        game.move_count += 1
        move = move_of(game, step, at=at)
        move.seat, move.choice = seat, choice
        move.topic = question.topic if question else ""
        moves.append(move)
    return moves, quiet


def move_of(game: Game, step: Step, *, at: datetime) -> Move:
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
        created_at=at,
    )


def game_advance(
    *, game: Game, seats: Sequence[Seat], table: Table, now: datetime | None = None
) -> None:
    """Write down who has to decide now, or the result if nobody has, and store the match. ``now``
    is the database's time, if it was read already.
    """
    now = now or database_clock.now()
    question = table.question
    game.attempts = 0
    if question is None:
        finish(game=game, seats=seats, result=table.result() or {}, now=now)
    else:
        turn_pass(game=game, seats=seats, question=question, now=now)
    game_save(game)


def finish(*, game: Game, seats: Sequence[Seat], result: dict[str, Any], now: datetime) -> None:
    """The rules have ended the match."""
    if game.to_act is not None:
        stint_end(game=game, seat=seats[game.to_act], now=now)
    match_finish(game, result_ranked(result=result, seats=seats), now)
    notify.tell(game, seats, "match_finished", ended_by=EndedBy.RULES)


def table_of(game: Game, state: GameState, voice: Voice | None = None) -> Table:
    """The match in memory."""
    return Table.load(
        slug=game.ruleset, version=game.rules_version, stored=state.state, voice=voice
    )


def table_held(held: Held, voice: Voice | None = None) -> Table:
    """The match in memory, as its last move left it, to be played. Raises StateDiverged."""
    game, state = held.game, held.state
    assert state is not None  # it is active
    return table_checked(
        slug=game.ruleset,
        version=game.rules_version,
        stored=state.state,
        state_hash=held.state_hash or "",
        voice=voice,
    )


def decision_now(*, held: Held, seat: int, voice: Voice | None = None) -> dict[str, Any]:
    """The open decision as ``seat`` may know it."""
    game, table = held.game, None
    if seat == game.to_act and held.state is not None:
        table = table_of(game, held.state, voice)
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


def trial_reply(
    *, game: Game, seats: Sequence[Seat], viewer: Viewer, played: Played
) -> dict[str, Any]:
    """What a player is told of a dry run: what would come of it, unless he would learn something by
    that which he does not know; then only that it is legal, and which choice reveals something.
    """
    told: dict[str, Any] = {"dry_run": True, "legal": True, "events": None, "game": None}
    if not played.quiet:
        return {**told, "reveals_at": len(played.moves) - 1}
    reply = command_reply(game=game, seats=seats, viewer=viewer, played=played)
    return {**told, "reveals_at": None, "events": reply["events"], "game": reply["game"]}
