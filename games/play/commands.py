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
    text_context_for,
    viewer_of,
)
from games.play.due_games import quarantine_on_divergence
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
from games.play.locking import LockedGame, game_lock_whole, hide_from_stranger
from games.play.results import EndedBy, result_rank
from games.play.save import auto_wake, game_finish, game_save, turn_pass
from games.play.timing import clock_segment_end, is_too_late
from games.rules import LiveGame, Step, TextContext
from games.rules.errors import GameOver, NotYourDecision
from games.rules.replays import live_game_load_verified

BY_THE_SERVER = (Actor.BOT, Actor.ORDER)


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What a command led to."""

    moves: list[Move]
    live_game: LiveGame
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
    IdempotencyKeyReused, and what ``seat_check_may_act`` and ``command_play`` raise;
    a game whose state is not that of its moves is suspended instead.
    """
    arrived_at = timezone.now()  # before it waits for the lock: the wait is not the player's
    with quarantine_on_divergence(game_id=game_id), transaction.atomic():
        locked = game_lock_whole(game_id)
        game, seats = locked.game, locked.seats
        viewer = viewer_of(seats, user, language)
        if (mine := viewer.seat) is None:
            raise hide_from_stranger(NotSeated(), game=game, user=user)
        scope, payload = f"commands:{game_id}", {"decision": decision, "choices": list(choices)}
        request = idempotency.keyed_request(user=user, scope=scope, key=key, payload=payload)

        tell = dry_run_reply if dry_run else command_reply

        def answer() -> dict[str, Any]:
            seat_check_may_act(game=game, seat=seats[mine], arrived_at=arrived_at, now=locked.now)
            played = command_play(
                locked=locked,
                seat=mine,
                decision=decision,
                choices=choices,
                actor=Actor.PLAYER,
                user=user,
                text_context=text_context_for(viewer, seats),
            )
            return tell(game=game, seats=seats, viewer=viewer, played=played)

        return reply_of_dry_run(answer) if dry_run else idempotency.answer_once(request, answer)


def reply_of_dry_run(answer: Callable[[], dict[str, Any]]) -> Reply:
    """The reply of ``answer``, of which nothing is kept: its transaction is rolled back."""
    reply = Reply(answer())
    transaction.set_rollback(True)
    return reply


def seat_check_may_act(*, game: Game, seat: Seat, arrived_at: datetime, now: datetime) -> None:
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
        check_in_time(game=game, arrived_at=arrived_at, now=now)
    seat_mark_present(seat=seat, at=now)


def seat_mark_present(*, seat: Seat, at: datetime) -> None:
    """The player of ``seat`` has acted: he is there, whatever was missed before."""
    if seat.acted_at is None or seat.missed_in_a_row:
        seat.acted_at, seat.missed_in_a_row = seat.acted_at or at, 0
        seat.save(update_fields=["acted_at", "missed_in_a_row"])


def check_in_time(*, game: Game, arrived_at: datetime, now: datetime) -> None:
    """Whether what arrived at this instant of our own clock is in time: up to the grace after the
    deadline, resolved or not. ``now`` is by the clock of deadlines. Raises DeadlinePassed.
    """
    if game.deadline_at is None:
        return
    waited = timezone.now() - arrived_at
    if is_too_late(game, now - waited):  # deadlines are kept by the database's clock
        raise DeadlinePassed


def command_play(
    *,
    locked: LockedGame,
    seat: int,
    decision: int,
    choices: Sequence[str],
    actor: Actor,
    user: User | None = None,
    text_context: TextContext | None = None,
) -> CommandResult:
    """Play ``choices`` for ``seat``, whoever made them: the only way to a move.

    Whatever is raised here ends the transaction that holds the game, so that nothing of a command
    is kept unless all of it is. Raises GameNotStarted, GameOver, StaleDecision, NotYourDecision,
    IllegalChoice, ChoiceEndsCommand; StateDiverged: who has the game then ends in quarantine.
    """
    game, state = locked.game, locked.state
    if game.status == Status.LOBBY:
        raise GameNotStarted
    if game.status != Status.ACTIVE:
        raise GameOver
    if decision != game.decision_id:
        raise StaleDecision(decision_as_seen(locked=locked, seat=seat, text_context=text_context))
    if seat != game.to_act:
        raise NotYourDecision(game.to_act or 0)
    assert state is not None  # it is active
    live_game = live_game_load_locked(locked, text_context)
    moves, quiet = moves_make(
        game=game, live_game=live_game, seat=seat, choices=choices, at=locked.now
    )
    state.state = live_game.dump()
    for move in moves:
        move.actor, move.user = actor, user
    Move.objects.bulk_create(moves)
    state.save(update_fields=["state"])
    game_advance(game=game, seats=locked.seats, live_game=live_game, now=locked.now)
    if actor not in BY_THE_SERVER:  # it goes on by itself
        auto_wake(game)
    return CommandResult(moves, live_game, quiet)


