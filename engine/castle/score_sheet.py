"""The reveal after the end: what was hidden, and where the points come from."""

from __future__ import annotations

from typing import Any

from engine.castle.board import CORNERS
from engine.castle.final_scoring import EARNED, breakdown, describe_item, final_items
from engine.castle.names import SEATS, TERRAINS
from engine.castle.state import Match
from engine.castle.text import TEXTS, CastleLanguage

Document = dict[str, Any]


def reveal(match: Match) -> Document:
    """Return the tiles still in the bag, the next one first; the wall tiles that nobody took, and
    those put aside at the start.
    """
    return {
        "bag": [match.tiles.names[tile] for tile in match.bag],
        "towers": [
            {"spaces": list(spaces), "wall_tile": kind or None}
            for spaces, kind in zip(CORNERS, match.towers, strict=True)
        ],
        "unused": list(match.unused),
    }


def score_sheet(match: Match, language: str) -> list[Document]:
    """Return what each seat scored during the match, by terrain, then every item of the end."""
    return [seat_score_sheet(match, seat, TEXTS.find(language)) for seat in range(SEATS)]


def seat_score_sheet(match: Match, seat: int, tongue: CastleLanguage) -> Document:
    items: list[Document] = []
    for item, terrain, points in zip(EARNED, TERRAINS, match.earned[seat], strict=False):
        if points:
            title, text = tongue.scores[item]
            row = {"item": item, "title": title, "points": points, "text": text}
            items.append({**row, "terrain": terrain})
    for found in final_items(match):
        if found.seat == seat:
            title, text = tongue.final(describe_item(found))
            row = {"item": found.item, "title": title, "points": found.points, "text": text}
            items.append({**row, "amount": found.amount, "wall_tile": found.wall_tile or None})
    return {"seat": seat, "total": sum(breakdown(match)[seat].values()), "items": items}
