"""The rules of thumb have an answer for every card and every question."""

from __future__ import annotations

from random import Random

import pytest

from engine.citadels.bots import BOTS, draft
from engine.citadels.bots.features import Features
from engine.citadels.bots.outlook import Outlook
from engine.citadels.bots.profiles import BALANCED, PROFILES
from engine.citadels.bots.rules.deciding import WORTH
from engine.citadels.bots.searching import OWN, PLAYERS
from engine.citadels.bots.values import EXTRAS, extra_worth
from engine.citadels.cards import Character
from engine.citadels.characters import CHARACTERS
from engine.citadels.checks import Table, printed_tables, random_table
from engine.citadels.districts import DISTRICTS
from engine.citadels.flow.turn import END_TURN
from engine.citadels.pools import DISTRICT_NUMBERS
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.citadels.testing import position
from tablekernel.bots import Budget, make_observation
from tablekernel.frames import Choice
from tablekernel.loop import run, settle
from tests.engine.citadels.test_texts import verbs_of_new_cards, verbs_offered

PRINTED = printed_tables()
MEDIUM = OWN["balanced"]


def test_every_verb_of_a_published_card_has_a_rule() -> None:
    assert set(WORTH) <= verbs_offered()
    assert verbs_offered() - set(WORTH) <= verbs_of_new_cards()


def test_every_published_district_has_a_rule_or_says_its_worth() -> None:
    """The Necropolis is the one that only its payment makes special, the Monument its size."""
    for name in set(DISTRICT_NUMBERS) - set(EXTRAS) - {"necropolis"}:
        assert DISTRICTS[name].worth or DISTRICTS[name].worth_a_round, name


def test_bots_use_an_act_and_answer_a_question_that_they_do_not_know() -> None:
    """A new card needs no rule."""
    features = Features(position().state, 0)
    new = Choice("summon")
    assert MEDIUM(features, "action", [END_TURN, new], Random(1)) is new
    options = [new, Choice("banish:2")]
    chosen = {MEDIUM(features, "summoning", options, Random(n)) for n in range(20)}
    assert chosen == set(options), "chance decides"


@pytest.mark.parametrize("name", sorted(set(DISTRICT_NUMBERS) - {"necropolis"}))
def test_a_unique_district_is_worth_more_than_its_cost(name: str) -> None:
    """The Necropolis is the one that only its payment makes special."""
    early = position(uniques=name, players=5)
    late = position(
        uniques=name,
        players=5,
        crown="A",
        cities={"A": "*5", "B": "*6"},
        hands={"A": "palace palace manor manor manor"},
        gold={"A": 9, "B": 4},
    )
    worths = [
        extra_worth(Outlook(Features(table.state, 0), (), BALANCED), DISTRICTS[name].number)
        for table in (early, late)
    ]
    assert max(worths) > 0


def test_a_character_without_fitted_weights_is_neutral_if_its_card_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    king = CHARACTERS["king"]
    monkeypatch.delitem(draft.PUBLIC_WEIGHTS, "king")
    features = Features(position().state, 0)
    assert king.worth == Character.worth
    assert draft.public_scores(features, 0, [king.rank]) == [0.0]
    monkeypatch.setattr(type(king), "worth", 2.0)
    (score,) = draft.public_scores(features, 0, [king.rank])
    assert 0.5 < score < 2.0, "as much as for the best characters"


def decided(table: Table, number: int) -> Match:
    """A match of rules of thumb, each seat with another profile."""
    rng = Random(number)
    seats, options = table
    match, _ = RULES.start(RULES.check_options(options, seats), seats, rng.randbytes(32))
    assert isinstance(match, Match)
    bots = list(PLAYERS.values())
    question = run(match)
    while question is not None:
        seat, topic, choices, _ = question
        choice = bots[seat % len(bots)](Features(match, seat), topic, choices, rng)
        assert choice in choices, (topic, choice)
        question = run(match, choice)
    return match


@pytest.mark.parametrize("table", PRINTED[::9], ids=str)
def test_they_play_all_printed_lists_to_the_end(table: Table) -> None:
    assert RULES.result(decided(table, 1)) is not None


@pytest.mark.parametrize("number", range(8))
def test_they_play_any_legal_list_to_the_end(number: int) -> None:
    assert RULES.result(decided(random_table(Random(number)), number)) is not None


def test_the_same_chance_gives_the_same_choice() -> None:
    table = position(characters={"A": "assassin"}, turn="assassin")
    features = Features(table.state, 0)
    question = run(table.state)
    assert question is not None
    _, topic, options, _ = question
    chosen = {MEDIUM(features, topic, options, Random(5)).key for _ in range(5)}
    assert len(chosen) == 1


def test_profiles_are_named_as_the_ruleset_names_them() -> None:
    assert tuple(PROFILES) == BOTS.profiles
    assert all(profile.name == name for name, profile in PROFILES.items())


def winner(preset: str, number: int, seat: int, level: str, other: str) -> int:
    """Return the winner of a match of one bot of ``level`` against three of ``other``."""
    rng = Random(number)
    options = RULES.check_options({"preset": preset}, 4)
    state, _ = RULES.start(options, 4, rng.randbytes(32))
    bot, bots = BOTS.bot(level), BOTS.bot(other)
    while (decision := settle(state)) is not None:
        chosen = bot if decision.seat == seat else bots
        choice = chosen(make_observation(RULES, state), Budget(iterations=0), rng)
        RULES.play(state, decision.seat, choice.key)
    result = RULES.result(state)
    assert result is not None
    place: int = result["placements"].index(1)
    return place


@pytest.mark.parametrize(
    ("level", "other", "least"), [("easy", "novice", 42), ("medium", "easy", 26)]
)
def test_a_level_wins_more_than_its_share_against_the_one_below(
    level: str, other: str, least: int
) -> None:
    """The ladder measures by how much; this notices what is broken: equals win 21."""
    presets = list(PRESETS)
    won = sum(
        winner(presets[number % len(presets)], number, number % 4, level, other) == number % 4
        for number in range(84)
    )
    assert won > least
