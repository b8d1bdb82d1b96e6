"""Colours can be told from their ground, by day and by night."""

from __future__ import annotations

import pytest

from engine.citadels.picture.paints import CARD, SEATS, SUITS, VEIL, VEIL_EDGE, WINDOW
from engine.drawing.paints import ACCENT, CARD_INK, GLOW, INK, LAST, PANEL, QUIET, WHITE
from engine.drawing.svg import Paint
from tests.engine.drawing.contrast import SIGN, TEXT, by_day_and_night

TEXTS = [
    (INK, VEIL),
    (QUIET, VEIL),
    (CARD_INK, CARD),
    (ACCENT, PANEL),
    (PANEL, ACCENT),
    *((WHITE, seat) for seat in SEATS),
]
SIGNS = [
    *((CARD_INK if kind == "noble" else WHITE, suit) for kind, suit in SUITS.items()),
    (VEIL_EDGE, VEIL),
    (QUIET, PANEL),
    (QUIET, GLOW),
    (CARD_INK, WINDOW),
    (LAST, PANEL),
    (LAST, GLOW),
    (ACCENT, GLOW),
]


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [*((*pair, TEXT) for pair in TEXTS), *((*pair, SIGN) for pair in SIGNS)],
)
def test_it_can_be_read(ink: Paint, ground: Paint, least: float) -> None:
    assert by_day_and_night(ink, ground) >= least
