"""The Secret Vault: cannot be built, and is worth 3 points in hand at the end (R-94)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

UNIQUES = "secret_vault framework map_room laboratory"


@pytest.mark.scenario("T-245")
def test_neither_gold_nor_the_framework_builds_it() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "architect"},
        cities={"A": "framework"},
        hands={"A": "secret_vault palace"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:secret_vault")
    table.plays("A", "build:palace", "pay:gold")
    table.refuses("A", "build:secret_vault")


def test_the_factory_makes_it_no_cheaper() -> None:
    table = position(
        uniques="secret_vault factory",
        characters={"A": "king"},
        cities={"A": "factory"},
        hands={"A": "secret_vault"},
        gold={"A": 300},
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:secret_vault")


def test_in_hand_it_is_worth_3_points() -> None:
    table = position(uniques=UNIQUES, cities={"A": "temple"}, hands={"A": "secret_vault palace"})
    assert table.score("A") == {"districts": 1, "secret_vault": 3}


@pytest.mark.scenario("T-232")
def test_the_map_room_counts_it_as_a_card_as_well() -> None:
    table = position(
        uniques=UNIQUES, cities={"A": "map_room"}, hands={"A": "secret_vault palace temple"}
    )
    assert table.score("A") == {"districts": 5, "map_room": 3, "secret_vault": 3}


def test_it_stands_in_no_city_and_so_is_no_type_and_no_unique_district() -> None:
    table = position(
        uniques="secret_vault wishing_well",
        cities={"A": "wishing_well manor temple tavern"},
        hands={"A": "secret_vault"},
    )
    assert table.score("A") == {
        "districts": 5 + 3 + 1 + 1,
        "wishing_well": 1,
        "secret_vault": 3,
    }


def test_it_may_be_put_under_the_deck() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"A": "laboratory"},
        hands={"A": "secret_vault"},
    )
    table.plays("A", "laboratory:secret_vault")
    assert table.bottom(1) == ["secret_vault"]
    assert "secret_vault" not in table.score("A")


def test_it_may_change_hands() -> None:
    table = position(
        uniques=UNIQUES, characters={"A": "magician"}, hands={"A": "temple", "B": "secret_vault"}
    )
    table.plays("A", "swap:1")
    assert table.score("A") == {"districts": 0, "secret_vault": 3}
    assert table.score("B") == {"districts": 0}


def test_it_may_be_drawn_and_kept() -> None:
    table = position(uniques=UNIQUES, characters={"A": "king"}, top="secret_vault temple")
    table.plays("A", "gather:cards", "keep:secret_vault")
    assert table.hand("A") == ["secret_vault"]


def test_nobody_learns_who_holds_it() -> None:
    table = position(
        uniques=UNIQUES, characters={"A": "king"}, hands={"A": "secret_vault", "B": "temple"}
    )
    assert table.view("B")["seats"][0]["hand_size"] == 1
    assert "secret_vault" not in str(table.view("B")["seats"])
    assert table.view("A")["you"]["hand"] == ["secret_vault"]
