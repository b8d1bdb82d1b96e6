from __future__ import annotations

from random import Random

import pytest

from games.rules import puzzles
from tablekernel.analysis import Judgment
from tablekernel.problem import Problem
from tablekernel.puzzles import LEAST_OPTIONS, judge
from tablekernel.state import State
from tests.toy_games import toy

__all__ = ["toy"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every decision with enough options is a puzzle, after few playouts."""

    def find(problem: Problem[State], rng: Random) -> Judgment | None:
        return judge(problem, rng, 2) if len(problem.options) >= LEAST_OPTIONS else None

    monkeypatch.setattr(puzzles, "find_puzzle", find)
    monkeypatch.setattr(puzzles, "SEARCH", 0)
