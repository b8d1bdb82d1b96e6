"""What a finished match hid, and whether chance in it was what had been promised."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from accounts.models import User
from games import engines
from games.documents import about_document, viewer_among
from games.engines import Table, replays
from games.errors import GameNotFinished, HistoryUnavailable
from games.models import Game, Seat, Status
from games.recent import Recent
from games.selectors import Glance, allowed, game_glance, game_with_state_any

Document = dict[str, Any]
Key = tuple[UUID, str]

CHAPTERS: Recent[Key, list[Document]] = Recent(200)
VERDICTS: Recent[Key, Document] = Recent(2000)
"""Of finished matches, by match and version of the rules: nothing changes them any more."""

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


def rounds_of(game: Game) -> list[Document]:
    """What each round hid. Raises RulesUnavailable, HistoryUnavailable."""
    known = CHAPTERS.get((game.id, game.rules_version))
    if known is not None:
        return known
    moves = game.moves.filter(undone_by=None, number__gt=0).order_by("number")
    try:
        found = replays.chapters(
            slug=game.ruleset,
            version=game.rules_version,
            options=game.options,
            seats=game.table_size,
            stored=game.state.state,
            moves=[(seat or 0, choice) for seat, choice in moves.values_list("seat", "choice")],
        )
    except engines.ReplayFailed as failure:
        raise HistoryUnavailable from failure
    return CHAPTERS.keep((game.id, game.rules_version), found)


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
    key = (game_id, glance.game.rules_version)
    verdict = VERDICTS.get(key)
    if verdict is None:
        verdict = VERDICTS.keep(key, verdict_on(*finished(user=user, game_id=game_id)))
    return glance, verdict


def verdict_on(game: Game, seats: list[Seat]) -> Document:
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
    return engines.record_sealed(
        slug=game.ruleset,
        version=game.rules_version,
        options=game.options,
        seats=game.table_size,
        stored=game.state.state,
        nonce=game.state.nonce,
        moves=list(game.moves.filter(undone_by=None).order_by("number").values_list(*columns)),
        about=about_document(game=game, seats=seats),
    )
