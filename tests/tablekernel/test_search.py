"""Search finds the option that does best in what may be, in the time it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tablekernel import search
from tablekernel.bots import Budget
from tablekernel.frames import Choice, Frame, Question
from tablekernel.loop import run
from tablekernel.rng import pick
from tablekernel.search import LAST_CALL, RESERVE, find_best
from tablekernel.state import State


class Door(Choice):
    """A door with some coins behind it, and at random a few more."""

    __slots__ = ("coins",)

    def __init__(self, name: str, coins: int) -> None:
        super().__init__(f"open:{name}")
        self.coins = coins


class Hall(State):
    """The coins found so far."""

    __slots__ = ("coins", "doors", "rooms")

    def __init__(self, seed: bytes, doors: Sequence[Door]) -> None:
        super().__init__(seed)
        self.doors = doors
        self.coins = 0
        self.rooms = 0


class Room(Frame):
    """One door is opened, and the next room has the same doors."""

    __slots__ = ()
    steps = ("ask_door", "next_room")

    def ask_door(self, hall: Hall) -> Question:
        return 0, "door", hall.doors, False

    def answer_door(self, hall: Hall, door: Door) -> None:
        hall.coins += door.coins + pick(hall, 20)

    def next_room(self, hall: Hall) -> None:
        hall.rooms += 1
        self.at = 0


class Doors:
    """The decision of which door to open; played out to the ``last`` room."""

    def __init__(
        self, *coins: int, last: int = 2, favourite: int = 0, noise: int | None = None
    ) -> None:
        self.seat = 0
        self.doors = [Door(str(place), worth) for place, worth in enumerate(coins)]
        self.options: Sequence[Choice] = self.doors
        self.noisy = noise is not None
        self.noise = Random(noise)
        self.last = last
        self.favourite = favourite
        self.played = 0

    def prior(self, rng: Random) -> list[float]:
        return [float(place == self.favourite) for place in range(len(self.options))]

    def determinize(self, rng: Random) -> Hall:
        hall = Hall(rng.randbytes(32), self.doors)
        hall.push(Room())
        run(hall)
        return hall

    def copy(self, hall: Hall) -> Hall:
        new = Hall(hall.seed, hall.doors)
        new.draws, new.coins, new.rooms = hall.draws, hall.coins, hall.rooms
        new.stack = [frame.copy() for frame in hall.stack]
        return new

    def policy(self, hall: Hall, question: Question, rng: Random) -> Choice:
        return rng.choice(question[2])

    def goes_on(self, hall: Hall) -> bool:
        return hall.rooms < self.last

    def values(self, hall: Hall) -> list[float]:
        self.played += 1
        return [(hall.coins + 20 * self.noisy * self.noise.random()) / 100]


class Watch:
    """A clock that is a second later each time one looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.mark.parametrize("best", range(4))
def test_the_best_option_is_found_whatever_it_looked_like(best: int) -> None:
    doors = Doors(*[12 if place == best else 5 for place in range(4)], favourite=1)
    assert find_best(doors, Budget(iterations=300), Random(1)) is doors.options[best]


def test_without_time_the_option_that_looks_best_is_taken() -> None:
    doors = Doors(1, 2, 30, favourite=1)
    assert find_best(doors, Budget(iterations=0), Random(1)) is doors.options[1]
    assert find_best(doors, Budget(seconds=0.0, clock=Watch()), Random(1)) is doors.options[1]
    assert doors.played == 0


def test_a_single_option_is_not_thought_about() -> None:
    doors = Doors(1)
    assert find_best(doors, Budget(iterations=50), Random(1)) is doors.options[0]
    assert doors.played == 0


def test_a_number_of_iterations_gives_the_same_choice_each_time() -> None:
    def chosen(number: int) -> list[str]:
        rng = Random(number)
        doors = [Doors(5, 6, 6, noise=rng.getrandbits(16)) for _ in range(20)]
        return [find_best(problem, Budget(iterations=30), rng).key for problem in doors]

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)


def test_the_clock_is_looked_at_and_the_time_kept() -> None:
    watch = Watch()
    doors = Doors(5, 5, 5, 5, noise=1)
    find_best(doors, Budget(seconds=200.0, clock=watch), Random(1))
    assert 200.0 * RESERVE <= watch.now <= 200.0 + 4.0


def test_a_playout_that_is_under_way_ends_in_time_too() -> None:
    """An iteration is given up before the time is over. One looks at the watch before a playout."""
    doors = Doors(*[5] * 200, noise=1)
    find_best(doors, Budget(seconds=100.0, clock=Watch()), Random(1))
    assert 100 * RESERVE < doors.played <= 100 * LAST_CALL


def test_to_ask_who_is_behind_does_not_take_the_time_to_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To ask takes as long as there were iterations, so it is asked more and more seldom."""
    looked = []

    def behind(runner: search.Runner, best: search.Runner) -> bool:
        looked.append(len(runner.values))
        return False

    monkeypatch.setattr(search, "surely_behind", behind)
    find_best(Doors(5, 5, last=1, noise=1), Budget(iterations=4000), Random(1))
    assert looked[:3] == [16, 20, 24]
    assert looked[-1] > 3000
    assert len(looked) < 150


def test_thinking_ends_when_nothing_can_change_any_more() -> None:
    doors = Doors(90, 5, 5, last=1)
    find_best(doors, Budget(iterations=10_000), Random(1))
    assert doors.played < 300


def test_what_always_comes_to_the_same_is_not_thought_about_for_long() -> None:
    doors = Doors(5, 5, 5, last=1)
    find_best(doors, Budget(iterations=10_000), Random(1))
    assert doors.played < 150


def test_among_equals_each_is_taken_now_and_then() -> None:
    found = Counter(
        find_best(Doors(5, 5, noise=number), Budget(iterations=60), Random(number)).key
        for number in range(60)
    )
    assert min(found.values()) > 5
    assert len(found) == 2


def test_options_are_compared_on_equal_luck() -> None:
    """One coin more is seen through a luck of twenty, since all have the same."""
    doors = Doors(5, 6, last=1)
    assert find_best(doors, Budget(iterations=40), Random(3)) is doors.options[1]


def test_what_is_dealt_is_not_changed_by_playing_it_out() -> None:
    class Careful(Doors):
        """Remembers what it dealt."""

        dealt: list[tuple[Hall, Any]] = []

        def determinize(self, rng: Random) -> Hall:
            hall = super().determinize(rng)
            self.dealt.append((hall, (hall.coins, hall.draws, hall.rooms)))
            return hall

    find_best(Careful(1, 2, 3), Budget(iterations=10), Random(1))
    assert Careful.dealt
    assert all((hall.coins, hall.draws, hall.rooms) == before for hall, before in Careful.dealt)
