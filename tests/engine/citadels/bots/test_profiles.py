"""Profiles differ in what they do, and none of them is weak."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

from engine.citadels.bots import CARELESS
from engine.citadels.bots.features import Features
from engine.citadels.bots.profiles import BALANCED
from engine.citadels.bots.rules.deciding import RulesOfThumb
from engine.citadels.bots.searching import PLAYERS, Policy
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from tablekernel.loop import run

SEATS, MATCHES = 4, 40


def played(profile: str, others: Policy, number: int) -> tuple[Counter[str], bool]:
    """What one of a profile kept in the drafts of a match against three others, and whether it
    won.
    """
    found: Counter[str] = Counter()
    rng = Random(number)
    mine = number % SEATS
    match, _ = RULES.start(RULES.check_options({}, SEATS), SEATS, rng.randbytes(32))
    assert isinstance(match, Match)
    question = run(match)
    while question is not None:
        seat, topic, options, _ = question
        rules = PLAYERS[profile] if seat == mine else others
        choice = rules(Features(match, seat), topic, options, rng)
        if topic == "keep_character" and seat == mine:
            found[choice.key.partition(":")[2]] += 1
        question = run(match, choice)
    result = RULES.result(match)
    assert result is not None
    return found, result["placements"][mine] == 1


@cache
def count_kept_characters(profile: str) -> Counter[str]:
    """How often each character is kept by one of a profile among balanced ones."""
    matches = [played(profile, PLAYERS["balanced"], number)[0] for number in range(MATCHES)]
    return sum(matches, Counter())


def test_a_thief_is_fonder_of_thieves_than_a_builder() -> None:
    assert count_kept_characters("thief")["thief"] > 1.3 * count_kept_characters("builder")["thief"]


def test_a_builder_is_fonder_of_incomes_than_a_thief() -> None:
    incomes = ("king", "bishop", "merchant")
    builder, thief = (
        sum(count_kept_characters(name)[key] for key in incomes) for name in ("builder", "thief")
    )
    assert builder > 1.3 * thief


def test_a_rusher_is_fonder_of_architects_than_a_builder() -> None:
    assert (
        count_kept_characters("rusher")["architect"]
        > 1.3 * count_kept_characters("builder")["architect"]
    )


def test_every_profile_holds_its_own_against_careless_bots() -> None:
    careless = RulesOfThumb(replace(BALANCED, noise=CARELESS), 0.0)
    for profile in PLAYERS:
        wins = sum(played(profile, careless, number)[1] for number in range(60))
        assert wins > 60 // SEATS, f"{profile} won {wins} of 60"
