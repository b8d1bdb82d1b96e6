"""Colours can be told from their ground, by day and by night."""

from __future__ import annotations

import pytest

from engine.citadels.picture.paints import CARD, SUITS, VEIL, VEIL_EDGE
from engine.drawing.paints import CARD_INK, INK, QUIET, WHITE
from engine.drawing.svg import Paint
from tests.engine.drawing.contrast import SIGN, TEXT, by_day_and_night

TEXTS = [
    (INK, VEIL),
    (QUIET, VEIL),
    (CARD_INK, CARD),
]
SIGNS = [
    *((CARD_INK if kind == "noble" else WHITE, suit) for kind, suit in SUITS.items()),
    (VEIL_EDGE, VEIL),
]


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [*((*pair, TEXT) for pair in TEXTS), *((*pair, SIGN) for pair in SIGNS)],
)
def test_it_can_be_read(ink: Paint, ground: Paint, least: float) -> None:
    assert by_day_and_night(ink, ground) >= least
