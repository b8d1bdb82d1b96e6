"""Every game is an environment as PettingZoo wants it, and an observation tells no secret."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias
from zlib import crc32

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra rl")

import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test

from tablekernel import registry
from tablekernel.errors import OptionsRefused
from tablekernel.rl import env, raw_env
from tablekernel.rl.encoding import SCALE
from tablekernel.rl.environment import RulesetEnv
from tablekernel.rules import Rules
from tablekernel.state import State
from tests.engine.castle.pairs import CastlePairs
from tests.engine.citadels.pairs import CitadelsPairs
from tests.tablekernel.trio import TRIO

SMALL_AND_LARGE = [
    (rules, seats)
    for rules in (ruleset.rules for ruleset in registry.rulesets())
    for seats in sorted(
        {rules.min_seats, (rules.min_seats + rules.max_seats) // 2, rules.max_seats}
    )
]
EXPECTED = (  # what api_test notes of every environment with an action mask
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
Pairs: TypeAlias = Any
"""``CitadelsPairs`` or ``CastlePairs``: each takes the matches of its own game."""

PAIRS: list[Pairs] = [
    CitadelsPairs(2),
    CitadelsPairs(5, {"preset": "devious_dignitaries"}),
    CitadelsPairs(8, {"preset": "vicious_nobles"}),
    CastlePairs(),
]


def name_of(value: Any) -> str:
    return value.slug if isinstance(value, Rules) else str(value)


def play(env: RulesetEnv, rng: Random) -> list[str]:
    """Play the match to its end by chance. Returns the agents that decided."""
    agents = []
    while not env.terminations[env.agent_selection]:
        agents.append(env.agent_selection)
        env.step(rng.choice(list(env.legal)))
    return agents


@pytest.mark.parametrize(("rules", "seats"), SMALL_AND_LARGE, ids=name_of)
@pytest.mark.filterwarnings("error", *EXPECTED)
def test_pettingzoo_finds_no_fault(rules: Rules, seats: int) -> None:
    api_test(env(rules.slug, seats), num_cycles=300)


@pytest.mark.parametrize(("rules", "seats"), SMALL_AND_LARGE, ids=name_of)
@pytest.mark.slow
def test_the_same_seed_gives_the_same_match(rules: Rules, seats: int) -> None:
    seed_test(lambda: env(rules.slug, seats), num_cycles=100)


@pytest.mark.parametrize("options", [{"edition": "classic"}, {"preset": "surprise"}])
def test_a_match_has_the_given_options(options: dict[str, Any]) -> None:
    environment = raw_env("citadels", 4, options)
    assert environment.options.items() >= options.items()
    environment.reset(seed=1)
    assert play(environment, Random(1))


def test_a_game_without_a_picture_is_an_environment() -> None:
    environment = RulesetEnv(TRIO.rules, 3)
    environment.reset(seed=1)
    assert set(play(environment, Random(1))) == set(environment.possible_agents)


def test_wrong_seats_and_options_are_refused() -> None:
    with pytest.raises(ValueError, match="2 to 8 seats"):
        raw_env("citadels", 9)
    with pytest.raises(OptionsRefused):
        raw_env("citadels", 4, {"preset": "unknown"})
    with pytest.raises(KeyError):
        raw_env("unknown")


def test_the_winners_share_a_reward_of_1() -> None:
    environment = raw_env("castle")
    environment.reset(seed=1)
    play(environment, Random(1))
    assert sum(environment.rewards.values()) == 1
    result = environment.rules.result(environment.match)
    assert result is not None
    for agent, place in zip(environment.possible_agents, result["placements"], strict=True):
        assert (environment.rewards[agent] > 0) == (place == 1)


def test_winners_in_the_same_place_get_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = RulesetEnv(TRIO.rules, 3)
    monkeypatch.setattr(type(TRIO.rules), "result", lambda rules, state: {"placements": [1, 3, 1]})
    environment.reset(seed=1)
    play(environment, Random(1))
    assert list(environment.rewards.values()) == [0.5, 0, 0.5]


def test_seeds_differ_and_a_reset_without_one_goes_on() -> None:
    environment = raw_env("citadels", 3)
    matches = []
    for seed in (1, None, 2, None, 1, None):
        environment.reset(seed)
        matches.append(environment.rules.dump(environment.match))
    assert matches[:2] == matches[4:]
    assert len(set(matches)) == 4


def test_the_mask_has_the_options_of_the_deciding_seat_only() -> None:
    environment = raw_env("citadels", 4)
    environment.reset(seed=3)
    decision = environment.rules.decision(environment.match)
    assert decision is not None
    for seat, agent in enumerate(environment.possible_agents):
        actions = np.flatnonzero(environment.observe(agent)["action_mask"]).tolist()
        assert actions == (sorted(environment.legal) if seat == decision.seat else [])
    described = environment.described_options()
    assert {action: option["choice"] for action, option in described.items()} == environment.legal


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    environment = raw_env("citadels", 2)
    environment.reset(seed=1)
    before = environment.rules.dump(environment.match)
    illegal = next(number for number in range(4096) if number not in environment.legal)
    with pytest.raises(ValueError, match="is not legal"):
        environment.step(illegal)
    assert environment.rules.dump(environment.match) == before


def test_an_illegal_action_ends_the_match_with_the_usual_wrappers() -> None:
    environment = env("citadels", 2)
    environment.reset(seed=1)
    agent = environment.agent_selection
    mask = environment.last()[0]["action_mask"]
    environment.step(int(np.flatnonzero(mask == 0)[0]))
    assert environment.rewards[agent] == -1
    assert all(environment.terminations.values())


def test_the_observer_comes_first() -> None:
    """The own seat is at distance 0, so two seats see the same public facts at other places."""
    environment = raw_env("castle")
    environment.reset(seed=1)
    play(environment, Random(1))
    views = [environment.rules.view(environment.match, seat) for seat in (0, 1)]
    scores = [entry["score"] for entry in views[0]["seats"]]
    assert scores[0] != scores[1]
    for seat, agent in enumerate(environment.possible_agents):
        place = crc32(b"/seats/0/score") % environment.features
        observation = environment.observe(agent)["observation"]
        assert observation[place] == pytest.approx(scores[seat] / SCALE)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("pairs", PAIRS, ids=lambda pairs: f"{pairs.ruleset.slug}-{pairs.seats}")
@pytest.mark.slow
def test_an_observation_tells_nothing_that_its_seat_may_not_know(pairs: Pairs, number: int) -> None:
    assert count_differences(pairs, number) == 0


@pytest.mark.parametrize("pairs", PAIRS[::3], ids=lambda pairs: pairs.ruleset.slug)
def test_a_leak_is_found(pairs: Pairs, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = pairs.ruleset.presentation.reveal
    monkeypatch.setattr(
        type(pairs.ruleset.rules), "view", lambda rules, match, seat: dict(secrets(match))
    )
    assert count_differences(pairs, 0) > 0


def count_differences(pairs: Pairs, number: int) -> int:
    """Return how many seats can tell a state from one that differs in what they may not know."""
    environment = RulesetEnv(pairs.ruleset.rules, pairs.seats, pairs.options)
    pairs_that_differ = differences = 0
    for match, decision, _, rng in pairs.walk(number, share=0.2):
        for seat, agent in enumerate(environment.possible_agents):
            other = pairs.paired_now(match, seat, decision, rng)
            pairs_that_differ += pairs.ruleset.rules.dump(match) != pairs.ruleset.rules.dump(other)
            one, another = (observe(environment, state, agent) for state in (match, other))
            differences += not data_equivalence(one, another)
    assert pairs_that_differ
    return differences


def observe(environment: RulesetEnv, match: State, agent: str) -> dict[str, Any]:
    environment.resume(match)
    return environment.observe(agent)
