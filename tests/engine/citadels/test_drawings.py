"""Every district has a silhouette and every character a portrait of its own."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import NUMBER_OF
from engine.citadels.picture.buildings import (
    HIGHEST,
    find_silhouette,
    trace_silhouette,
    width_of_building,
)
from engine.citadels.picture.emblems import SHAPES
from engine.citadels.picture.portraits import RADIUS, WORDS
from engine.citadels.pools import PUBLISHED

NUMBER = r"-?(?:\d+(?:\.\d)?|\.\d)"
COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
LENGTHS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
"""How many numbers a command takes; it is repeated if more follow."""
OVERHANG = 7
"""How far a roof or a flag reaches beyond its own ground."""
LONGEST = 700
"""The most letters of the paths of a building."""


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


@pytest.mark.parametrize("name", NUMBER_OF)
def test_a_building_stays_above_its_ground(name: str) -> None:
    layers = trace_silhouette(find_silhouette(name))
    assert sum(map(len, layers)) <= LONGEST
    wide = width_of_building(name)
    for x, y in (point for layer in layers for point in trace(layer)):
        assert -OVERHANG <= x <= wide + OVERHANG, (x, y)
        assert -HIGHEST - OVERHANG <= y <= 2, (x, y)


def test_no_two_districts_look_alike() -> None:
    assert all(one.building for name, one in DISTRICTS.items() if name in PUBLISHED)
    outlines = {name: "".join(trace_silhouette(find_silhouette(name))) for name in NUMBER_OF}
    assert len(set(outlines.values())) == len(outlines)


def test_no_two_characters_look_alike() -> None:
    looks = {
        name: frozenset(one.portrait.split())
        for name, one in CHARACTERS.items()
        if name in PUBLISHED
    }
    assert len(set(looks.values())) == len(looks)
    assert all(look and look <= WORDS.keys() for look in looks.values())


@pytest.mark.parametrize("word", WORDS)
def test_what_a_character_wears_is_near_its_medallion(word: str) -> None:
    used = [one.name for one in CHARACTERS.values() if word in one.portrait.split()]
    assert used
    assert all(abs(x) <= RADIUS and abs(y) <= RADIUS + 4 for x, y in trace(WORDS[word][1]))


def test_no_two_signs_are_the_same() -> None:
    assert set(Counter(SHAPES.values()).values()) == {1}


def test_a_point_outside_is_found() -> None:
    assert trace("M1 1h2v3l-4 1z") == [(1, 1), (3, 1), (3, 4), (-1, 5)]
    assert trace("M2 2zm1 1a1 1 0 1 1 14 0H.5")[1:] == [(3, 3), (17, 3), (0.5, 3)]
    assert trace("M1 1C2 3 4 5 6 7q1 1 2-.5.5.5 1 0")[1:4] == [(2, 3), (4, 5), (6, 7)]
