"""The Basilica: 1 point at the end for each district with an odd cost."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

UNIQUES = "basilica haunted_quarter wishing_well keep"


@pytest.mark.scenario("T-209")
def test_it_counts_the_districts_whose_cost_is_odd() -> None:
    table = position(uniques=UNIQUES, cities={"A": "basilica temple manor palace market"})
    assert table.score("A") == {"districts": 4 + 1 + 3 + 5 + 2, "basilica": 3}


def test_with_its_even_cost_it_does_not_count_itself() -> None:
    table = position(uniques=UNIQUES, cities={"A": "basilica"})
    assert table.score("A") == {"districts": 4}


def test_a_beautified_one_costs_5_and_counts_itself() -> None:
    table = position(uniques=UNIQUES, cities={"A": "basilica+"})
    assert table.score("A") == {"districts": 5, "basilica": 1}


@pytest.mark.scenario("T-196")
def test_the_coins_of_the_artist_turn_even_costs_into_odd_ones_and_back() -> None:
    table = position(
        card_set="artist",
        uniques="basilica",
        characters={"A": "artist"},
        cities={"A": "basilica temple manor"},
        turn="artist",
    )
    assert table.score("A") == {"districts": 4 + 1 + 3, "basilica": 2}
    table.plays("A", "beautify:basilica", "beautify:temple", "gather:gold", "end_turn")
    assert table.score("A") == {"districts": 5 + 2 + 3, "basilica": 2}


@pytest.mark.scenario("T-275")
@pytest.mark.parametrize(
    ("more", "bonus"),
    [("", {}), ("temple tavern prison", {"all_types": 3}), ("keep wishing_well", {})],
)
def test_it_looks_at_costs_and_not_at_what_the_haunted_quarter_counts_as(
    more: str, bonus: dict[str, int]
) -> None:
    table = position(
        uniques=UNIQUES,
        cities={"A": f"basilica haunted_quarter+ manor {more}"},
    )
    odd = {"": 2, "temple tavern prison": 4, "keep wishing_well": 4}[more]
    score = table.score("A")
    assert score["basilica"] == odd
    assert score["districts"] == 4 + 3 + 3 + {"": 0, "temple tavern prison": 4}.get(more, 8)
    assert {name: score[name] for name in bonus} == bonus


def test_a_plain_haunted_quarter_has_an_even_cost() -> None:
    table = position(uniques=UNIQUES, cities={"A": "basilica haunted_quarter manor"})
    assert table.score("A")["basilica"] == 1


def test_what_was_paid_does_not_matter() -> None:
    table = position(
        uniques="basilica factory",
        characters={"A": "king"},
        cities={"A": "basilica factory"},
        hands={"A": "library"},
        gold={"A": 3},
    )
    table.plays("A", "gather:gold", "build:library")
    assert table.gold("A") == 0
    assert table.score("A") == {"districts": 4 + 5 + 6, "basilica": 1}


def test_districts_of_other_cities_and_of_the_hand_do_not_count() -> None:
    table = position(uniques=UNIQUES, cities={"A": "basilica", "B": "manor"}, hands={"A": "temple"})
    assert "basilica" not in table.score("A")
