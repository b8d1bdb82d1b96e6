"""Games that begin at a position of another game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random, SystemRandom
from typing import Any

from games.rules.bots import events_for_seat
from games.rules.live_game import LiveGame, Opening, Step, fresh_secrets, state_load
from tablekernel import record
from tablekernel.bots import Observation, make_observation
from tablekernel.problem import Problem
from tablekernel.rules import Rules
from tablekernel.ruleset import Ruleset

DEALS = 20
"""How often a position is dealt again until it fits what the seat knows."""


class RedealFailed(RuntimeError):
    """The bots of the ruleset cannot deal what a seat does not know."""


def game_set_up_at(ruleset: Ruleset, stored: str) -> Opening:
    """Set up a game that begins at a stored position.

    It has a fresh secret seed, whose draws are counted from 0: the seed of the other game is
    published. Raises RulesUnavailable.
    """
    state = state_load(ruleset.rules, stored)
    seed, nonce = fresh_secrets()
    state.seed, state.draws = seed, 0
    start = ruleset.rules.dump(state).decode()
    state, played = ruleset.rules.resume(start)
    return Opening(
        live_game=LiveGame(ruleset, state),
        step=Step.of(ruleset.rules, played),
        nonce=nonce.hex(),
        commitment=record.commitment(seed, nonce),
        start=start,
    )


def position_redeal(ruleset: Ruleset, *, stored: str, events: Iterable[str]) -> str:
    """Return a position in which everything that the seat to act does not know is dealt again.

    It is computed from what this seat knows: its observation, and the stored ``events`` so far as
    it was told them. Raises RulesUnavailable, RedealFailed.
    """
    rules, problem = ruleset.rules, ruleset.bots.problem
    if problem is None:
        raise RedealFailed("the ruleset has no search problem")
    observation = make_observation(rules, state_load(rules, stored))
    observation.events = events_for_seat(events, observation.seat)
    return observation_redeal(rules, problem, observation, SystemRandom())


def observation_redeal(
    rules: Rules,
    problem_of: Callable[[Observation, Random], Problem[Any]],
    observation: Observation,
    rng: Random,
) -> str:
    """Return a position, as stored, that looks to a seat like the one that it observes. Raises
    RedealFailed.
    """
    seat, known = observation.seat, rules.dump(observation.state)
    for _ in range(DEALS):
        dealt = problem_of(observation, rng).determinize(rng)
        if rules.dump(rules.observe(dealt, seat)) == known:
            return rules.dump(dealt).decode()
    raise RedealFailed("no deal fits what the seat knows")
