"""What a finished match hid, and whether chance in it was what had been promised."""

from __future__ import annotations

from threading import Lock
from typing import Any
from uuid import UUID

from cachetools import LRUCache, cached

from accounts.models import User
from games import rules
from games.history.errors import HistoryUnavailable
from games.models import Game, Seat, Status
from games.play.documents import about_document, viewer_among
from games.play.errors import GameNotFinished
from games.play.selectors import Glance, allowed, game_glance, game_with_state_any
from games.rules import Table, replays

Document = dict[str, Any]

CHECKS = ("format", "commitment", "options", "set_up", "moves", "result", "digest")
"""What a verification goes through, in this order."""


def reveal_for(*, user: User, game_id: UUID, language: str) -> tuple[Glance, Document]:
    """Everything that a finished match hid. Raises GameNotFound, GameNotFinished,
    RulesUnavailable, HistoryUnavailable.
    """
    game, seats = finished(user=user, game_id=game_id)
    slug, version, stored = game.ruleset, game.rules_version, game.state.state
    table = Table.load(slug=slug, version=version, stored=stored)
    hidden, scores = replays.revealed(slug=slug, version=version, stored=stored, language=language)
    document = {
        "game": game.id,
        "seed": table.seed().hex(),
        "nonce": game.state.nonce,
        "commitment": game.commitment,
        "table": table.view(None),
        "hidden": hidden,
        "rounds": rounds_of(game),
        "scores": scores,
        "result": game.result,
    }
    return Glance(game, viewer_among(seats, user, language)), document


def finished(*, user: User, game_id: UUID) -> tuple[Game, list[Seat]]:
    """A finished match with its state, and its seats. Raises GameNotFound, GameNotFinished."""
    game = game_with_state_any(game_id)
    seats = list(game.seats.select_related("user").order_by("number"))
    allowed(game, viewer_among(seats, user), user)
    if game.status != Status.FINISHED:
        raise GameNotFinished
    return game, seats


def cache_key(game: Game, *_: object) -> tuple[UUID, str]:
    """Return the key of what never changes once a match is finished, unless its rules do."""
    return game.id, game.rules_version


@cached(LRUCache(200), key=cache_key, lock=Lock())
def rounds_of(game: Game) -> list[Document]:
    """Return what each round hid. Raises RulesUnavailable, HistoryUnavailable."""
    moves = game.moves.filter(undone_by=None, number__gt=0).order_by("number")
    try:
        return replays.chapters(
            slug=game.ruleset,
            version=game.rules_version,
            options=game.options,
            seats=game.table_size,
            stored=game.state.state,
            moves=[(seat or 0, choice) for seat, choice in moves.values_list("seat", "choice")],
        )
    except rules.ReplayFailed as failure:
        raise HistoryUnavailable from failure


# --- the record --------------------------------------------------------------------------------


def export_for(*, user: User, game_id: UUID) -> bytes:
    """The record of a finished match. Raises GameNotFound, GameNotFinished, RulesUnavailable."""
    return record_of(*finished(user=user, game_id=game_id))


def verdict_for(*, user: User, game_id: UUID) -> tuple[Glance, Document]:
    """Whether the record of a finished match is true, played again from its seed; worked out once.

    Raises GameNotFound, GameNotFinished, RulesUnavailable.
    """
    glance = game_glance(user=user, game_id=game_id)
    if glance.game.status != Status.FINISHED:
        raise GameNotFinished
    return glance, verdict_on(glance.game, user)


@cached(LRUCache(2000), key=cache_key, lock=Lock())
def verdict_on(game: Game, user: User) -> Document:
    """Return whether the record of a finished match is true; any user who may see it gets the same.

    Raises GameNotFound, GameNotFinished, RulesUnavailable.
    """
    game, seats = finished(user=user, game_id=game.id)
    verdict = replays.record_verified(record_of(game, seats))
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


def record_of(game: Game, seats: list[Seat]) -> bytes:
    columns = ("number", "seat", "choice", "chance", "state_hash")
    return rules.record_sealed(
        slug=game.ruleset,
        version=game.rules_version,
        options=game.options,
        seats=game.table_size,
        stored=game.state.state,
        nonce=game.state.nonce,
        moves=list(game.moves.filter(undone_by=None).order_by("number").values_list(*columns)),
        about=about_document(game=game, seats=seats),
    )
