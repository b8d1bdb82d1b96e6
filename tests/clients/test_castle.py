"""The castle in the terminal: tiles as they lie, the wall, and a player of plain sense."""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from rich.console import Console

from clients.citadels_client.choosers import by_chance
from clients.citadels_client.documents import Decision
from clients.citadels_client.guides import guide_to
from clients.citadels_client.guides.castle import rotations
from clients.citadels_client.guides.castle_board import PLAIN, Board
from clients.citadels_client.guides.castle_tiles import SPOTS, face_lines, faces_of, turned
from clients.citadels_client.screens import LiveScreen
from engine.castle.names import SLOTS
from engine.castle.names import turn_slot as turned_by_the_rules
from engine.castle.ruleset import CASTLE
from tests.clients.test_words import NOW, match_view

CATALOGUE = CASTLE.cards()
(TILES,) = CATALOGUE["tile_sets"]
FACES = faces_of(TILES)
GUIDE = guide_to("castle", CATALOGUE)


def test_slots_turn_as_the_rules_turn_them() -> None:
    assert set(SPOTS) == set(SLOTS)
    for number, slot in enumerate(SLOTS):
        for rotation in range(4):
            assert turned(slot, rotation) == SLOTS[turned_by_the_rules(number, rotation)]


@pytest.mark.parametrize(
    ("tile", "rotation", "lines"),
    [
        ("c01", 0, ["...|...", "...+===", "......."]),
        ("c01", 2, [".......", "===+...", "...|..."]),
        ("b01", 0, ["%######", "%%#####", "%######"]),
    ],
)
def test_a_tile_is_drawn_as_it_lies(tile: str, rotation: int, lines: list[str]) -> None:
    drawn = [line.plain for line in face_lines(FACES[tile, rotation], PLAIN)]
    assert drawn == lines


def decisions(seed: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """A random match: each state, with the decision described."""
    state, _ = CASTLE.start(CASTLE.check_options({}, 2), 2, bytes([seed]) * 32)
    rng = Random(seed)
    while (decision := CASTLE.decision(state)) is not None:
        yield state, CASTLE.describe(state, decision)
        CASTLE.play(state, decision.seat, rng.choice(decision.options).key)


def test_the_board_shows_each_follower_space_and_legal_cell() -> None:
    board = Board(CATALOGUE["board"], TILES, PLAIN)
    for state, described in decisions(4):
        table = CASTLE.view(state, None)
        if described["topic"] != "place":
            continue
        cells = rotations(described["options"])
        text = board.drawn(table, cells).plain
        assert len(text.splitlines()) == 14 * 3
        assert all(f" {space} " in f" {text} ".replace("\n", " ") for space in range(10, 100))
        for x, y in cells:
            assert f"{x},{y}" in text
        plain = board.drawn({**table, "followers": []}, cells).plain
        shown = sum(one != other for one, other in zip(text, plain, strict=True))
        assert shown == len(table["followers"])


def test_a_place_is_said_in_whatever_way_is_clear() -> None:
    options = [
        {"choice": "place:7,0:2", "verb": "place", "x": 7, "y": 0, "rotation": 2},
        {"choice": "place:7,0:3", "verb": "place", "x": 7, "y": 0, "rotation": 3},
        {"choice": "place:1,11:0", "verb": "place", "x": 1, "y": 11, "rotation": 0},
    ]
    decision: Decision = {"id": 1, "seat": 0, "topic": "place", "since": NOW, "options": options}
    said = {
        "7 0 2": "place:7,0:2",
        "7,0/3": "place:7,0:3",
        "1,11": "place:1,11:0",
        "7 0": None,
        "7": None,
        "1": None,
        "": None,
        "7 0 1": None,
        "7 0 2 1": None,
    }
    assert {words: GUIDE.understood(words, decision) for words in said} == said


def test_who_has_plain_sense_beats_chance() -> None:
    wins = 0
    for number in range(6):
        sense, chance = GUIDE.preference(Random(number)), by_chance(Random(number))
        state, _ = CASTLE.start(CASTLE.check_options({}, 2), 2, bytes([number]) * 32)
        while (decision := CASTLE.decision(state)) is not None:
            told: Decision = {"id": 1, "since": NOW, **CASTLE.describe(state, decision)}  # type: ignore[typeddict-item]
            game = match_view(2, table=CASTLE.view(state, decision.seat), decision=told)
            game["your_seat"] = decision.seat
            choose = sense if decision.seat == number % 2 else chance
            CASTLE.play(state, decision.seat, choose(game, told))
        result = CASTLE.result(state)
        assert result is not None
        wins += result["placements"][number % 2] == 1
    assert wins == 6


@pytest.mark.parametrize("height", [80, 40])
def test_who_watches_sees_what_happened_whatever_the_height(height: int) -> None:
    state, described = next(decisions(1))
    console = Console(file=io.StringIO(), force_terminal=True, width=110, height=height)
    told: Decision = {"id": 1, "since": NOW, **described}  # type: ignore[typeddict-item]
    game = match_view(2, ruleset="castle", table=CASTLE.view(state, 0), decision=told)
    assert isinstance(console.file, io.StringIO)
    with LiveScreen(console, GUIDE) as screen:
        screen.show(game, [{"seq": 1, "text": "It has happened."}])
        told_while_it_runs = console.file.getvalue()
    assert "It has happened." in told_while_it_runs


def test_the_drawing_says_what_the_signs_mean() -> None:
    state, described = next(decisions(1))
    console = Console(width=110, record=True, file=io.StringIO())
    told: Decision = {"id": 1, "since": NOW, **described}  # type: ignore[typeddict-item]
    game = match_view(2, ruleset="castle", table=CASTLE.view(state, 0), decision=told)
    console.print(GUIDE.table(game, console))
    text = console.export_text()
    for word in ("path", "tower", "house", "court", "market", "wall tile", "Turn 1"):
        assert word in text
