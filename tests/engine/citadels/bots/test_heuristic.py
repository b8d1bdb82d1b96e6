"""The heuristic has a line for every card and every question."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.citadels.all_cards import CARDS
from engine.citadels.bots import BOTS
from engine.citadels.bots.features import Features
from engine.citadels.bots.greedy import greedy
from engine.citadels.bots.heuristic import HEURISTICS, heuristic
from engine.citadels.bots.heuristic.appeal import EXTRAS as CHARACTER_EXTRAS
from engine.citadels.bots.heuristic.appeal import appeal
from engine.citadels.bots.heuristic.deciding import ACTS, TOPICS
from engine.citadels.bots.heuristic.districts import EXTRA_BY_NUMBER
from engine.citadels.bots.heuristic.districts import EXTRAS as DISTRICT_EXTRAS
from engine.citadels.bots.heuristic.outlook import Outlook
from engine.citadels.bots.profiles import ABILITY, PROFILES, WEIGHTS, Profile
from engine.citadels.characters import CHARACTERS
from engine.citadels.checks import Table, printed_tables, random_table
from engine.citadels.districts import DISTRICTS
from engine.citadels.flow.turn import END_TURN
from engine.citadels.names import RANK_OF
from engine.citadels.pools import CHARACTER_RANKS, DISTRICT_NUMBERS, PUBLISHED
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.citadels.testing import position
from engine.citadels.topics import ACTS as VERBS_OF_A_TURN
from engine.citadels.topics import TOPICS as QUESTIONS
from engine.kernel.frames import Choice
from engine.kernel.loop import run
from tests.engine.citadels.test_texts import verbs_of_new_cards

PRINTED = printed_tables()


def test_every_question_has_its_answer() -> None:
    new = {topic for card in CARDS.values() if card.name not in PUBLISHED for topic in card.topics}
    assert set(TOPICS) == set(QUESTIONS) - new


def test_every_act_of_a_turn_is_weighed() -> None:
    assert set(ACTS) <= {*VERBS_OF_A_TURN, "build"}
    assert set(VERBS_OF_A_TURN) - set(ACTS) <= verbs_of_new_cards()


def test_every_published_character_has_a_fitted_weight_and_a_rule() -> None:
    assert set(WEIGHTS["abilities"]) == set(CHARACTER_EXTRAS) == set(CHARACTER_RANKS)


def test_a_card_without_a_weight_is_worth_what_it_says() -> None:
    assert set(ABILITY) == set(CHARACTERS)
    for name in set(CHARACTERS) - set(WEIGHTS["abilities"]):
        assert ABILITY[name] == CHARACTERS[name].worth


def test_every_published_district_has_a_rule_or_says_its_worth() -> None:
    """The Necropolis is the one that only its payment makes special."""
    for name in set(DISTRICT_NUMBERS) - set(DISTRICT_EXTRAS) - {"necropolis"}:
        assert DISTRICTS[name].worth or DISTRICTS[name].worth_a_round, name


@pytest.mark.parametrize("bot", [greedy, heuristic])
def test_bots_use_an_act_and_answer_a_question_that_they_do_not_know(bot: Any) -> None:
    """A new card needs no rule."""
    features = Features.of(position().state, 0)
    new = Choice("summon")
    assert bot(features, "action", [END_TURN, new], Random(1)) is new
    options = [new, Choice("banish:2")]
    assert bot(features, "summoning", options, Random(1)) in options


@pytest.mark.parametrize("name", RANK_OF)
def test_what_a_character_is_worth_depends_on_its_weight(name: str) -> None:
    players = 8 if RANK_OF[name] == 9 else 4
    table = position(card_set=name, players=players)
    features = Features.of(table.state, 0)
    more = Profile(ability={**ABILITY, name: ABILITY[name] + 5})
    rank = RANK_OF[name]
    assert appeal(features, 0, rank, more) > appeal(features, 0, rank, Profile()) + 2


def situations(card_set: str = "", uniques: str = "") -> list[Features]:
    """The same seat early and late, rich and poor, ahead and behind."""
    early = position(card_set=card_set, uniques=uniques, players=5)
    late = position(
        card_set=card_set,
        uniques=uniques,
        players=5,
        crown="B",
        cities={"A": "*5", "B": "*6"},
        hands={"A": "palace palace manor manor manor", "B": "castle castle castle"},
        gold={"A": 9, "B": 4},
        taxes=4 if "tax_collector" in card_set else 0,
    )
    return [Features.of(table.state, 0) for table in (early, late)]


@pytest.mark.parametrize("name", sorted(set(CHARACTER_EXTRAS) - {"merchant", "queen"}))
def test_what_a_character_is_worth_depends_on_the_table(name: str) -> None:
    """Only the Merchant's extra gold is always the same, and what the Queen may hope for."""
    worths = {
        CHARACTER_EXTRAS[name](features, seat, Profile())
        for features in situations(card_set=name)
        for seat in (0, 1)
    }
    assert len(worths) > 1


@pytest.mark.parametrize("name", sorted(set(DISTRICT_NUMBERS) - {"necropolis"}))
def test_a_unique_district_is_worth_more_than_its_cost(name: str) -> None:
    """The Necropolis is the one that only its payment makes special."""
    w = Profile()
    worths = [
        EXTRA_BY_NUMBER[DISTRICTS[name].number](features, Outlook(features, w), w)
        for features in situations(uniques=name)
    ]
    assert max(worths) > 0


def decided(table: Table, number: int) -> Match:
    """A match of nothing but heuristics, each of another profile."""
    rng = Random(number)
    seats, options = table
    match, _ = RULES.start(RULES.check_options(options, seats), seats, rng.randbytes(32))
    assert isinstance(match, Match)
    bots = list(HEURISTICS.values())
    question = run(match)
    while question is not None:
        seat, topic, choices, _ = question
        choice = bots[seat % len(bots)](Features.of(match, seat), topic, choices, rng)
        assert choice in choices, (topic, choice)
        question = run(match, choice)
    return match


@pytest.mark.parametrize("table", PRINTED[::9], ids=str)
def test_it_plays_all_printed_lists_to_the_end(table: Table) -> None:
    assert RULES.result(decided(table, 1)) is not None


@pytest.mark.parametrize("number", range(8))
def test_it_plays_any_legal_list_to_the_end(number: int) -> None:
    assert RULES.result(decided(random_table(Random(number)), number)) is not None


def test_the_same_chance_gives_the_same_choice() -> None:
    table = position(characters={"A": "assassin"}, turn="assassin")
    features = Features.of(table.state, 0)
    question = run(table.state)
    assert question is not None
    _, topic, options, _ = question
    chosen = {heuristic(features, topic, options, Random(5)).key for _ in range(5)}
    assert len(chosen) == 1


def test_profiles_are_named_as_the_ruleset_names_them() -> None:
    assert tuple(PROFILES) == BOTS.profiles
    assert all(profile.name == name for name, profile in PROFILES.items())
