"""The Scholar draws 7 cards, keeps one, and shuffles the deck."""

from __future__ import annotations

import pytest

from engine.citadels.testing import SEED, CitadelsTable, position

SEVEN = "temple church monastery cathedral watchtower prison barracks"
TWENTY = (
    f"{SEVEN} fortress manor castle palace tavern trading_post market docks harbor town_hall"
    " temple church keep"
)


def scholar(
    deck: str = TWENTY, *, hand: str = "", gold: int = 2, seed: bytes = SEED
) -> CitadelsTable:
    """A is the Scholar."""
    return position(
        card_set="scholar",
        characters={"A": "scholar", "D": "warlord"},
        hands={"A": hand},
        gold={"A": gold},
        deck=deck,
        seed=seed,
    )


@pytest.mark.scenario("T-167")
def test_one_of_7_cards_is_kept_and_the_deck_is_shuffled_with_the_others() -> None:
    table = scholar()
    table.plays("A", "study")
    assert table.options == [f"keep:{name}" for name in SEVEN.split()]
    table.refuses("A", "keep:fortress", "end_turn")
    table.plays("A", "keep:prison")
    assert table.hand("A") == ["prison"]
    left = TWENTY.split()
    left.remove("prison")
    assert len(table.top(20)) == 19
    assert sorted(table.top(19)) == sorted(left)
    assert table.events_of("deck_shuffled") == [{}]


@pytest.mark.scenario("T-167")
def test_after_the_shuffle_nobody_knows_a_card_of_the_deck() -> None:
    tops, bottoms = set(), set()
    for number in range(60):
        table = scholar(seed=bytes([number] * 32))
        table.plays("A", "study", "keep:prison")
        tops.update(table.top(1))
        bottoms.update(table.bottom(1))
    assert len(tops) > 10
    assert len(bottoms) > 10
    assert tops & set(SEVEN.split())
    assert bottoms & set(SEVEN.split())


@pytest.mark.scenario("T-167")
def test_the_scholar_builds_two_districts_a_turn() -> None:
    table = scholar(hand="tavern temple watchtower", gold=9)
    table.plays("A", "gather:gold", "build:tavern", "build:temple")
    table.refuses("A", "build:watchtower")


@pytest.mark.scenario("T-168")
def test_a_short_deck_is_drawn_whole() -> None:
    table = scholar("temple manor tavern")
    table.plays("A", "study")
    assert table.options == ["keep:temple", "keep:manor", "keep:tavern"]
    table.plays("A", "keep:manor")
    assert table.hand("A") == ["manor"]
    assert sorted(table.top(9)) == ["tavern", "temple"]
    assert table.events_of("deck_shuffled") == [{}]


def test_an_empty_deck_cannot_be_studied() -> None:
    scholar("").refuses("A", "study")


def test_the_ability_is_used_once_before_or_after_gathering_or_not_at_all() -> None:
    table = scholar()
    table.plays("A", "gather:gold", "study", "keep:temple")
    table.refuses("A", "study")
    table = scholar()
    table.plays("A", "study", "keep:temple", "gather:gold")
    table.refuses("A", "study")
    table = scholar()
    table.plays("A", "gather:gold", "end_turn")
    assert table.hand("A") == []


def test_the_card_kept_may_be_built_in_the_same_turn() -> None:
    table = scholar()
    table.plays("A", "gather:gold", "study", "keep:church", "build:church")
    assert table.city("A") == ["church"]


def test_the_cards_are_seen_by_the_scholar_only() -> None:
    table, other = scholar(), scholar(" ".join(reversed(TWENTY.split())))
    table.plays("A", "study")
    other.plays("A", "study")
    assert table.view("A")["you"]["looking_at"] == SEVEN.split()
    for letter in ("B", None):
        assert table.view(letter) == other.view(letter)
        assert table.events_for(letter) == other.events_for(letter)
    table.plays("A", "keep:prison")
    other.plays("A", other.options[0])
    for letter in ("B", None):
        assert table.view(letter) == other.view(letter)
        assert table.events_for(letter) == other.events_for(letter)


def test_identical_cards_are_asked_about_like_any_other() -> None:
    table = scholar("temple temple temple")
    table.plays("A", "study")
    assert table.question == ("A", "keep_card")
    assert table.options == ["keep:temple"]
