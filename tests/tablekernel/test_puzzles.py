"""A decision is a puzzle if one option is clearly the best, also at the end of the match."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablekernel import puzzles
from tablekernel.analysis import Judgment
from tablekernel.frames import Choice, Question
from tablekernel.puzzles import CANDIDATE, CONFIRMED, find_puzzle, judge, passes
from tests.tablekernel.test_search import Doors, Hall

CLEAR = (0, 40, 10)


class House(Doors):
    """Playouts end after the first room, matches after the third. With ``even``, all halls are
    worth the same in the end.
    """

    def __init__(self, *coins: int, even: bool = False) -> None:
        super().__init__(*coins, last=1)
        self.even = even

    def policy(self, hall: Hall, question: Question, rng: Random) -> Choice:
        if hall.rooms == 2:
            hall.stack.clear()
        return super().policy(hall, question, rng)

    def values(self, hall: Hall) -> list[float]:
        found = super().values(hall)
        return found if hall.stack or not self.even else [0.5]


def test_the_solution_comes_first_with_its_lead() -> None:
    judgment = find_puzzle(House(*CLEAR), Random(1))
    assert judgment is not None
    assert [one.choice for one in judgment.options] == ["open:1", "open:2", "open:0"]
    assert {one.playouts for one in judgment.options} == {CONFIRMED.deals}
    assert judgment.loss == pytest.approx(0.3)
    assert judgment.loss == pytest.approx(judgment.options[0].value - judgment.options[1].value)


@pytest.mark.parametrize(
    "coins", [(0, 40, 39), (0, 5, 1), (0, 0, 0)], ids=["close", "of little worth", "all the same"]
)
def test_without_a_clear_lead_there_is_none(coins: tuple[int, ...]) -> None:
    assert find_puzzle(House(*coins), Random(1)) is None


def test_two_options_are_too_few() -> None:
    assert find_puzzle(House(*CLEAR[:2]), Random(1)) is None


def test_most_positions_take_few_playouts() -> None:
    house = House(0, 0, 0)
    find_puzzle(house, Random(1))
    assert house.played == 3 * CANDIDATE.deals


def test_a_lead_that_does_not_last_is_none() -> None:
    house = House(*CLEAR, even=True)
    assert passes(CONFIRMED, judge(house, Random(1), CONFIRMED.deals))
    assert find_puzzle(house, Random(1)) is None


def test_the_solution_has_to_be_the_same_in_all_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    judgments = [judge(House(*CLEAR), Random(number), 20) for number in range(3)]
    other = judge(House(0, 10, 40), Random(3), 20)

    def find_with(*results: Judgment) -> Any:
        of_each_check = iter(results)
        monkeypatch.setattr(puzzles, "judge", lambda *_: next(of_each_check))
        return find_puzzle(House(*CLEAR), Random(1))

    assert find_with(*judgments) is judgments[1]
    assert find_with(*judgments[:2], other) is None


def test_the_same_luck_gives_the_same_puzzle() -> None:
    found = [find_puzzle(House(*CLEAR), Random(seed)) for seed in (3, 3, 4)]
    assert found[0] == found[1]
    assert found[1] != found[2]
