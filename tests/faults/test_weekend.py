"""Games are paused over the weekend on which the clocks of Paris go forward, and go on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Heartbeat, PauseKind
from games.play.timing import fire_delay
from games.sweeps import timers_sweep
from games.vacations.services import vacation_end, vacation_start
from tests.faults.figures import Note
from tests.timed import HOUR, MINUTE, Clock, clock, fresh, left, pause, resume, seat_at, shown_up
from tests.toy_games import start_game

pytestmark = [
    pytest.mark.fault(7),
    pytest.mark.django_db,
    pytest.mark.usefixtures("toy", "clock"),
]
__all__ = ["clock"]


def utc(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2027, 3, day, hour, minute, tzinfo=UTC)


BEGIN = utc(25, 11)
"""Thursday, 12:00 in Paris. On Sunday, the 28th, 2:00 there becomes 3:00."""
PARIS = {"kind": "per_decision", "allowance": 48 * 3600, "time_zone": "Europe/Paris"}
WEEKENDS_OFF = {**PARIS, "weekends_off": True}


def begun(clock: Clock, *users: User, pace: dict[str, Any]) -> Game:
    clock.move_to(BEGIN)
    return shown_up(start_game(*users, pace=pace))


def stood_still(clock: Clock, game: Game, begin: datetime, end: datetime) -> None:
    clock.move_to(begin)
    assert pause(game, PauseKind.VOTE)
    assert fresh(game).deadline_at is None
    clock.move_to(end)
    assert resume(game, PauseKind.VOTE)


def lost_at(clock: Clock, game: Game, deadline: datetime) -> None:
    """The seat is lost by a sweep after this deadline, and by none before."""
    assert fresh(game).deadline_at == deadline
    for instant, lost in (
        (deadline + fire_delay() - MINUTE, False),
        (deadline + fire_delay(), True),
    ):
        clock.move_to(instant)
        Heartbeat.objects.update(at=instant)  # the service has worked all the time
        timers_sweep()
        assert (seat_at(game, 0).lost_at is not None) is lost


# pause and resume, and the deadline, all in UTC: Paris is an hour ahead, and two from Sunday on
CASES = {
    "never": (None, utc(27, 11), utc(29, 10)),
    # 30 hours are used up, 18 are left: until 18:00 on Monday, or 18 hours from Sunday 20:00 on.
    "from Friday to Sunday": ((utc(26, 17), utc(28, 18)), utc(29, 12), utc(29, 16)),
    # Within the weekend nothing runs that could stand still.
    "from Saturday to Sunday": ((utc(27, 9), utc(28, 9)), utc(28, 11), utc(29, 10)),
    # From before the weekend to after it: nothing of it counts twice.
    "from Friday to Tuesday": ((utc(26, 11), utc(30, 6)), utc(31, 6), utc(31, 6)),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("weekends", ["counted", "off"])
def test_what_was_left_is_left(
    case: str, weekends: str, clock: Clock, alice: User, bob: User, note: Note
) -> None:
    paused, counted, off = CASES[case]
    game = begun(clock, alice, bob, pace=PARIS if weekends == "counted" else WEEKENDS_OFF)
    if paused:
        stood_still(clock, game, *paused)
    lost_at(clock, game, counted if weekends == "counted" else off)
    note("deadline", f"{counted if weekends == 'counted' else off:%a %H:%M} UTC")


def test_many_pauses_and_reasons_refill_nothing(clock: Clock, alice: User, bob: User) -> None:
    game = begun(clock, alice, bob, pace=WEEKENDS_OFF)
    for hour in (14, 16, 18, 20):  # an hour each, and an hour in between
        stood_still(clock, game, utc(25, hour), utc(25, hour + 1))
    clock.move_to(utc(26, 8))
    vacation_start(user=bob)  # a player who is not even to act
    clock.move_to(utc(26, 9))
    assert pause(game, PauseKind.MODERATOR)
    clock.move_to(utc(28, 9))
    vacation_end(user=bob)
    assert fresh(game).deadline_at is None  # one reason is left
    clock.move_to(utc(28, 18))
    assert resume(game, PauseKind.MODERATOR)
    assert left(game) == 48 * HOUR - 17 * HOUR  # of 21 hours four stood still
    lost_at(clock, game, utc(28, 22) + 31 * HOUR)


def test_a_day_of_23_hours_is_23_hours_long(clock: Clock, alice: User, bob: User) -> None:
    pace = {**PARIS, "allowance": 72 * 3600}
    game = begun(clock, alice, bob, pace=pace)
    lost_at(clock, game, utc(28, 11))  # 13:00 in Paris, where it began at 12:00
    game = begun(clock, alice, bob, pace=pace)
    # From Saturday, 22:00, to Sunday, 4:00, are five hours.
    stood_still(clock, game, utc(27, 21), utc(28, 2))
    lost_at(clock, game, utc(28, 16))
