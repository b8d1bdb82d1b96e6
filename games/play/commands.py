"""Commands: choices of players and bots become moves, each command in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core import database_clock, tracing
from core.raw_rows import row_insert, row_update
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
from games.play.selectors import tried_from_document
from games.play.timing import clock_segment_end, is_too_late
from games.rules.errors import GameOver, NotYourDecision
from games.rules.live_game import LiveGame, Step, TextContext
from games.rules.replays import live_game_load_verified
from games.rules.rulesets import ruleset_of

BY_THE_SERVER = (Actor.BOT, Actor.ORDER)


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command."""

    moves: list[Move]
    live_game: LiveGame
    quiet: bool
    """True if the player learned nothing new."""


def command_send(
    *,
    user: User,
    game_id: UUID,
    decision: int,
    choices: Sequence[str],
    key: str | None = None,
    language: str = "en",
    dry_run: bool = False,
    by_mail: bool = False,
) -> Reply:
    """Answer the open decision for a player with ``choices``; all of them are played, or none.

    ``key`` is the request's Idempotency-Key: a command that was answered gets the same reply again,
    even if the decision is long closed. With ``dry_run`` the command is played and rolled back, and
    ``key`` has no effect. A player who sends it ``by_mail`` gets the next decision of their turn in
    an e-mail. A game whose state does not match its moves is suspended.

    Raises GameNotFound, NotSeated, IdempotencyKeyInvalid, IdempotencyKeyReused, and what
    ``seat_check_may_act`` and ``command_play`` raise.
    """
    arrived_at = timezone.now()  # before the wait for the lock, which is not the player's fault
    with quarantine_on_divergence(game_id=game_id), transaction.atomic():
        locked = game_lock_whole(game_id)
        game, seats = locked.game, locked.seats
        viewer = viewer_of(seats, user, language)
        if (mine := viewer.seat) is None:
            raise hide_from_stranger(NotSeated(), game=game, user=user)
        request = idempotency.keyed_request(
            user=user,
            scope=idempotency.commands_scope(game_id),
            key=key,
            payload={"decision": decision, "choices": list(choices)},
        )
        if not dry_run and (earlier := idempotency.reply_find(request)) is not None:
            return earlier
        seat_check_may_act(game=game, seat=seats[mine], arrived_at=arrived_at, now=locked.now)
        result = command_play(
            locked=locked,
            seat=mine,
            decision=decision,
            choices=choices,
            actor=Actor.PLAYER,
            user=user,
            text_context=text_context_for(viewer, seats),
        )
        if by_mail and game.to_act == mine:
            notify.turn_notify(game, seats[mine], kind=notify.TURN_CONTINUES)
        if dry_run:
            reply = Reply(dry_run_reply(user=user, locked=locked, viewer=viewer, result=result))
            transaction.set_rollback(True)
            return reply
        document = command_reply(user=user, locked=locked, viewer=viewer, result=result)
        return idempotency.reply_store(request, document)


