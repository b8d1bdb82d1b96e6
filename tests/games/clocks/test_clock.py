"""The clock of a seat: stopping keeps the time left, starting does not refill it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.clocks import Calendar, Clock, Hours

ALWAYS = Calendar()
WEEKDAYS = Calendar(Hours("Europe/Paris", weekends_off=True))
FRIDAY = datetime(2026, 3, 27, 11, tzinfo=UTC)  # noon in Paris, before the change of the clocks
MONDAY = datetime(2026, 3, 30, 10, tzinfo=UTC)  # noon in Paris, after it


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def test_a_clock_runs_down_to_zero_and_no_further() -> None:
    clock = Clock(hours(24), FRIDAY)
    assert clock.left_at(FRIDAY, ALWAYS) == hours(24)
    assert clock.left_at(FRIDAY + hours(20), ALWAYS) == hours(4)
    assert clock.left_at(FRIDAY + hours(24), ALWAYS) == hours(0)
    assert clock.left_at(FRIDAY + hours(30), ALWAYS) == hours(0)
    assert clock.deadline(ALWAYS) == FRIDAY + hours(24)


def test_a_clock_read_before_it_started_is_full() -> None:
    assert Clock(hours(24), FRIDAY).left_at(FRIDAY - hours(1), ALWAYS) == hours(24)


def test_a_stopped_clock_has_no_deadline() -> None:
    clock = Clock(hours(24))
    assert clock.left_at(FRIDAY + hours(100), ALWAYS) == hours(24)
    assert clock.deadline(ALWAYS) is None
    assert clock.mark(ALWAYS, 0.5) is None


def test_the_calendar_says_what_counts() -> None:
    clock = Clock(hours(24), FRIDAY)
    assert clock.deadline(WEEKDAYS) == MONDAY
    assert clock.left_at(FRIDAY + hours(48), WEEKDAYS) == hours(12)


def test_a_pause_keeps_what_is_left() -> None:
    clock = Clock(hours(24), FRIDAY).stopped(FRIDAY + hours(20), ALWAYS)
    assert clock == Clock(hours(4))
    again = clock.started(MONDAY)
    assert again.deadline(ALWAYS) == MONDAY + hours(4)


def test_a_pause_over_a_weekend_and_the_change_to_summer_time_takes_nothing() -> None:
    clock = Clock(hours(24), FRIDAY).stopped(FRIDAY + hours(6), WEEKDAYS).started(MONDAY)
    assert clock.left == hours(18)
    assert clock.deadline(WEEKDAYS) == MONDAY + hours(18)


def test_stopping_a_stopped_clock_or_starting_a_running_one_changes_nothing() -> None:
    still, running = Clock(hours(4)), Clock(hours(4), FRIDAY)
    assert still.stopped(MONDAY, ALWAYS) == still
    assert running.started(MONDAY) == running


def test_more_time_moves_the_deadline() -> None:
    assert Clock(hours(4), FRIDAY).extended(hours(2)).deadline(ALWAYS) == FRIDAY + hours(6)
    assert Clock(hours(4)).extended(hours(2)) == Clock(hours(6))


def test_a_clock_stopped_late_gets_the_whole_extension() -> None:
    late = FRIDAY + hours(25)
    clock = Clock(hours(24), FRIDAY).stopped(late, ALWAYS).extended(hours(24)).started(late)
    assert clock.deadline(ALWAYS) == late + hours(24)


def test_a_mark_is_when_a_share_of_the_time_is_used() -> None:
    clock = Clock(hours(24), FRIDAY)
    assert clock.mark(ALWAYS, 0) == FRIDAY
    assert clock.mark(ALWAYS, 0.75) == FRIDAY + hours(18)
    assert clock.mark(WEEKDAYS, 0.75) == MONDAY - hours(6)
    assert clock.mark(WEEKDAYS, 1) == clock.deadline(WEEKDAYS)


def test_an_outage_that_is_found_later_gives_its_time_back() -> None:
    clock, now = Clock(hours(24), FRIDAY), FRIDAY + hours(25)
    assert clock.left_at(now, ALWAYS) == hours(0)
    outage = Calendar(closed=[(FRIDAY + hours(20), FRIDAY + hours(23))])
    assert clock.left_at(now, outage) == hours(2)
    assert clock.deadline(outage) == FRIDAY + hours(27)


def test_the_time_left_cannot_be_negative() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        Clock(hours(-1))
    with pytest.raises(ValueError, match="cannot be negative"):
        Clock(hours(1)).extended(hours(-2))
