"""The colors of all pictures can be told from their ground, by day and by night."""

from __future__ import annotations

import pytest

from tablekernel.drawing.paints import ACCENT, CARD_INK, COIN, GLOW, GROUND, INK, PANEL, QUIET
from tablekernel.drawing.svg import Paint
from tests.tablekernel.drawing.contrast import SIGN, TEXT, by_day_and_night, contrast

TEXTS = [
    *((ink, ground) for ink in (INK, QUIET) for ground in (GROUND, PANEL, GLOW)),
    *((ACCENT, ground) for ground in (PANEL, GLOW)),
    (PANEL, ACCENT),
    (PANEL, INK),
    (CARD_INK, COIN),
]


def test_black_on_white_is_the_most_there_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize(
    ("ink", "ground", "least"), [*((*pair, TEXT) for pair in TEXTS), (ACCENT, GROUND, SIGN)]
)
def test_it_can_be_read(ink: Paint, ground: Paint, least: float) -> None:
    assert by_day_and_night(ink, ground) >= least
