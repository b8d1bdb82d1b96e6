"""Colours of the pictures of every game can be told from their ground, by day and by night."""

from __future__ import annotations

import pytest

from engine.castle.picture import paints as castle
from engine.citadels.picture import paints as citadels
from tablekernel.drawing.paints import (
    ACCENT,
    CARD_INK,
    GLOW,
    GROUND,
    INK,
    LAST,
    PANEL,
    QUIET,
    WHITE,
)
from tablekernel.drawing.svg import Paint
from tests.engine.test_pictures import DRAWN
from tests.tablekernel.drawing.contrast import SIGN, TEXT, by_day_and_night, contrast

Pairs = list[tuple[Paint, Paint]]
"""Inks, each with its ground."""

TEXTS: dict[str, Pairs] = {
    "castle": [
        (INK, castle.WALL),
        (INK, castle.STONE),
        (INK, castle.TOWER),
        (QUIET, castle.FREE),
        (QUIET, GLOW),
        (INK, castle.EMPTY),
        *zip(castle.SEAT_INKS, castle.SEATS, strict=True),
    ],
    "citadels": [
        *((CARD_INK if kind == "noble" else WHITE, suit) for kind, suit in citadels.SUITS.items()),
        (CARD_INK, citadels.CARD),
        (ACCENT, PANEL),
        (PANEL, ACCENT),
        *((WHITE, seat) for seat in citadels.SEATS),
        *((WHITE, robe) for robe in citadels.ROBES.values()),
    ],
}
SIGNS: dict[str, Pairs] = {
    "castle": [
        *((WHITE, castle.GROUNDS[name]) for name in ("tower", "house")),
        *((castle.GROUNDS["court"], castle.GROUNDS[name]) for name in ("tower", "house")),
        *((CARD_INK, castle.GROUNDS[name]) for name in ("path", "court")),
        (CARD_INK, castle.PAVING),
        (CARD_INK, WHITE),
        (castle.WATER, castle.PAVING),
        (WHITE, castle.MARK),
        (ACCENT, castle.FREE),
        (ACCENT, GLOW),
    ],
    "citadels": [
        (QUIET, PANEL),
        (QUIET, GLOW),
        *((citadels.WINDOW, wall) for wall in citadels.WALLS.values()),
        (LAST, PANEL),
        (LAST, GLOW),
        (ACCENT, GLOW),
    ],
}
CASTLE_GROUNDS = (*castle.GROUNDS.values(), castle.WALL, castle.TOWER, castle.FREE, PANEL, GROUND)


def test_the_colors_of_every_game_are_listed() -> None:
    assert TEXTS.keys() == SIGNS.keys() == {ruleset.slug for ruleset in DRAWN}


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        pytest.param(*pair, least, id=f"{slug}-{kind}-{place}")
        for kind, games, least in (("text", TEXTS, TEXT), ("sign", SIGNS, SIGN))
        for slug, pairs in games.items()
        for place, pair in enumerate(pairs)
    ],
)
def test_it_can_be_read(ink: Paint, ground: Paint, least: float) -> None:
    assert by_day_and_night(ink, ground) >= least


@pytest.mark.parametrize("ground", CASTLE_GROUNDS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_piece_of_the_castle_or_its_edge_stands_out(seat: int, ground: Paint) -> None:
    piece, edge = castle.SEATS[seat], castle.SEAT_INKS[seat]
    assert max(contrast(piece.day, ground.day), contrast(edge.day, ground.day)) >= SIGN
    assert max(contrast(piece.night, ground.night), contrast(edge.night, ground.night)) >= SIGN
