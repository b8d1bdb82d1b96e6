"""Colours can be told from their ground, by day and by night."""

from __future__ import annotations

import pytest

from engine.castle.picture.paints import (
    EMPTY,
    FREE,
    GROUNDS,
    MARK,
    PAVING,
    SEAT_INKS,
    SEATS,
    STONE,
    TOWER,
    WALL,
    WATER,
)
from engine.drawing.paints import ACCENT, CARD_INK, GLOW, GROUND, INK, PANEL, QUIET, WHITE
from engine.drawing.svg import Paint
from tests.engine.drawing.contrast import SIGN, TEXT, by_day_and_night, contrast

TEXTS = [
    (INK, WALL),
    (INK, STONE),
    (INK, TOWER),
    (QUIET, FREE),
    (QUIET, GLOW),
    (INK, EMPTY),
    *zip(SEAT_INKS, SEATS, strict=True),
]
SIGNS = [
    *((WHITE, GROUNDS[name]) for name in ("tower", "house")),
    *((GROUNDS["court"], GROUNDS[name]) for name in ("tower", "house")),
    *((CARD_INK, GROUNDS[name]) for name in ("path", "court")),
    (CARD_INK, PAVING),
    (CARD_INK, WHITE),
    (WATER, PAVING),
    (WHITE, MARK),
    (ACCENT, FREE),
    (ACCENT, GLOW),
]


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [*((*pair, TEXT) for pair in TEXTS), *((*pair, SIGN) for pair in SIGNS)],
)
def test_it_can_be_read(ink: Paint, ground: Paint, least: float) -> None:
    assert by_day_and_night(ink, ground) >= least


@pytest.mark.parametrize("ground", [*GROUNDS.values(), WALL, TOWER, FREE, PANEL, GROUND])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_piece_or_its_edge_stands_out(seat: int, ground: Paint) -> None:
    piece, edge = SEATS[seat], SEAT_INKS[seat]
    assert max(contrast(piece.day, ground.day), contrast(edge.day, ground.day)) >= SIGN
    assert max(contrast(piece.night, ground.night), contrast(edge.night, ground.night)) >= SIGN
