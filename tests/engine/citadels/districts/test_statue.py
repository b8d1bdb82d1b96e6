"""The Statue: 5 points for the holder of the crown at the end of the match (R-64)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


def test_it_is_worth_5_points_with_the_crown() -> None:
    table = position(cities={"A": "statue"}, crown="A")
    assert table.score("A") == {"districts": 3, "statue": 5}


def test_it_is_worth_nothing_without_the_crown() -> None:
    table = position(cities={"A": "statue"}, crown="B")
    assert table.score("A") == {"districts": 3}


@pytest.mark.scenario("T-248")
def test_the_killed_king_takes_the_crown_before_the_statue_is_counted() -> None:
    table = position(
        characters={"B": "king", "A": "warlord"},
        killed="king",
        crown="D",
        cities={"A": "*7", "B": "statue"},
        completed="A",
        turn="bishop",
    )
    table.ends_turn("A")
    assert table.over
    assert table.crown == "B"
    assert table.result["breakdown"][1]["statue"] == 5


def test_it_loses_its_points_when_the_king_takes_the_crown_in_the_last_round() -> None:
    table = position(
        characters={"A": "warlord", "C": "king"},
        crown="B",
        cities={"A": "*7", "B": "statue"},
        completed="A",
    )
    table.ends_turn("C")
    table.ends_turn("A")
    assert "statue" not in table.result["breakdown"][1]


@pytest.mark.scenario("T-249")
def test_it_loses_its_points_when_the_emperor_gives_the_crown_away_in_the_last_round() -> None:
    table = position(
        card_set="emperor",
        characters={"C": "emperor"},
        crown="B",
        cities={"B": "statue", "C": "*7"},
        completed="C",
    )
    assert table.score("B")["statue"] == 5
    table.plays("C", "crown:3:gold", "gather:gold", "end_turn")
    assert table.over
    assert table.crown == "D"
    assert "statue" not in table.result["breakdown"][1]
