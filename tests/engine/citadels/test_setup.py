"""From checked options to the first deal (rules 4); what options there are: ``test_options.py``."""

from __future__ import annotations

import pytest

from engine.citadels.names import district_name
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.citadels.testing import fresh

# -- the deal


@pytest.mark.scenario("T-001")
def test_everybody_is_dealt_4_cards_and_2_gold_from_a_deck_of_68() -> None:
    table = fresh(4)
    state = table.state
    assert len(state.deck) == 52
    assert [len(hand) for hand in state.hand] == [4, 4, 4, 4]
    assert state.gold == [2, 2, 2, 2]
    assert state.city == [b"", b"", b"", b""]
    assert state.completed == []


@pytest.mark.scenario("T-015")
def test_8_players_are_dealt_32_cards_and_36_remain() -> None:
    state = fresh(8).state
    assert sum(len(hand) for hand in state.hand) == 32
    assert len(state.deck) == 36


@pytest.mark.scenario("T-014")
@pytest.mark.parametrize(
    ("players", "goal"), [(2, 8), (3, 8), (4, 7), (5, 7), (6, 7), (7, 7), (8, 7)]
)
def test_8_districts_complete_a_city_of_2_or_3_players_and_7_any_other(
    players: int, goal: int
) -> None:
    assert fresh(players).view()["goal"] == goal


def test_the_first_crown_may_be_given_to_a_seat() -> None:
    assert [fresh(4, crown=letter).crown for letter in "ABCD"] == ["A", "B", "C", "D"]


def test_without_a_word_chance_gives_the_first_crown() -> None:
    crowns = set()
    for number in range(40):
        state, _ = RULES.start(RULES.check_options({}, 4), 4, bytes([number] * 32))
        assert isinstance(state, Match)
        crowns.add(state.crown)
    assert crowns == {0, 1, 2, 3}


def test_another_seed_shuffles_another_deck() -> None:
    assert fresh(4, seed=bytes(32)).state.deck != fresh(4, seed=bytes([1] * 32)).state.deck


def test_every_seat_is_told_its_own_hand_and_of_the_others_only_the_number() -> None:
    table = fresh(3)
    dealt = [event for event in table.events if event.kind == "hand_dealt"]
    assert [event.public for event in dealt] == [{"seat": n, "count": 4} for n in range(3)]
    for letter, event in zip("ABC", dealt, strict=True):
        own = event.private[event.public["seat"]]["cards"]
        assert sorted(own) == table.hand(letter)
        assert list(event.private) == [event.public["seat"]]


def test_the_deck_holds_the_cards_of_the_match_and_no_others() -> None:
    table = fresh(2, options={"preset": "cunning_agents"})
    cards = [district_name(n) for n in table.state.deck + b"".join(table.state.hand)]
    assert len(cards) == 68
    unique = sorted(card for card in cards if cards.count(card) == 1)
    assert unique == sorted(PRESETS["cunning_agents"].districts)


# -- the card set


@pytest.mark.parametrize("players", range(2, 9))
def test_there_is_one_character_of_each_rank(players: int) -> None:
    card_set = fresh(players).state.card_set
    ranks = [card_set.character(rank).rank for rank in card_set.ranks]
    assert ranks == list(range(1, len(ranks) + 1))


@pytest.mark.scenario("T-001")
def test_the_token_of_the_tax_collector_is_empty_at_first() -> None:
    assert fresh(4, options={"rank_9": "tax_collector"}).view()["taxes"] == 0


def test_everybody_is_told_the_card_set_of_a_surprise_when_the_match_begins() -> None:
    table = fresh(5, options={"preset": "surprise"})
    (started,) = table.events_of("match_started")
    assert started["characters"] == table.view()["cast"]
    assert started["districts"] == table.view()["unique_districts"]
