"""Bots: functions of what a seat knows, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.castle.bots.greedy import greedy
from engine.castle.bots.novice import novice
from engine.castle.bots.searching import SearchProblem, thinking
from engine.castle.bots.words import WORDS
from engine.castle.state import Match
from tablekernel.bots import Bots, Budget, Observation
from tablekernel.frames import Choice


def greedy_bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
    """A bot with simple rules, without search."""
    match = observation.state
    assert isinstance(match, Match)
    return greedy(match, observation.seat, observation.topic, observation.options, rng)


BOTS: Final = Bots(
    {"balanced": {"novice": novice, "easy": greedy_bot, "expert": thinking}},
    words=WORDS,
    seconds={"expert": 0.05},
    renamed={"random": "novice", "greedy": "easy", "quick": "expert"},
    problem=SearchProblem,
)
