"""The Spy looks at a hand for a type of district, and is paid for every match."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

TYPES = ["noble", "religious", "trade", "military", "unique"]


@pytest.mark.scenario("T-105")
def test_each_match_gains_1_gold_of_that_player_while_they_have_any_and_a_card() -> None:
    table = position(
        card_set="spy",
        characters={"A": "spy"},
        hands={"C": "manor castle palace temple"},
        gold={"A": 0, "C": 2},
        top="tavern market docks harbor",
    )
    table.plays("A", "spy:2:noble")
    assert table.gold("A") == 2
    assert table.gold("C") == 0
    assert table.hand("A") == ["docks", "market", "tavern"]
    assert table.top(1) == ["harbor"]
    assert table.hand("C") == ["castle", "manor", "palace", "temple"]

    assert table.events_for("A", "spied")[0]["cards"] == ["temple", "manor", "castle", "palace"]
    for letter in ("B", "C", "D", None):
        assert "cards" not in table.events_for(letter, "spied")[0]
    for letter in ("B", "D"):
        assert table.events_for(letter) == table.events_for(None)


@pytest.mark.scenario("T-106")
def test_the_secret_vault_is_a_unique_card_to_the_spy() -> None:
    table = position(
        card_set="spy",
        uniques="secret_vault",
        characters={"A": "spy"},
        hands={"C": "secret_vault keep"},
        gold={"A": 0, "C": 5},
    )
    table.plays("A", "spy:2:unique")
    assert table.gold("A") == 2
    assert len(table.hand("A")) == 2
    assert table.gold("C") == 3
    assert table.hand("C") == ["keep", "secret_vault"]


@pytest.mark.parametrize(("kind", "found"), [("unique", 2), ("noble", 0)])
def test_the_school_of_magic_and_the_haunted_quarter_are_unique_cards_to_the_spy(
    kind: str, found: int
) -> None:
    table = position(
        card_set="spy",
        characters={"A": "spy"},
        cities={"A": "school_of_magic"},
        hands={"C": "haunted_quarter smithy"},
        gold={"C": 5},
    )
    table.plays("A", f"spy:2:{kind}")
    assert len(table.hand("A")) == found


@pytest.mark.scenario("T-107")
def test_without_a_match_nothing_moves_but_the_hand_has_been_seen() -> None:
    table = position(
        card_set="spy",
        characters={"A": "spy"},
        hands={"C": "manor temple"},
        gold={"A": 1, "C": 5},
    )
    deck = table.state.deck
    table.plays("A", "spy:2:trade")
    assert (table.gold("A"), table.gold("C")) == (1, 5)
    assert (table.hand("A"), table.hand("C")) == ([], ["manor", "temple"])
    assert table.state.deck == deck
    assert table.events_of("cards_gained") == []
    assert table.events_for("A", "spied")[0]["cards"] == ["temple", "manor"]
    table.refuses("A", "spy:2:noble", "spy:1:noble")


@pytest.mark.scenario("T-108")
def test_with_a_short_deck_the_spy_takes_what_there_is() -> None:
    table = position(
        card_set="spy",
        characters={"A": "spy"},
        hands={"C": "manor castle palace"},
        gold={"A": 0, "C": 3},
        deck="temple",
    )
    table.plays("A", "spy:2:noble")
    assert table.gold("A") == 3
    assert table.gold("C") == 0
    assert table.hand("A") == ["temple"]


@pytest.mark.parametrize(("gold", "taken"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_no_more_gold_is_taken_than_there_are_matches_or_than_the_player_has(
    gold: int, taken: int
) -> None:
    table = position(
        card_set="spy",
        characters={"A": "spy"},
        hands={"C": "tavern tavern"},
        gold={"A": 0, "C": gold},
    )
    table.plays("A", "spy:2:trade")
    assert table.gold("A") == taken
    assert table.gold("C") == gold - taken
    assert len(table.hand("A")) == 2


def test_any_other_player_and_any_type_may_be_chosen() -> None:
    table = position(card_set="spy", characters={"A": "spy"}, hands={"B": "manor"})
    offered = [key for key in table.options if key.startswith("spy:")]
    assert offered == [f"spy:{seat}:{kind}" for seat in (1, 2, 3) for kind in TYPES]
    table.refuses("A", "spy:0:noble")


@pytest.mark.scenario("T-268")
def test_with_2_players_the_other_one_is_the_only_target() -> None:
    table = position(players=2, card_set="spy", characters={"A": "spy king", "B": "bishop warlord"})
    offered = [key for key in table.options if key.startswith("spy:")]
    assert offered == [f"spy:1:{kind}" for kind in TYPES]
    table.refuses("A", *[f"spy:0:{kind}" for kind in TYPES])


def test_an_empty_hand_may_be_looked_at_for_nothing() -> None:
    table = position(card_set="spy", characters={"A": "spy"}, gold={"A": 0, "C": 5})
    table.plays("A", "spy:2:noble")
    assert (table.gold("A"), table.gold("C")) == (0, 5)
    assert table.hand("A") == []
    assert table.events_for("A", "spied")[0]["cards"] == []


def test_the_spy_looks_once_a_turn_before_or_after_gathering() -> None:
    table = position(card_set="spy", characters={"A": "spy"}, hands={"C": "manor"})
    assert table.offers("spy:2:noble")
    table.plays("A", "gather:gold")
    assert table.offers("spy:2:noble")
    table.plays("A", "spy:2:noble")
    table.refuses("A", "spy:2:noble", "spy:1:trade")


def test_spying_is_optional() -> None:
    table = position(card_set="spy", characters={"A": "spy"}, hands={"C": "manor"})
    table.plays("A", "gather:gold", "end_turn")
    assert table.events_of("spied") == []


def test_what_was_seen_does_not_tell_in_which_order_the_cards_came() -> None:
    heard = []
    for hand in ("palace temple manor", "manor palace temple"):
        table = position(card_set="spy", characters={"A": "spy"}, hands={"C": hand})
        table.plays("A", "spy:2:trade")
        heard.append((table.events_for("A"), table.view("A")))
    assert heard[0] == heard[1]


def test_the_others_learn_the_number_of_matches_and_nothing_else_of_the_hand() -> None:
    heard = []
    for hand in ("manor castle temple", "palace manor keep"):
        table = position(card_set="spy", characters={"A": "spy"}, hands={"C": hand}, gold={"C": 1})
        table.plays("A", "spy:2:noble")
        assert table.events_of("spied") == [
            {"seat": 0, "victim": 2, "type": "noble", "found": 2, "gold": 1}
        ]
        assert [event["count"] for event in table.events_of("cards_gained")] == [2]
        heard.append(
            [(table.events_for(letter), table.view(letter)) for letter in ("B", "D", None)]
        )
    assert heard[0] == heard[1]
