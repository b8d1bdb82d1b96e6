"""An analysis values options in the same deals, and its sums are exact."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tablekernel.analysis import (
    Entrant,
    Judgment,
    OptionValue,
    Point,
    Summary,
    analyze,
    analyze_revealed,
    best_of,
    judgment_of,
    summarize,
)
from tablekernel.search import FIRST_CHECK
from tests.tablekernel.test_search import Door, Doors

EMPTY, FULL, EQUAL = "open:0", "open:1", "open:2"
"""The keys of the doors, by their place in the hall."""
COINS = (0, 20, 20)


def judged(*coins: int, played: str = "", number: int = 1) -> Judgment:
    """What the doors are worth in a hall with these coins."""
    problem = Doors(*(coins or COINS[:2]), last=1)
    option = next((door for door in problem.doors if door.key == played), None)
    return analyze(problem, Random(number), played=option, iterations=64)


def by_choice(judgment: Judgment) -> dict[str, OptionValue]:
    return {one.choice: one for one in judgment.options}


def test_the_best_option_comes_first_with_its_value_and_error() -> None:
    judgment = judged()
    best, worst = judgment.options
    assert (best.choice, worst.choice) == (FULL, EMPTY)
    assert best.value > worst.value
    assert best.error > 0
    assert judgment.chances[0] == pytest.approx(best.value)


def test_the_same_luck_gives_the_same_judgment() -> None:
    assert judged(number=3) == judged(number=3)
    assert judged(number=3) != judged(number=4)


def test_an_option_that_is_surely_behind_is_played_out_less_often() -> None:
    values = by_choice(judged())
    assert values[FULL].playouts == 64
    assert FIRST_CHECK <= values[EMPTY].playouts < 64


def test_the_played_option_is_always_valued() -> None:
    values = by_choice(judged(played=EMPTY))
    assert values[EMPTY].playouts == 64


def test_it_is_valued_even_if_the_search_would_leave_it_out() -> None:
    problem = Doors(*COINS, last=1)
    *problem.options, left_out = problem.doors
    judgment = analyze(problem, Random(1), played=left_out, iterations=20)
    assert judgment.options[0].choice == EQUAL


def test_the_loss_is_how_far_the_played_option_is_behind() -> None:
    judgment = judged(played=EMPTY)
    values = by_choice(judgment)
    assert judgment.loss == pytest.approx(values[FULL].value - values[EMPTY].value)
    assert judgment.loss > 2 * judgment.loss_error > 0
    assert judged(played=FULL).loss == 0
    assert judged().loss == 0


def test_an_option_that_is_as_good_is_no_better() -> None:
    for played in (FULL, EQUAL):
        assert judged(*COINS, played=played).options[0].choice == played


def raced(name: str, values: Sequence[float]) -> Entrant:
    entrant = Entrant(Door(name, 0))
    for value in values:
        entrant.add([value], 0)
    return entrant


def test_a_lead_within_the_error_is_no_lead() -> None:
    played, lucky = raced("played", [0.4, 0.6, 0.5]), raced("lucky", [0.5, 0.4, 0.7])
    assert best_of([played, lucky], played.option) is played
    assert best_of([played, lucky], None) is lucky
    sure = raced("sure", [0.6, 0.8, 0.7])
    assert best_of([played, sure], played.option) is sure


def test_a_dropped_option_is_compared_in_the_deals_of_both() -> None:
    """The best option was lucky while the other one was played out, too."""
    best, dropped = raced("best", [0.9, 0.9, 0.3, 0.3]), raced("dropped", [0.8, 0.8])
    judgment = judgment_of([best, dropped], best, None)
    assert [one.value for one in judgment.options] == pytest.approx([0.6, 0.5])


def test_with_everything_revealed_only_chance_is_open() -> None:
    problem = Doors(*COINS, last=1)
    hall = problem.determinize(Random(1))
    empty, full = (
        analyze_revealed(problem, hall, door, Random(1), iterations=200)[0]
        for door in problem.doors[:2]
    )
    assert full - empty == pytest.approx(0.2)  # the same draws
    assert 0.05 < empty < 0.14
    assert hall.coins == 0


def test_the_sums_add_up_exactly() -> None:
    points = [
        Point(0.4, 0.3, 0.35),
        Point(0.5, 0.5, 0.2),
        Point(0.25, 0.2, 0.3),
        Point(0.6, 0.5, 0.5, own=False),
    ]
    summary = summarize(points, 1.0)
    assert summary.start == 0.4
    assert summary.choice == pytest.approx(-0.15)
    assert summary.hidden == pytest.approx(-0.15)
    assert summary.stand_in == pytest.approx(-0.1), "a bot chose"
    assert summary.luck == pytest.approx(0.15 + 0.05 + 0.3 + 0.5)
    assert sum(summary[:-1]) == pytest.approx(summary.result)


def test_the_end_of_a_forfeited_seat_is_no_luck() -> None:
    points = [Point(0.4, 0.3, 0.35), Point(0.5, 0.5, 0.6)]
    summary = summarize(points, 0.0, forfeited=True)
    assert summary.forfeit == pytest.approx(-0.6)
    assert summary.luck == pytest.approx(0.15)
    assert sum(summary[:-1]) == pytest.approx(summary.result)


@pytest.mark.parametrize("forfeited", [False, True])
def test_without_decisions_there_is_only_the_result(forfeited: bool) -> None:
    assert summarize([], 0.5, forfeited=forfeited) == Summary(0.5, 0, 0, 0, 0, 0, 0.5)
