"""An agent that learns: a linear policy, trained by REINFORCE against random players.

python -m tablekernel.rl.example --ruleset SLUG --seats 4 --matches 2000
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablekernel.rl.environment import RulesetEnv, raw_env

Array = NDArray[np.float32]
SIZE = 1024
"""Actions and features: fewer than usual, so that training takes a minute."""

EVALUATED = 400
"""Matches that are played to measure a policy."""


class Policy:
    """A softmax over the legal actions, with one weight per action and feature."""

    def __init__(self, size: int, seed: int) -> None:
        self.weights = np.zeros((size, size), np.float32)
        self.rng = np.random.default_rng(seed)
        self.steps: list[tuple[NDArray[Any], Array, Array]] = []

    def choose(self, observation: dict[str, Any]) -> int:
        """Draw an action, and keep the gradient of its log-probability."""
        legal = np.flatnonzero(observation["action_mask"])
        features = observation["observation"]
        features = features / max(float(np.linalg.norm(features)), 1e-6)
        scores = self.weights[legal] @ features
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        index = self.rng.choice(len(legal), p=chances)
        gradient = -chances
        gradient[index] += 1
        self.steps.append((legal, gradient, features))
        return int(legal[index])

    def learn(self, advantage: float, rate: float) -> None:
        """Make the choices of the last match more likely, or less if the advantage is negative."""
        for legal, gradient, features in self.steps:
            self.weights[legal] += rate * advantage * np.outer(gradient, features)


def play(env: RulesetEnv, policy: Policy, learner: str) -> float:
    """Play a match in which all others choose at random. Returns the reward of the learner."""
    policy.steps.clear()
    env.reset()
    while not env.terminations[env.agent_selection]:
        if env.agent_selection == learner:
            env.step(policy.choose(env.observe(learner)))
        else:
            env.step(int(policy.rng.choice(list(env.legal))))
    return env.rewards[learner]


def train(env: RulesetEnv, policy: Policy, matches: int, rate: float = 0.2) -> None:
    """Play matches in each seat in turn, and learn from each."""
    average = 1 / env.seats
    for number in range(matches):
        reward = play(env, policy, env.possible_agents[number % env.seats])
        policy.learn(reward - average, rate)
        average += 0.02 * (reward - average)


def measure(env: RulesetEnv, policy: Policy) -> float:
    """Return the mean reward over matches in each seat in turn: the share of wins."""
    agents = [env.possible_agents[number % env.seats] for number in range(EVALUATED)]
    return float(np.mean([play(env, policy, agent) for agent in agents]))


def main(words: Sequence[str] | None = None) -> tuple[float, float]:
    """Train a policy, and print and return its share of wins before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", required=True)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(words)
    env = raw_env(arguments.ruleset, arguments.seats, actions=SIZE, features=SIZE)
    env.reset(arguments.seed)
    policy = Policy(SIZE, arguments.seed)
    before = measure(env, policy)
    train(env, policy, arguments.matches)
    after = measure(env, policy)
    print(f"{env.rules.slug}, {env.seats} seats, {arguments.matches} matches of training")
    print(f"wins against random players: {before:.1%} before, {after:.1%} after")
    return before, after


if __name__ == "__main__":
    main()
