"""What a finished game hid, and the verification of its record."""

from __future__ import annotations

from threading import Lock
from typing import Any
from uuid import UUID

from cachetools import LRUCache, cached

from accounts.models import User
from games.history.errors import HistoryUnavailable
from games.models import Game, Seat, Status
from games.play.documents import about_document, viewer_of
from games.play.errors import GameNotFinished
from games.play.selectors import GameHeader, check_visible, game_header_for, game_with_state_any
from games.rules import replays
from games.rules.live_game import LiveGame, ReplayFailed, record_build
from games.rules.rulesets import ruleset_of

Document = dict[str, Any]

CHECKS = ("format", "commitment", "options", "set_up", "moves", "result", "digest")
"""The checks of a verification, in order."""


def reveal_for(*, user: User | None, game_id: UUID, language: str) -> tuple[GameHeader, Document]:
    """Return everything that a finished game hid.

    Raises GameNotFound, GameNotFinished, RulesUnavailable, HistoryUnavailable.
    """
    game, seats = finished_game(user=user, game_id=game_id)
    ruleset, stored = ruleset_of(game), game.state.state
    live_game = LiveGame.load(ruleset, stored)
    hidden, scores = replays.reveal_end(ruleset, stored=stored, language=language)
    document = {
        "game": game.id,
        "seed": live_game.seed().hex(),
        "nonce": game.state.nonce,
        "commitment": game.commitment,
        "table": live_game.view(None),
        "hidden": hidden,
        "rounds": rounds_of(game),
        "scores": scores,
        "result": game.result,
    }
    return GameHeader(game, viewer_of(seats, user, language)), document


def finished_game(*, user: User | None, game_id: UUID) -> tuple[Game, list[Seat]]:
    """Return a finished game with its state, and its seats. Raises GameNotFound,
    GameNotFinished.
    """
    game = game_with_state_any(game_id)
    seats = list(game.seats.select_related("user").order_by("number"))
    check_visible(game, viewer_of(seats, user), user)
    if game.status != Status.FINISHED:
        raise GameNotFinished
    return game, seats


def cache_key(game: Game, *_: object) -> tuple[UUID, str]:
    """Return a cache key. A finished game never changes, unless its rules do."""
    return game.id, game.rules_version


@cached(LRUCache(200), key=cache_key, lock=Lock())
def rounds_of(game: Game) -> list[Document]:
    """Return what each round hid. Raises RulesUnavailable, HistoryUnavailable."""
    moves = game.moves.filter(undone_by=None, number__gt=0).order_by("number")
    try:
        return replays.reveal_rounds(
            ruleset_of(game),
            options=game.options,
            seats=game.table_size,
            stored=game.state.state,
            moves=[(seat or 0, choice) for seat, choice in moves.values_list("seat", "choice")],
            start=game.state.start,
        )
    except ReplayFailed as failure:
        raise HistoryUnavailable from failure


# --- the record --------------------------------------------------------------------------------


def export_for(*, user: User | None, game_id: UUID) -> bytes:
    """Return the record of a finished game. Raises GameNotFound, GameNotFinished,
    RulesUnavailable.
    """
    return record_of(*finished_game(user=user, game_id=game_id))


def verdict_for(*, user: User | None, game_id: UUID) -> tuple[GameHeader, Document]:
    """Verify the record of a finished game by replaying it. The result is cached.

    Raises GameNotFound, GameNotFinished, RulesUnavailable.
    """
    header = game_header_for(user=user, game_id=game_id)
    if header.game.status != Status.FINISHED:
        raise GameNotFinished
    return header, verdict_on(header.game, user)


@cached(LRUCache(2000), key=cache_key, lock=Lock())
def verdict_on(game: Game, user: User | None) -> Document:
    """Verify the record of a finished game, with the same result for every user who may see it.

    Raises GameNotFound, GameNotFinished, RulesUnavailable.
    """
    game, seats = finished_game(user=user, game_id=game.id)
    verdict = replays.record_verify(record_of(game, seats))
    return {
        "game": game.id,
        "ok": verdict.ok,
        "reason": verdict.reason,
        "move": verdict.move,
        "moves": game.move_count,
        "commitment": game.commitment,
        "rules_version": game.rules_version,
        "checks": list(CHECKS),
    }


def nameless(seat: Seat) -> Seat:
    """Return a seat as records show it that name nobody. It is not stored."""
    seat.user = None
    return seat


def record_of(game: Game, seats: list[Seat]) -> bytes:
    """Return the record of a finished game as one line of JSON. Raises RulesUnavailable."""
    columns = ("number", "seat", "choice", "chance", "state_hash")
    return record_build(
        ruleset_of(game),
        options=game.options,
        seats=game.table_size,
        stored=game.state.state,
        nonce=game.state.nonce,
        moves=list(game.moves.filter(undone_by=None).order_by("number").values_list(*columns)),
        about=about_document(game=game, seats=seats),
        start=game.state.start,
    )
