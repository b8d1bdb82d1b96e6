"""The table as people draw it: everything that lies open, and secrets only where they are asked
for.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.citadels.drawing import drawing
from engine.citadels.testing import CitadelsTable, position
from engine.citadels.text import SPOKEN
from engine.citadels.trials import Table as Trial
from engine.citadels.trials import printed_tables, random_table
from engine.kernel.codec import canonical
from tests.engine.citadels.leaks import walk
from tests.engine.citadels.twins import known, twin_of

PRINTED = printed_tables()


def drawn(table: CitadelsTable, *seats: int, language: str = "en") -> Any:
    return drawing(table.state, seats, language)


def row(place: Any, label: str) -> list[tuple[str, str, int | None]]:
    """The cards of a row: title, colour, number; none if there is no such row."""
    cards = [card for one in place["rows"] if one["label"] == label for card in one["cards"]]
    return [(card["title"], card["tone"], card["worth"]) for card in cards]


def facts(thing: Any) -> dict[str, str]:
    return {fact["label"]: fact["value"] for fact in thing["facts"]}


def test_a_city_lies_open_with_colours_and_costs() -> None:
    table = position(cities={"A": "temple manor+ park"}, uniques="park", gold={"A": 5})
    place = drawn(table)["places"][0]
    assert row(place, "City") == [
        ("Temple", "blue", 1),
        ("Manor", "yellow", 4),
        ("Park", "purple", 6),
    ]
    assert place["rows"][0]["cards"][1]["notes"] == ["noble", "beautified"]
    assert facts(place)["Gold"] == "5"
    assert facts(place)["Points on the table"] == "11"


def test_the_crown_and_complete_cities_are_marked() -> None:
    table = position(cities={"A": "*7", "B": "*7"}, crown="B", completed="B A")
    marks = [place["marks"] for place in drawn(table)["places"]]
    assert marks[:2] == [["completed city"], ["crown", "first completed city"]]


def test_the_cast_tells_who_was_called_and_what_was_named() -> None:
    table = position(characters={"A": "assassin", "B": "king"}, turn="king", killed="architect")
    notes = {card["title"]: card["notes"] for card in drawn(table)["rows"][0]["cards"]}
    assert notes["King"] == ["held by seat 1", "called last", "on turn"]
    assert notes["Architect"] == ["killed"]
    assert [place["acting"] for place in drawn(table)["places"]] == [False, True, False, False]


def test_hands_and_characters_are_drawn_for_the_seats_that_are_asked_for() -> None:
    table = position(
        characters={"A": "king", "B": "thief"}, hands={"A": "palace tavern", "B": "docks"}
    )
    first, second, *_ = drawn(table, 0)["places"]
    assert row(first, "Hand") == [("Palace", "yellow", 5), ("Tavern", "green", 1)]
    assert row(first, "Characters held") == [("King", "", 4)]
    assert facts(second)["Cards in hand"] == "1"
    assert not any(one["secret"] for one in second["rows"])
    assert {one["label"] for one in first["rows"] if one["secret"]} == {"Hand", "Characters held"}


def test_a_card_that_cannot_be_built_has_no_cost() -> None:
    table = position(hands={"A": "secret_vault"}, uniques="secret_vault")
    assert row(drawn(table, 0)["places"][0], "Hand") == [("Secret Vault", "purple", None)]


def test_points_in_a_hand_are_not_counted_on_the_table() -> None:
    table = position(hands={"A": "secret_vault"}, uniques="secret_vault")
    assert facts(drawn(table)["places"][0])["Points on the table"] == "0"


@pytest.mark.parametrize("table", [PRINTED[0], PRINTED[-1], random_table(Random(3))])
def test_no_spectator_can_tell_twins_apart_by_the_drawing(table: Trial) -> None:
    compared = 0
    for match, decision, _, rng in walk(table, 1, share=0.05):
        twin = twin_of(match, None, known(match, None, decision), rng).match
        assert canonical(drawing(match, (), "en")) == canonical(drawing(twin, (), "en"))
        compared += canonical(drawing(match, (0,), "en")) != canonical(drawing(twin, (0,), "en"))
    assert compared > 0, "the twins were the same"


@pytest.mark.parametrize("language", SPOKEN.values(), ids=lambda spoken: spoken.code)
def test_every_language_has_all_words(language: Any) -> None:
    assert language.table.keys() == SPOKEN["en"].table.keys()
    assert drawn(position(), 0, 1, language=language.code)["places"]
