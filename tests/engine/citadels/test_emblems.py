"""Every published card has an emblem of its own, drawn in a square of 16 by 16."""

from __future__ import annotations

import re
from collections import Counter

from engine.citadels.all_cards import CARDS
from engine.citadels.picture.emblems import SHAPES, SIDE
from engine.citadels.pools import PUBLISHED

EMBLEMS = {name: card.emblem for name, card in CARDS.items() if name in PUBLISHED}
LONGEST = 240
NUMBER = r"-?(?:\d+(?:\.\d(?!\d))?|\.\d(?!\d))"
"""Tenths suffice: a pixel is one unit or less."""
PATH = re.compile(rf"M(?:[MLHVCSQAZmlhvcsqaz]|{NUMBER}| )*z")
COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
LENGTHS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7}
"""How many numbers a command takes; it is repeated if more follow."""


def trace(path: str) -> list[tuple[float, float]]:
    """All points of a path, control points included: the curve is between them."""
    points: list[tuple[float, float]] = []
    x = y = 0.0
    start = (x, y)
    for letter, digits in COMMAND.findall(path):
        command = letter.upper()
        if command == "Z":
            x, y = start
            continue
        numbers = [float(found) for found in re.findall(NUMBER, digits)]
        length = LENGTHS[command]
        assert numbers, path
        assert len(numbers) % length == 0, path
        for first in range(0, len(numbers), length):
            given = numbers[first : first + length]
            left, top = (0.0, 0.0) if letter.isupper() else (x, y)
            if command == "H":
                pairs = [(left + given[0], y)]
            elif command == "V":
                pairs = [(x, top + given[0])]
            else:
                where = given[5:] if command == "A" else given
                pairs = [
                    (left + one, top + other)
                    for one, other in zip(where[::2], where[1::2], strict=True)
                ]
            x, y = pairs[-1]
            points += pairs
        if command == "M":
            start = points[-1]
    return points


def test_every_published_card_has_a_short_path() -> None:
    for name, emblem in EMBLEMS.items():
        assert PATH.fullmatch(emblem), name
        assert len(emblem) <= LONGEST, name


def test_no_two_signs_are_the_same() -> None:
    found = Counter([*EMBLEMS.values(), *SHAPES.values()])
    assert set(found.values()) == {1}


def test_an_emblem_stays_in_its_square() -> None:
    for name, emblem in EMBLEMS.items():
        for point in trace(emblem):
            assert all(-1e-9 <= part <= SIDE + 1e-9 for part in point), (name, point)


def test_a_point_outside_is_found() -> None:
    assert trace("M1 1h2v3l-4 1z") == [(1, 1), (3, 1), (3, 4), (-1, 5)]
    assert trace("M2 2zm1 1a1 1 0 1 1 14 0H.5")[1:] == [(3, 3), (17, 3), (0.5, 3)]
    assert trace("M1 1C2 3 4 5 6 7q1 1 2-.5.5.5 1 0")[1:4] == [(2, 3), (4, 5), (6, 7)]
