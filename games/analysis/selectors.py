"""Reads of analyses and hints, for the user who requested them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from accounts.models import User
from games.analysis.errors import AnalysisNotFound, HintNotFound
from games.analysis.services import present_version
from games.analysis.storage import decisions_unpack
from games.models import Analysis, AnalysisKind, AnalysisStatus, Game, Seat
from games.play.documents import text_context_for, viewer_of
from games.play.selectors import game_header_for
from games.rules.analysis import point_of, summarize, texts_add, win_shares
from games.rules.live_game import TextContext

Document = dict[str, Any]
MOST_WORST = 5
"""Decisions that are named as the worst ones."""
COSTLY = 0.01
"""A decision that lost less than this is none of the worst."""


def analysis_of(*, user: User, game_id: UUID) -> Analysis:
    """Return the user's analysis of a game. Raises GameNotFound, AnalysisNotFound."""
    if (analysis := analysis_find(user=user, game_id=game_id)) is None:
        raise AnalysisNotFound
    return analysis


def analysis_find(*, user: User, game_id: UUID) -> Analysis | None:
    """Return the user's analysis of a game, or None if they have none. Raises GameNotFound."""
    game_header_for(user=user, game_id=game_id)
    found = present_version().filter(game=game_id, user=user, kind=AnalysisKind.GAME)
    return found.select_related("game").first()


def analysis_summary(*, user: User, game_id: UUID) -> Document:
    """Return the status of the user's analysis of a game, and its summary. Both are None if there
    is none, and the summary until it is done. Raises GameNotFound.
    """
    analysis = analysis_find(user=user, game_id=game_id)
    if analysis is None or analysis.status != AnalysisStatus.DONE:
        return {"status": analysis and analysis.status, "summary": None}
    stored = decisions_unpack(bytes(analysis.result))
    return {"status": analysis.status, "summary": summary_document(analysis, stored)}


def hint_of(*, user: User, game_id: UUID) -> Analysis:
    """Return the user's last hint in a game. Raises GameNotFound, HintNotFound."""
    game_header_for(user=user, game_id=game_id)
    found = present_version().filter(game=game_id, user=user, kind=AnalysisKind.HINT)
    hint = found.select_related("game").first()
    if hint is None:
        raise HintNotFound
    return hint


def analysis_version(analysis: Analysis, language: str) -> str:
    """Return a value that changes with everything that is shown of an analysis or hint."""
    parts = (analysis.id, analysis.game.version, analysis.status, analysis.done, language)
    return f"{'.'.join(map(str, parts))}.{analysis.requested_at.timestamp():.0f}"


def analysis_document(analysis: Analysis, language: str) -> Document:
    """Return an analysis with its progress, and its result if it is done."""
    done = analysis.status == AnalysisStatus.DONE
    return {
        **progress_document(analysis),
        "result": result_document(analysis, language) if done else None,
    }


def hint_document(hint: Analysis, language: str) -> Document:
    """Return a hint. It is stale if its decision is no longer open."""
    game, decision = hint.game, None
    if hint.status == AnalysisStatus.DONE:
        (stored,) = decisions_unpack(bytes(hint.result))
        decision = texts_add(
            slug=game.ruleset, document=stored, text_context=names_in(game, hint.user, language)
        )
    return {
        **progress_document(hint),
        "decision": hint.decision,
        "stale": game.to_act is None or game.decision_id != hint.decision,
        "result": decision,
    }


def progress_document(analysis: Analysis) -> Document:
    """Return how far an analysis is."""
    return {
        "game": analysis.game_id,
        "seat": analysis.seat,
        "status": analysis.status,
        "done": analysis.done,
        "total": analysis.total,
        "error": analysis.error or None,
        "requested_at": analysis.requested_at,
        "finished_at": analysis.finished_at,
    }


def result_document(analysis: Analysis, language: str) -> Document:
    """Return the decisions of a seat with their texts, and the summary."""
    game = analysis.game
    stored = decisions_unpack(bytes(analysis.result))
    decisions = decision_documents(analysis, stored, names_in(game, analysis.user, language))
    return {
        "winners": [number for number, place in enumerate(placements_of(game)) if place == 1],
        "summary": summary_document(analysis, stored),
        "worst": worst_moves(decisions),
        "decisions": decisions,
    }


def summary_document(analysis: Analysis, stored: Sequence[Document]) -> Document:
    """Return how the chance of the seat became its result."""
    game, seat = analysis.game, analysis.seat
    summary = summarize(
        stored,
        seat=seat,
        result=win_shares(placements_of(game))[seat],
        forfeited=game.seats.filter(number=seat, lost_at__isnull=False).exists(),
    )
    return {name: round(value, 4) for name, value in summary._asdict().items()}


def placements_of(game: Game) -> list[int]:
    """Return the place of each seat of a finished game."""
    placements: list[int] = (game.result or {})["placements"]
    return placements


def decision_documents(
    analysis: Analysis, stored: Sequence[Document], context: TextContext
) -> list[Document]:
    """Return the stored decisions of an analysis, each with its texts and what it has lost."""
    return [decision_document(analysis.game, one, analysis.seat, context) for one in stored]


def decision_document(game: Game, stored: Document, seat: int, context: TextContext) -> Document:
    """Return one decision of an analysis, with what its choice has lost."""
    point = point_of(stored, seat)
    return {
        "move": stored["move"],
        "actor": stored["actor"],
        "own": stored["own"],
        **texts_add(slug=game.ruleset, document=stored, text_context=context),
        "played": stored["played"],
        "loss": round(point.best - point.played, 4),
        "loss_error": stored["loss_error"],
        "revealed": stored["revealed"],
    }


def worst_moves(decisions: Sequence[Document]) -> list[int]:
    """Return the player's moves that lost most, the worst first."""
    own = [one for one in decisions if one["own"] and one["loss"] >= COSTLY]
    losing = sorted(own, key=lambda one: -one["loss"])
    return [one["move"] for one in losing[:MOST_WORST]]


def names_in(game: Game, user: User, language: str) -> TextContext:
    """Return the language and the names for texts about a game."""
    seats: list[Seat] = list(game.seats.select_related("user"))
    return text_context_for(viewer_of(seats, user, language), seats)
