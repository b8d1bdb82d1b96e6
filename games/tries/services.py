"""Tries: unrated games against bots that begin at a position of a finished game."""

from __future__ import annotations

from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.history.positions import Past, past_of
from games.lobby.create import seats_build
from games.lobby.create_once import create_once
from games.lobby.limits import limits_check, user_lock
from games.lobby.repository import lobby_insert, seat_occupy
from games.lobby.settings import settings_set
from games.lobby.start import game_begin
from games.models import Game, Move, Status, Visibility
from games.play.bot_seats import NOBODY, BotKind, BotRequest, bot_check, replacement
from games.play.errors import GameNotFinished, GameNotStarted
from games.play.idempotency import Reply
from games.play.selectors import game_header_for
from games.rules import rulesets, starts
from games.tries.errors import NoDecisionLeft, RedealUnavailable


class Hidden(StrEnum):
    """What becomes of the hidden parts of a position."""

    AS_IT_WAS = "as_it_was"
    REDEALT = "redealt"


def try_open(
    *, user: User, game_id: UUID, move: int, body: dict[str, Any], key: str | None = None
) -> Reply:
    """Create a try; for an Idempotency-Key that was used before, return the first reply.

    Raises what ``game_try`` raises, and IdempotencyKeyInvalid, IdempotencyKeyReused.
    """
    request = {"game_id": game_id, "move": move, **body}
    return create_once(
        user=user,
        scope="tries",
        key=key,
        payload=request,
        create=lambda: game_try(user=user, **request),
    )


@transaction.atomic
def game_try(
    *,
    user: User,
    game_id: UUID,
    move: int,
    seat: int | None = None,
    hidden: str = Hidden.REDEALT,
    bot: BotRequest | None = None,
) -> Game:
    """Start a private, unrated game of the user against bots after ``move`` of a finished game.

    The user gets ``seat``; by default the one that they held, else the one that has to decide. A
    position whose hidden parts are dealt again is that of the next decision of the seat, since only
    there the rules say what it knows. The bots are ``bot``, by default those that replace
    missing players. Raises GameNotFound, GameNotStarted, GameNotFinished, MoveNotFound, Invalid,
    NoDecisionLeft, RedealUnavailable, TooManyGames, RulesUnavailable, HistoryUnavailable.
    """
    check_finished(user, game_id)
    limits_check(user)
    past = position_at(user, game_id, move, seat)
    origin = past.moment.game
    ruleset = rulesets.ruleset_of(origin)
    kind = bot_check(bot, known=ruleset.bots, pointer="/bot") if bot else replacement(ruleset.bots)
    question = past.live_game.question
    if question is None:
        raise NoDecisionLeft
    if seat is None:
        seat = seat_held(past, default=question.seat)
    stored = past.live_game.dump()
    if hidden == Hidden.REDEALT:
        move = next_decision(origin, move, seat)
        stored = redealt(origin, position_at(user, game_id, move, seat), move)
    game = try_build(user, origin, move)
    opening = starts.game_set_up_at(ruleset, stored)
    rows = seats_build(game, seat_kinds(game.table_size, seat, kind))
    user_lock(user).get()
    limits_check(user)
    seat_occupy(user=user, seat=rows[seat])
    lobby_insert(game, rows)
    return game_begin(game, rows, opening)


def check_finished(user: User, game_id: UUID) -> None:
    """Check that the user may see how a game went, before it is replayed. Raises GameNotFound,
    GameNotStarted, GameNotFinished.
    """
    game = game_header_for(user=user, game_id=game_id).game
    if game.status == Status.LOBBY:
        raise GameNotStarted
    if game.status != Status.FINISHED:
        raise GameNotFinished


def position_at(user: User, game_id: UUID, move: int, seat: int | None) -> Past:
    """Return a position of a game. Raises what ``past_of`` raises."""
    return past_of(user=user, game_id=game_id, number=move, seat=seat, language="en")


def seat_held(past: Past, *, default: int) -> int:
    """Return the seat that the user held last, or ``default``."""
    if past.viewer.seat is not None:
        return past.viewer.seat
    last = max(past.viewer.seen, key=lambda span: span.first, default=None)
    return default if last is None else last.seat


def next_decision(origin: Game, move: int, seat: int) -> int:
    """Return the move after which the seat decided next, from ``move`` on. Raises
    NoDecisionLeft.
    """
    later = Move.objects.filter(game=origin, undone_by=None, number__gt=move, seat=seat)
    number = later.order_by("number").values_list("number", flat=True).first()
    if number is None:
        raise NoDecisionLeft
    return number - 1


def redealt(origin: Game, past: Past, move: int) -> str:
    """Return a position whose hidden parts are dealt again, as stored. Raises
    RedealUnavailable.
    """
    moves = Move.objects.filter(game=origin, undone_by=None, number__lte=move).order_by("number")
    try:
        return starts.position_redeal(
            rulesets.ruleset_of(origin),
            stored=past.live_game.dump(),
            events=moves.values_list("events", flat=True),
        )
    except starts.RedealFailed as failure:
        detail = _("What is hidden in this game cannot be dealt again. Use `as_it_was`.")
        raise RedealUnavailable(detail) from failure


def try_build(user: User, origin: Game, move: int) -> Game:
    """Build the unsaved game of a try, with the settings of a new game against bots."""
    game = Game(
        ruleset=origin.ruleset,
        rules_version=origin.rules_version,
        options=origin.options,
        table_size=origin.table_size,
        created_by=user,
        tried_from=origin,
        tried_from_move=move,
    )
    settings_set(game, {"pace": None, "visibility": Visibility.PRIVATE, "rated": False}, people=1)
    return game


def seat_kinds(size: int, seat: int, kind: BotKind) -> list[BotKind]:
    """Return the bot on each seat; nobody on ``seat``."""
    return [NOBODY if number == seat else kind for number in range(size)]
