"""A match of any ruleset as a PettingZoo AEC environment."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tablekernel import registry
from tablekernel.frames import Decision
from tablekernel.rl.encoding import Vector, encode, name_features, number_options
from tablekernel.rng import SEED_BYTES
from tablekernel.rules import Rules
from tablekernel.state import State

ACTIONS = 4096
FEATURES = 4096

Observation: TypeAlias = dict[str, Any]


def env(
    ruleset: str,
    seats: int | None = None,
    options: dict[str, Any] | None = None,
    *,
    actions: int = ACTIONS,
    features: int = FEATURES,
) -> AECEnv[str, Observation, int]:
    """Return the environment with PettingZoo's usual wrappers: an illegal action ends the match,
    and costs its agent 1.

    The parameters are those of ``RulesetEnv``.
    """
    raw = raw_env(ruleset, seats, options, actions=actions, features=features)
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def raw_env(
    ruleset: str,
    seats: int | None = None,
    options: dict[str, Any] | None = None,
    *,
    actions: int = ACTIONS,
    features: int = FEATURES,
) -> RulesetEnv:
    """Return the environment without wrappers: an illegal action raises ``ValueError``.

    Raises ``KeyError`` for an unknown slug.
    """
    return RulesetEnv(
        registry.ruleset(ruleset).rules, seats, options, actions=actions, features=features
    )


class RulesetEnv(AECEnv[str, Observation, int]):
    """Matches of one ruleset, with the same seats and options each.

    The agents are ``seat_0`` and so on. An observation has ``observation``, a vector of
    ``features`` numbers, and ``action_mask``, which has a 1 for each of the ``actions`` that is
    legal now. Both are made from what the seat may know. At the end, the seats in first place share
    a reward of 1; all other rewards are 0.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        *,
        actions: int = ACTIONS,
        features: int = FEATURES,
    ) -> None:
        """``seats`` is the smallest number if it is not given. Raises ``ValueError`` for a number
        that the ruleset does not have, and ``OptionsRefused``.
        """
        super().__init__()
        self.rules = rules
        self.seats = rules.min_seats if seats is None else seats
        if not rules.min_seats <= self.seats <= rules.max_seats:
            raise ValueError(f"{rules.slug} has {rules.min_seats} to {rules.max_seats} seats")
        self.options = rules.check_options(options or {}, self.seats)
        self.actions = actions
        self.features = features
        self.metadata = {"name": f"{rules.slug}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (features,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._rng = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. With a ``seed`` the matches from here on are always the same ones.
        ``options`` are not used: those of the match are given to the constructor.
        """
        if seed is not None:
            self._rng.seed(seed)
        match, _ = self.rules.start(self.options, self.seats, self._rng.randbytes(SEED_BYTES))
        self.resume(match)

    def resume(self, match: State) -> None:
        """Continue from any state of a match with these seats and options."""
        self.match = match
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def step(self, action: int | None) -> None:
        """Answer the open decision. Raises ``ValueError`` if ``action`` is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        decision = self.rules.decision(self.match)
        if decision is None or action not in self.legal:
            raise ValueError(f"action {action} of {agent} is not legal")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rules.play(self.match, decision.seat, self.legal[action])
        self._ask()
        self._accumulate_rewards()
        if self.terminations[agent]:
            self._deads_step_first()

    def _ask(self) -> None:
        """Give the turn to the seat that decides, or give the rewards."""
        decision = self.rules.decision(self.match)
        if decision is not None:
            self.agent_selection = self.possible_agents[decision.seat]
            self.legal = number_options([option.key for option in decision.options], self.actions)
            return
        self.legal = {}
        result = self.rules.result(self.match)
        assert result is not None
        winners = result["placements"].count(1)
        for agent, place in zip(self.possible_agents, result["placements"], strict=True):
            self.rewards[agent] = 1.0 / winners if place == 1 else 0.0
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know: its view, and its options if it has to decide."""
        seat = self.possible_agents.index(agent)
        decision = self.rules.decision(self.match)
        mask = np.zeros(self.actions, np.int8)
        if decision is not None and decision.seat == seat:
            mask[list(self.legal)] = 1
        return {"observation": self._encode_view(seat, decision), "action_mask": mask}

    def _encode_view(self, seat: int, decision: Decision | None) -> Vector:
        """Return the view of a seat as a vector, with the seat itself, who has to decide, and the
        topic and the context of a decision of its own.

        The list ``seats`` of a view is not a set: its entries are at their distance from ``seat``,
        so that 0 is always the observer.
        """
        view = self.rules.view(self.match, seat)
        seats = {
            str((number - seat) % self.seats): entry
            for number, entry in enumerate(view.pop("seats", ()))
        }
        document = {"view": view, "seats": seats, "seat": seat}
        if decision is not None:
            document["decides"] = (decision.seat - seat) % self.seats
            if decision.seat == seat:
                document["topic"] = decision.topic
                document["about"] = self.rules.describe(self.match, decision)["about"]
        return encode(name_features(document), self.features)

    def described_options(self) -> dict[int, dict[str, Any]]:
        """Return the options of the open decision by action, as the API gives them to the deciding
        player. Empty if the match is over.
        """
        decision = self.rules.decision(self.match)
        if decision is None:
            return {}
        described = self.rules.describe(self.match, decision)["options"]
        return dict(zip(self.legal, described, strict=True))
