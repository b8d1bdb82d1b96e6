"""The levels of bots that every game has, and the limits of those that search."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablekernel import registry, search
from tablekernel.bots import Budget, Observation, make_observation
from tablekernel.ruleset import Ruleset

EVERY_RULESET = pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda one: one.slug)
CITADELS = pytest.mark.parametrize("ruleset", [registry.ruleset("citadels")])
ORDER = ("novice", "easy", "medium", "hard", "expert", "master")


@EVERY_RULESET
def test_levels_have_the_same_names_in_every_game_from_the_weakest_to_the_strongest(
    ruleset: Ruleset,
) -> None:
    assert ruleset.bots.levels == tuple(name for name in ORDER if name in ruleset.bots.levels)


@EVERY_RULESET
def test_a_former_name_leads_to_a_level_and_is_no_level_itself(ruleset: Ruleset) -> None:
    bots = ruleset.bots
    assert bots.renamed == {
        former: name
        for former, name in {
            "random": "novice",
            "greedy": "easy",
            "heuristic": "medium",
            "quick": "expert",
        }.items()
        if name in bots.levels
    }
    assert not set(bots.renamed) & set(bots.levels)


@CITADELS
def test_hard_is_expert_with_fewer_iterations_for_each_choice(ruleset: Ruleset) -> None:
    bots = ruleset.bots
    most = bots.iterations["hard"]
    assert bots.seconds["hard"] == bots.seconds["expert"]
    observation = question_with_most_options(ruleset)
    hard = Budget(iterations=most, seconds=60.0, clock=lambda: 0.0)
    assert 1 <= iterations_of(ruleset, "hard", observation, hard) <= most
    expert = Budget(iterations=bots.iterations["expert"])
    assert iterations_of(ruleset, "expert", observation, expert) > 2 * most


@CITADELS
def test_hard_stops_earlier_when_its_time_is_over(ruleset: Ruleset) -> None:
    observation = question_with_most_options(ruleset)
    late = iter([0.0, 0.0])
    budget = Budget(iterations=12, seconds=0.05, clock=lambda: next(late, 1.0))
    assert iterations_of(ruleset, "hard", observation, budget) <= 1


def question_with_most_options(ruleset: Ruleset) -> Observation:
    """Return the question with most options among the first of a match."""
    rules, rng = ruleset.rules, Random(2)
    seats = rules.min_seats
    state, _ = rules.start(rules.check_options({}, seats), seats, rng.randbytes(32))
    found: list[Observation] = []
    for _ in range(30):
        decision = rules.decision(state)
        assert decision is not None
        found.append(make_observation(rules, state))
        rules.play(state, decision.seat, rng.choice(decision.options).key)
    return max(found, key=lambda one: len(one.options))


def iterations_of(ruleset: Ruleset, level: str, observation: Observation, budget: Budget) -> int:
    """Return the number of matches that a bot deals for one choice."""
    count = 0
    iterate = search.Race._iterate

    def count_iteration(race: search.Race[Any]) -> None:
        nonlocal count
        count += 1
        iterate(race)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search.Race, "_iterate", count_iteration)
        ruleset.bots.bot(level)(observation, budget, Random(1))
    return count