def moves_make(
    *, game: Game, live_game: LiveGame, seat: int, choices: Sequence[str], at: datetime
) -> tuple[list[Move], bool]:
    """Play the choices at ``table``; the moves they are, counted in ``game`` and not yet stored,
    and whether all of them were quiet.
    """
    moves: list[Move] = []
    quiet = True
    for index, choice in enumerate(choices):
        if not quiet:
            raise ChoiceEndsCommand(index - 1)
        question = live_game.question
        step = live_game.play(seat=seat, choice=choice, index=index)
        quiet = step.quiet
        game.move_count += 1
        move = move_build(game, step, at=at)
        move.seat, move.choice = seat, choice
        move.topic = question.topic if question else ""
        moves.append(move)
    return moves, quiet


def move_build(game: Game, step: Step, *, at: datetime) -> Move:
    """The row for a step, numbered as the game's last move and counting its events."""
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
    *, game: Game, seats: Sequence[Seat], live_game: LiveGame, now: datetime | None = None
) -> None:
    """Write down who has to decide now, or the result if nobody has, and store the game. ``now``
    is the database's time, if it was read already.
    """
    now = now or database_clock.now()
    question = live_game.question
    game.attempts = 0
    if question is None:
        finish(game=game, seats=seats, result=live_game.result() or {}, now=now)
    else:
        turn_pass(game=game, seats=seats, question=question, now=now)
    game_save(game)


def finish(*, game: Game, seats: Sequence[Seat], result: dict[str, Any], now: datetime) -> None:
    """The rules have ended the game."""
    if game.to_act is not None:
        clock_segment_end(game=game, seat=seats[game.to_act], now=now)
    game_finish(game, result_rank(result=result, seats=seats), now)
    notify.notification_enqueue(game, seats, "game_finished", ended_by=EndedBy.RULES)


def live_game_load(
    game: Game, state: GameState, text_context: TextContext | None = None
) -> LiveGame:
    """The game in memory."""
    return LiveGame.load(
        slug=game.ruleset, version=game.rules_version, stored=state.state, text_context=text_context
    )


def live_game_load_locked(locked: LockedGame, text_context: TextContext | None = None) -> LiveGame:
    """The game in memory, as its last move left it, to be played. Raises StateDiverged."""
    game, state = locked.game, locked.state
    assert state is not None  # it is active
    return live_game_load_verified(
        slug=game.ruleset,
        version=game.rules_version,
        stored=state.state,
        state_hash=locked.state_hash or "",
        text_context=text_context,
    )


def decision_as_seen(
    *, locked: LockedGame, seat: int, text_context: TextContext | None = None
) -> dict[str, Any]:
    """The open decision as ``seat`` may know it."""
    game, live_game = locked.game, None
    if seat == game.to_act and locked.state is not None:
        live_game = live_game_load(game, locked.state, text_context)
    return decision_document(game=game, viewer=Viewer(seat, seat), live_game=live_game) or {}


def command_reply(
    *, game: Game, seats: Sequence[Seat], viewer: Viewer, played: CommandResult
) -> dict[str, Any]:
    """What a player is told of his own command."""
    return {
        "moves": [move.number for move in played.moves],
        "events": event_documents(game=game, seats=seats, moves=played.moves, viewer=viewer),
        "game": game_document(game=game, seats=seats, viewer=viewer, live_game=played.live_game),
    }


def dry_run_reply(
    *, game: Game, seats: Sequence[Seat], viewer: Viewer, played: CommandResult
) -> dict[str, Any]:
    """What a player is told of a dry run: what would come of it, unless he would learn something by
    that which he does not know; then only that it is legal, and which choice reveals something.
    """
    told: dict[str, Any] = {"dry_run": True, "legal": True, "events": None, "game": None}
    if not played.quiet:
        return {**told, "reveals_at": len(played.moves) - 1}
    reply = command_reply(game=game, seats=seats, viewer=viewer, played=played)
    return {**told, "reveals_at": None, "events": reply["events"], "game": reply["game"]}
