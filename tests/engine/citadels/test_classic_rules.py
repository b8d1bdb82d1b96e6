"""The rules of the classic edition of 2000, one story each (rules 14), and that the first version
has none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.citadels.older import RULES_1
from engine.citadels.presentation import PRESENTATION
from engine.citadels.testing import CitadelsTable, position

CLASSIC: Mapping[str, Any] = {"edition": "classic"}
WEALTHY = "palace castle"
"""A city of 9 points with two districts."""


def classic(turn: str, **words: Any) -> CitadelsTable:
    """A table of the classic edition at the call of a character."""
    return position(options=CLASSIC, turn=turn, **words)


def public_texts(table: CitadelsTable) -> list[str]:
    """The public events so far, in English."""
    return [PRESENTATION.text(event, "en") for event in table.events_for(None)]


# -- the Merchant and the Architect


def test_the_merchant_gets_the_extra_gold_at_the_start_of_the_turn() -> None:
    table = classic("merchant", characters={"B": "merchant"}, cities={"B": "tavern"})
    assert table.gold("B") == 3
    assert public_texts(table)[-2:] == [
        "Seat 1 is the Merchant.",
        "Seat 1 gains 1 gold through the Merchant.",
    ]
    assert table.options == ["gather:gold", "gather:cards", "income"]
    table.plays("B", "gather:gold", "income")
    assert table.options == ["end_turn"]
    assert table.gold("B") == 6


def test_the_thief_takes_the_stash_before_the_extra_gold_comes() -> None:
    table = classic("merchant", characters={"A": "thief", "B": "merchant"}, robbed="merchant")
    assert (table.gold("A"), table.gold("B")) == (4, 1)


def test_the_architect_gets_the_extra_cards_at_the_start_of_the_turn() -> None:
    table = classic(
        "architect", characters={"B": "architect"}, hands={"B": "manor"}, top="temple prison"
    )
    assert table.hand("B") == ["manor", "prison", "temple"]
    assert public_texts(table)[-1] == "Seat 1 gains 2 cards through the Architect."
    assert table.events_for("B", "cards_gained")[0]["cards"] == ["temple", "prison"]
    assert "cards" not in table.events_for("A", "cards_gained")[0]
    assert table.options == ["gather:gold", "gather:cards"]


def test_the_architect_may_still_build_three_districts() -> None:
    table = classic(
        "architect",
        characters={"A": "architect"},
        hands={"A": "manor temple tavern prison"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold", "build:manor", "build:temple", "build:tavern")
    assert table.options == ["end_turn"]


def test_an_empty_deck_gives_the_architect_nothing() -> None:
    table = classic("architect", characters={"A": "architect"}, deck="")
    assert table.events_of("cards_gained") == []
    one = classic("architect", characters={"A": "architect"}, deck="manor")
    assert one.hand("A") == ["manor"]


@pytest.mark.parametrize("character", ["merchant", "architect"])
def test_a_killed_character_gets_no_bonus(character: str) -> None:
    table = classic(character, characters={"A": "warlord", "B": character}, killed=character)
    assert table.question[0] == "A"
    assert table.gold("B") == 2
    assert table.hand("B") == []


# -- the King and the killed character


def test_the_king_takes_the_crown_at_once() -> None:
    table = classic("king", characters={"B": "king"}, crown="D")
    assert table.question == ("B", "gather")
    assert table.crown == "B"
    assert public_texts(table)[-2:] == ["Seat 1 is the King.", "Seat 1 gets the crown."]


def test_a_killed_king_takes_the_crown_at_the_end_of_the_round() -> None:
    table = classic("king", characters={"B": "king", "C": "warlord"}, killed="king", crown="D")
    assert table.crown == "D"
    table.ends_turn("C")
    assert table.crown == "B"
    assert public_texts(table).index("Seat 1 was the King, killed this round.") > public_texts(
        table
    ).index("Seat 2 ends the turn.")


def test_the_killed_character_is_shown_at_the_end_of_the_round() -> None:
    table = classic("bishop", characters={"B": "bishop", "C": "warlord"}, killed="bishop")
    assert table.view()["seats"][1]["characters"] == []
    assert table.events_of("killed_shown") == []
    table.ends_turn("C")
    assert table.events_of("killed_shown") == [{"seat": 1, "character": "bishop"}]
    assert "Seat 1 held the Bishop, who was killed, and lost the turn." in public_texts(table)


def test_after_the_last_round_the_view_shows_the_killed_character_too() -> None:
    table = classic(
        "bishop",
        characters={"B": "bishop", "C": "warlord"},
        killed="bishop",
        cities={"C": "*8"},
        completed="C",
    )
    assert table.view("A")["seats"][1]["characters"] == []
    table.ends_turn("C")
    assert table.over
    assert table.view("A")["seats"][1]["characters"] == ["bishop"]


# -- the Warlord


@pytest.mark.parametrize("before", [(), ("gather:gold",), ("gather:gold", "build:manor")])
def test_the_warlord_destroys_in_the_own_city_at_any_time_of_the_turn(
    before: tuple[str, ...],
) -> None:
    table = classic(
        "warlord",
        characters={"A": "warlord"},
        cities={"A": "temple prison"},
        hands={"A": "manor"},
        gold={"A": 3},
    )
    table.plays("A", *before, "destroy:0:temple")
    assert "temple" not in table.city("A")
    assert public_texts(table)[-1] == "Seat 0 destroys the Temple in their own city for 0 gold."
    table.ends_turn("A")


def test_the_warlord_touches_neither_a_completed_city_nor_that_of_the_bishop() -> None:
    table = classic(
        "warlord",
        characters={"A": "warlord", "B": "bishop"},
        cities={"A": "*8", "B": "temple", "C": "tavern"},
        completed="A",
    )
    assert [key for key in table.options if key.startswith("destroy")] == ["destroy:2:tavern"]


# -- the end


def tied(**words: Any) -> CitadelsTable:
    """A finished match: D has won, A and B have equal points behind."""
    words.setdefault("gold", {"A": 1, "B": 1})
    table = classic(
        "warlord",
        characters={"D": "warlord", "A": "king", "B": "merchant"},
        completed="D",
        **{**words, "cities": {"D": "*8", **words["cities"]}},
    )
    table.ends_turn("D")
    assert table.result["scores"][0] == table.result["scores"][1]
    return table


def test_a_tie_goes_to_the_dearer_city_without_its_bonuses() -> None:
    """The Dragon Gate is worth 2 more than its cost."""
    table = tied(cities={"A": "palace manor", "B": "dragon_gate"}, gold={"A": 0, "B": 9})
    assert table.result["placements"][:2] == [2, 3]
    assert table.result["tie_breaks"][:2] == [[8, 0], [6, 9]]


def test_between_equal_cities_a_tie_goes_to_the_player_with_more_gold() -> None:
    table = tied(cities={"A": WEALTHY, "B": "town_hall castle"}, gold={"A": 5, "B": 3})
    assert table.result["placements"][:2] == [2, 3]


def test_players_who_are_equal_in_all_of_it_share_a_place() -> None:
    table = tied(cities={"A": WEALTHY, "B": "town_hall castle"})
    assert table.result["placements"][:2] == [2, 2]
    assert table.result["tie_breaks"][:2] == [[9, 1], [9, 1]]


# -- the first version


def test_in_the_first_version_the_bonuses_are_options() -> None:
    words: dict[str, Any] = {"options": CLASSIC, "rules": RULES_1}
    merchant = position(characters={"A": "merchant"}, turn="merchant", **words)
    assert merchant.gold("A") == 2
    merchant.plays("A", "extra_gold")
    architect = position(characters={"A": "architect"}, turn="architect", **words)
    architect.plays("A", "extra_cards")
    assert len(architect.hand("A")) == 2


def test_in_the_first_version_the_highest_character_wins_a_classic_tie() -> None:
    table = position(
        options=CLASSIC,
        rules=RULES_1,
        characters={"A": "king", "B": "merchant", "D": "warlord"},
        cities={"A": "palace manor", "B": "dragon_gate", "D": "*8"},
        completed="D",
        turn="warlord",
    )
    table.ends_turn("D")
    assert table.result["tie_breaks"] == [4, 6, 0, 8]
    assert table.result["placements"][:2] == [3, 2]


def test_in_the_2016_edition_nothing_of_it_applies() -> None:
    merchant = position(characters={"A": "merchant"}, turn="merchant")
    assert merchant.offers("extra_gold")
    architect = position(characters={"A": "architect"}, turn="architect")
    assert architect.offers("extra_cards")
