"""Colours can be told from their ground, by day and by night (WCAG 2.2: 1.4.3 and 1.4.11)."""

from __future__ import annotations

import pytest

from engine.citadels.picture.paints import CARD, SUITS, VEIL, VEIL_EDGE
from engine.kernel.paints import ACCENT, CARD_INK, COIN, GLOW, GROUND, INK, PANEL, QUIET, WHITE
from engine.kernel.svg import Paint

TEXT, SIGN = 4.5, 3.0
TEXTS = [
    *((ink, ground) for ink in (INK, QUIET) for ground in (GROUND, PANEL, GLOW, VEIL)),
    *((ACCENT, ground) for ground in (PANEL, GLOW)),
    (PANEL, ACCENT),
    (PANEL, INK),
    (CARD_INK, CARD),
    (CARD_INK, COIN),
]
SIGNS = [
    *((CARD_INK if kind == "noble" else WHITE, suit) for kind, suit in SUITS.items()),
    (ACCENT, GROUND),
    (VEIL_EDGE, VEIL),
]


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_the_most_there_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [*((*pair, TEXT) for pair in TEXTS), *((*pair, SIGN) for pair in SIGNS)],
)
def test_it_can_be_read(ink: Paint, ground: Paint, least: float) -> None:
    assert contrast(ink.day, ground.day) >= least
    assert contrast(ink.night, ground.night) >= least
