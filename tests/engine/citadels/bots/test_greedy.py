"""The greedy bot has an opinion on every option, and it is a sensible one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.citadels.bots import BOTS
from engine.citadels.bots.greedy.deciding import WORTH
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, position
from engine.kernel.bots import Budget, make_observation
from engine.kernel.loop import settle
from tests.engine.citadels.test_texts import verbs_of_new_cards, verbs_offered

GREEDY, RANDOM = BOTS.bot("easy"), BOTS.bot("novice")
SEATS = 4
MATCHES = 40


def chosen(table: CitadelsTable, seat: int = 0) -> str:
    """What the bot answers to the open decision."""
    observation = make_observation(RULES, table.state)
    assert observation.seat == seat
    return GREEDY(observation, Budget(iterations=0), Random(1)).key


def winner(preset: str, number: int, greedy: int) -> int:
    """Return the winner of a match of one greedy bot against three random ones."""
    rng = Random(number)
    options = RULES.check_options({"preset": preset}, SEATS)
    state, _ = RULES.start(options, SEATS, rng.randbytes(32))
    while (decision := settle(state)) is not None:
        bot = GREEDY if decision.seat == greedy else RANDOM
        choice = bot(make_observation(RULES, state), Budget(iterations=0), rng)
        RULES.play(state, decision.seat, choice.key)
    result = RULES.result(state)
    assert result is not None
    place: int = result["placements"].index(1)
    return place


def test_it_wins_most_matches_against_three_that_choose_by_chance() -> None:
    presets = list(PRESETS)
    won = sum(
        winner(presets[number % len(presets)], number, number % SEATS) == number % SEATS
        for number in range(MATCHES)
    )
    assert won > MATCHES // 2


def test_it_weighs_every_verb() -> None:
    assert set(WORTH) <= verbs_offered()
    assert verbs_offered() - set(WORTH) <= verbs_of_new_cards()


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ({"hands": {"A": "palace temple"}, "gold": {"A": 5}}, "build:palace"),
        ({"hands": {"A": "palace temple"}, "gold": {"A": 0}}, "build:temple"),
        ({"hands": {"A": "manor"}, "cities": {"A": "manor"}, "gold": {"A": 9}}, "income"),
        ({}, "end_turn"),
    ],
)
def test_it_builds_the_dearest_and_leaves_nothing_lying(words: dict[str, Any], choice: str) -> None:
    table = position(characters={"A": "king"}, turn="king", **words)
    table.plays("A", "gather:gold")
    assert chosen(table) == choice


def test_it_takes_what_is_on_the_token() -> None:
    table = position(
        characters={"A": "tax_collector"},
        options={"rank_9": "tax_collector"},
        taxes=3,
        turn="tax_collector",
    )
    assert chosen(table) == "collect_taxes"


def test_it_keeps_the_framework_while_it_has_gold() -> None:
    table = position(
        characters={"A": "patrician"},
        options={"preset": "ambitious_aristocrats"},
        cities={"A": "framework"},
        hands={"A": "palace"},
        gold={"A": 5},
        turn="patrician",
    )
    table.plays("A", "gather:gold", "build:palace")
    assert table.question == ("A", "payment")
    assert chosen(table) == "pay:gold"


def test_it_does_not_give_up_a_district_for_a_cheap_one() -> None:
    table = position(
        characters={"A": "patrician"},
        options={"preset": "ambitious_aristocrats"},
        cities={"A": "framework"},
        hands={"A": "manor"},
        gold={"A": 0},
        turn="patrician",
    )
    table.plays("A", "gather:gold")
    options = RULES.own_decision(table.state, 0)["options"]
    assert "build:manor" in [option["choice"] for option in options]
    assert chosen(table) == "end_turn"


def test_it_does_not_name_what_lies_face_up() -> None:
    table = position(characters={"A": "assassin"}, turn="assassin")
    table.state.face_up = 1 << 7  # the Architect, otherwise the first choice
    assert chosen(table) != "kill:architect"
