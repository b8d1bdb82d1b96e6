"""Colours can be told from their ground, by day and by night."""

from __future__ import annotations

import pytest

from engine.citadels.picture.emblems import PALE
from engine.citadels.picture.paints import CARD, SUITS, VEIL, VEIL_EDGE
from engine.drawing.paints import CARD_INK, GLOW, INK, PANEL, QUIET, WHITE
from engine.drawing.svg import Paint
from tests.engine.drawing.contrast import SIGN, TEXT, by_day_and_night


def mixed(ground: str, shape: str) -> str:
    """The color of a pale shape on a ground."""
    parts = (
        round(
            (1 - PALE) * int(ground[place : place + 2], 16)
            + PALE * int(shape[place : place + 2], 16)
        )
        for place in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


WATERMARKS = [
    Paint("watermark", mixed(CARD.day, suit.day), mixed(CARD.night, suit.night))
    for suit in SUITS.values()
]
TEXTS = [
    (INK, VEIL),
    (QUIET, VEIL),
    (CARD_INK, CARD),
    *((CARD_INK, watermark) for watermark in WATERMARKS),
]
SIGNS = [
    *((CARD_INK if kind == "noble" else WHITE, suit) for kind, suit in SUITS.items()),
    (VEIL_EDGE, VEIL),
    (QUIET, PANEL),
    (QUIET, GLOW),
]


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [*((*pair, TEXT) for pair in TEXTS), *((*pair, SIGN) for pair in SIGNS)],
)
def test_it_can_be_read(ink: Paint, ground: Paint, least: float) -> None:
    assert by_day_and_night(ink, ground) >= least
