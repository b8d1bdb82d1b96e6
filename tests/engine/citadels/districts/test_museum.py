"""The Museum: a card of the hand goes under it once a turn; 1 point for each at the end."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

UNIQUES = "museum secret_vault"


@pytest.mark.scenario("T-236")
def test_a_card_goes_under_it_once_a_turn() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"A": "museum"},
        hands={"A": "temple palace market"},
    )
    table.plays("A", "museum:palace")
    assert table.hand("A") == ["market", "temple"]
    table.refuses("A", "museum:market", "museum:temple")
    table.plays("A", "gather:gold")
    table.refuses("A", "museum:market", "museum:temple")


@pytest.mark.scenario("T-236")
def test_each_card_under_it_is_worth_1_point_at_the_end() -> None:
    table = position(uniques=UNIQUES, cities={"A": "museum"}, museum={"A": "temple palace market"})
    assert table.score("A") == {"districts": 4, "museum": 3}


def test_with_nothing_under_it_it_adds_nothing() -> None:
    assert position(uniques=UNIQUES, cities={"A": "museum"}).score("A") == {"districts": 4}


def test_with_two_characters_it_takes_a_card_in_each_turn() -> None:
    table = position(
        players=2,
        uniques=UNIQUES,
        characters={"A": "thief architect"},
        cities={"A": "museum"},
        hands={"A": "temple palace"},
    )
    table.plays("A", "museum:palace", "gather:gold", "end_turn", "museum:temple")
    assert table.score("A")["museum"] == 2


def test_it_takes_a_card_before_gathering_or_after() -> None:
    for first in ("museum:temple", "gather:gold"):
        table = position(
            uniques=UNIQUES,
            characters={"A": "king"},
            cities={"A": "museum"},
            hands={"A": "temple"},
        )
        table.plays("A", first)
        assert table.offers("museum:temple") == (first == "gather:gold")


def test_it_takes_a_card_in_the_turn_in_which_it_was_built() -> None:
    table = position(
        uniques=UNIQUES, characters={"A": "king"}, hands={"A": "museum temple"}, gold={"A": 2}
    )
    table.plays("A", "gather:gold", "build:museum", "museum:temple")
    assert table.score("A") == {"districts": 4, "museum": 1}


def test_an_empty_hand_has_nothing_to_lay_there() -> None:
    table = position(uniques=UNIQUES, characters={"A": "king"}, cities={"A": "museum"})
    assert table.options == ["gather:gold", "gather:cards"]


def test_identical_cards_of_the_hand_are_one_option() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"A": "museum"},
        hands={"A": "temple temple"},
    )
    assert table.options.count("museum:temple") == 1
    table.plays("A", "museum:temple")
    assert table.hand("A") == ["temple"]


@pytest.mark.scenario("T-237")
def test_the_secret_vault_under_it_is_worth_1_point_and_no_more() -> None:
    table = position(uniques=UNIQUES, cities={"A": "museum"}, museum={"A": "secret_vault"})
    assert table.score("A") == {"districts": 4, "museum": 1}


def test_the_secret_vault_may_be_laid_there() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"A": "museum"},
        hands={"A": "secret_vault"},
    )
    assert table.score("A") == {"districts": 4, "secret_vault": 3}
    table.plays("A", "museum:secret_vault")
    assert table.score("A") == {"districts": 4, "museum": 1}


@pytest.mark.scenario("T-175")
def test_destroyed_it_takes_its_cards_with_it_under_the_deck() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "warlord"},
        cities={"B": "museum"},
        museum={"B": "temple palace"},
        gold={"A": 3},
        turn="warlord",
    )
    assert table.score("B")["museum"] == 2
    table.plays("A", "destroy:1:museum")
    assert table.gold("A") == 0
    assert table.bottom(3) == ["museum", "temple", "palace"]
    assert table.score("B") == {"districts": 0}
    assert table.view()["museum_cards"] == 0
    assert table.view("B")["you"]["tucked"] == []


@pytest.mark.scenario("T-183")
def test_it_changes_hands_with_its_cards_and_the_new_owner_scores_them_unseen() -> None:
    table = position(
        card_set="diplomat",
        uniques=UNIQUES,
        characters={"A": "diplomat"},
        cities={"A": "castle", "B": "museum"},
        museum={"B": "temple palace market"},
        turn="diplomat",
    )
    table.plays("A", "exchange:1:museum")
    assert table.city("A") == ["museum"]
    assert table.score("A") == {"districts": 4, "museum": 3}
    assert "museum" not in table.score("B")
    assert table.view("A")["you"]["tucked"] == []
    assert table.view("A")["museum_cards"] == 3


def test_the_player_who_laid_a_card_there_remembers_it_under_a_new_owner() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"A": "museum"},
        hands={"A": "market"},
        museum={"B": "temple palace"},
    )
    table.plays("A", "museum:market")
    assert table.view("A")["you"]["tucked"] == ["market"]
    assert table.view("B")["you"]["tucked"] == ["temple", "palace"]
    assert table.view("C")["you"]["tucked"] == []
    assert table.view()["museum_cards"] == 3


def test_the_others_learn_that_a_card_was_laid_there_but_not_which() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"A": "museum"},
        hands={"A": "temple palace"},
    )
    table.plays("A", "museum:palace")
    public = {"kind": "card_tucked", "seat": 0, "count": 1}
    assert table.events_for("A", "card_tucked") == [{**public, "cards": ["palace"]}]
    assert table.events_for("B", "card_tucked") == [public]
    assert table.events_for(None, "card_tucked") == [public]


def test_a_coin_on_it_does_not_matter_to_its_cards() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king", "B": "warlord"},
        cities={"A": "museum+"},
        hands={"A": "temple"},
        gold={"B": 4},
    )
    table.plays("A", "museum:temple", "gather:gold", "end_turn")
    assert table.score("A") == {"districts": 5, "museum": 1}
    table.plays("B", "destroy:0:museum+")
    assert table.bottom(2) == ["museum", "temple"]


def test_rebuilt_it_begins_with_nothing_under_it() -> None:
    table = position(
        uniques="museum necropolis",
        characters={"A": "architect"},
        cities={"A": "museum"},
        museum={"A": "temple"},
        hands={"A": "necropolis"},
        gold={"A": 0},
        deck="",
    )
    table.plays("A", "gather:gold", "build:necropolis")
    assert table.bottom(2) == ["museum", "temple"]
    table.plays("A", "extra_cards")
    table.state.gold[0] = 4
    table.plays("A", "build:museum")
    assert table.score("A") == {"districts": 5 + 4}
