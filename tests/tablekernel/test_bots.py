"""What a bot is given: an observation, and a budget."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tablekernel.bots import Bots, Budget, make_observation
from tablekernel.errors import MatchOver
from tablekernel.loop import settle
from tests.tablekernel.toy import RULES, ToyState, play_greedy, play_random


def stopped(*times: float) -> Callable[[], float]:
    """A clock that shows these times, one after the other."""
    shown = iter(times)
    return lambda: next(shown)


def test_a_budget_of_seconds_starts_when_it_is_made() -> None:
    budget = Budget(seconds=2.0, clock=stopped(100.0, 100.0, 101.0, 103.0))
    assert [budget.share_used(iterations) for iterations in (0, 50, 100)] == [0.0, 0.5, 1.5]


def test_a_budget_of_iterations_looks_at_no_clock() -> None:
    budget = Budget(iterations=4)
    assert [budget.share_used(iterations) for iterations in (0, 2, 4)] == [0.0, 0.5, 1.0]


def test_an_empty_budget_is_used_up_from_the_beginning() -> None:
    assert Budget(iterations=0).share_used(0) == 1.0
    assert Budget(seconds=0.0, clock=stopped(1.0, 1.0)).share_used(0) == 1.0


def test_a_budget_of_both_ends_with_what_is_used_up_first() -> None:
    few = Budget(iterations=4, seconds=2.0, clock=stopped(100.0, 100.5, 101.0))
    assert [few.share_used(iterations) for iterations in (2, 4)] == [0.5, 1.0]
    slow = Budget(iterations=4, seconds=2.0, clock=stopped(100.0, 101.0, 102.0))
    assert [slow.share_used(iterations) for iterations in (1, 1)] == [0.5, 1.0]
    assert Budget(iterations=4, seconds=0.0, clock=stopped(1.0, 1.0)).share_used(0) == 1.0


def test_a_budget_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="needs iterations, or seconds and a clock"):
        Budget()
    with pytest.raises(ValueError, match="needs iterations, or seconds and a clock"):
        Budget(seconds=1.0)


def test_an_observation_has_no_other_hand_no_seed_and_the_options_of_its_own_seat() -> None:
    state, played = RULES.start({"rounds": 2}, 3, bytes(range(32)))
    observation = make_observation(RULES, state, [event.public for event in played.events])
    assert isinstance(state, ToyState)
    assert isinstance(observation.state, ToyState)
    assert observation.state.hands == [state.hands[0], bytes(2), bytes(2)]
    assert observation.state.seed == bytes(32)
    assert [choice.key for choice in observation.options] == ["boast", "pass"]
    assert len(observation.events) == len(played.events)


def test_there_is_nothing_to_see_when_the_match_is_over() -> None:
    state, _ = RULES.start({"rounds": 1}, 2, bytes(32))
    while (decision := settle(state)) is not None:
        RULES.play(state, decision.seat, Random(1).choice(decision.options).key)
    with pytest.raises(MatchOver):
        make_observation(RULES, state)


def test_bots_are_found_by_level_and_profile() -> None:
    weak, strong = play_random, play_greedy
    bots = Bots(
        {"calm": {"weak": weak, "strong": strong}, "bold": {"weak": strong, "strong": weak}}
    )
    assert bots.profiles == ("calm", "bold")
    assert bots.levels == ("weak", "strong")
    assert (bots.bot("weak"), bots.bot("weak", "bold")) == (weak, strong)
    for names in [("steady",), ("calm",), ("weak", "shy"), ("weak", "")]:
        with pytest.raises(KeyError):
            bots.bot(*names)


def test_a_level_is_found_by_its_former_name() -> None:
    bots = Bots({"balanced": {"weak": play_random}}, renamed={"random": "weak"})
    names = ("random", "weak", "strong")
    assert [bots.current_level(name) for name in names] == ["weak", "weak", "strong"]
    assert bots.levels == ("weak",)