def seat_check_may_act(*, game: Game, seat: Seat, arrived_at: datetime, now: datetime) -> None:
    """Check that the player of ``seat`` may send commands now, and mark them as present.

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
    """Record that the player of ``seat`` has acted; turns missed in a row no longer count."""
    if seat.acted_at is None or seat.missed_in_a_row:
        seat.acted_at, seat.missed_in_a_row = seat.acted_at or at, 0
        seat.save()


def check_in_time(*, game: Game, arrived_at: datetime, now: datetime) -> None:
    """Check that a command arrived before its deadline and the grace after it have passed.

    ``arrived_at`` is by this machine's clock, ``now`` by the database's. Raises DeadlinePassed.
    """
    if game.deadline_at is None:
        return
    waited = timezone.now() - arrived_at
    if is_too_late(game, now - waited):  # deadlines go by the database's clock
        raise DeadlinePassed


@tracing.traced("command")
def command_play(
    *,
    locked: LockedGame,
    seat: int,
    decision: int,
    choices: Sequence[str],
    actor: Actor,
    user: User | None = None,
    text_context: TextContext | None = None,
    live_game: LiveGame | None = None,
) -> CommandResult:
    """Play ``choices`` for ``seat``. Every move of players, bots and the clock is made here.

    ``live_game`` is the game in memory, if the caller has loaded it. An error rolls back the
    caller's transaction, so a command is played as a whole or not at all. Raises GameNotStarted,
    GameOver, StaleDecision, NotYourDecision, IllegalChoice, ChoiceEndsCommand; and StateDiverged,
    for which the caller puts the game into quarantine.
    """
    game, state = locked.game, locked.state
    tracing.describe({"citadels.game": str(game.id), "citadels.actor": actor})
    if game.status == Status.LOBBY:
        raise GameNotStarted
    if game.status != Status.ACTIVE:
        raise GameOver
    if decision != game.decision_id:
        raise StaleDecision(decision_for(locked=locked, seat=seat, text_context=text_context))
    if seat != game.to_act:
        raise NotYourDecision(game.to_act or 0)
    assert state is not None  # it is active
    live_game = live_game or live_game_load_locked(locked, text_context)
    moves, quiet = moves_make(
        game=game, live_game=live_game, seat=seat, choices=choices, at=locked.now
    )
    state.state = live_game.dump()
    for move in moves:
        move.actor, move.user = actor, user
        row_insert(move)
    row_update(state, ("state",))
    game_advance(game=game, seats=locked.seats, live_game=live_game, now=locked.now)
    if actor not in BY_THE_SERVER:  # those go on without being woken
        auto_wake(game)
    return CommandResult(moves, live_game, quiet)


def moves_make(
    *, game: Game, live_game: LiveGame, seat: int, choices: Sequence[str], at: datetime
) -> tuple[list[Move], bool]:
    """Play the choices in memory and count them in ``game``.

    Returns the moves, which are not stored yet, and whether all of them were quiet.
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
    """Build the row for the last move of ``game``, and count its events."""
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
    """Store the game with its next decision, or with its result when the rules have ended it.

    ``now`` is the database's time, if it was read before.
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
    """End a game whose rules have ended it, and notify its players."""
    if game.to_act is not None:
        clock_segment_end(game=game, seat=seats[game.to_act], now=now)
    game_finish(game, result_rank(result=result, seats=seats), now)
    notify.notification_enqueue(game, seats, "game_finished", ended_by=EndedBy.RULES)


def live_game_load(
    game: Game, state: GameState, text_context: TextContext | None = None
) -> LiveGame:
    """Load a game from its stored state."""
    return LiveGame.load(ruleset_of(game), state.state, text_context)


def live_game_load_locked(locked: LockedGame, text_context: TextContext | None = None) -> LiveGame:
    """Load a game and check its state against its last move. Raises StateDiverged."""
    game, state = locked.game, locked.state
    assert state is not None  # it is active
    return live_game_load_verified(
        ruleset_of(game),
        stored=state.state,
        state_hash=locked.state_hash or "",
        text_context=text_context,
    )


def decision_for(
    *, locked: LockedGame, seat: int, text_context: TextContext | None = None
) -> dict[str, Any]:
    """Return the open decision as ``seat`` may see it."""
    game, live_game = locked.game, None
    if seat == game.to_act and locked.state is not None:
        live_game = live_game_load(game, locked.state, text_context)
    return decision_document(game=game, viewer=Viewer(seat, seat), live_game=live_game) or {}


def command_reply(
    *, user: User, locked: LockedGame, viewer: Viewer, result: CommandResult
) -> dict[str, Any]:
    """Return the reply to a command."""
    game, seats = locked.game, locked.seats
    return {
        "moves": [move.number for move in result.moves],
        "events": event_documents(game=game, seats=seats, moves=result.moves, viewer=viewer),
        "game": game_document(
            game=game,
            seats=seats,
            viewer=viewer,
            live_game=result.live_game,
            tried_from=tried_from_document(game, user),
        ),
    }


def dry_run_reply(
    *, user: User, locked: LockedGame, viewer: Viewer, result: CommandResult
) -> dict[str, Any]:
    """Return the reply to a dry run: what the command would do.

    If that would tell the player something new, the reply says only that the command is legal and
    which choice reveals something.
    """
    if not result.quiet:
        return {"reveals_at": len(result.moves) - 1, "events": None, "game": None}
    reply = command_reply(user=user, locked=locked, viewer=viewer, result=result)
    return {"reveals_at": None, "events": reply["events"], "game": reply["game"]}
