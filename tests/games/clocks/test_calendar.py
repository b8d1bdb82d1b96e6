"""Calendars: weekends, windows, quiet hours and outages, across daylight saving changes.

Paris goes from UTC+1 to UTC+2 on Sunday 29 March 2026 at 01:00 UTC (02:00 becomes 03:00), and back
on Sunday 25 October 2026 at 01:00 UTC (03:00 becomes 02:00).
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from time import process_time
from zoneinfo import ZoneInfo

import pytest

from games.clocks import Calendar, Hours, NeverOpens, QuietHours, Window
from games.clocks.calendar import first_instant

PARIS = ZoneInfo("Europe/Paris")
ALWAYS = Calendar()
WEEKDAYS = Calendar(Hours("Europe/Paris", weekends_off=True))


def at(text: str) -> datetime:
    """Return an instant given in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def paris(text: str) -> datetime:
    """Return an instant given in Paris local time."""
    return datetime.fromisoformat(text).replace(tzinfo=PARIS)


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def days(count: float) -> timedelta:
    return timedelta(days=count)


def window(
    begin: str, end: str, zone: str = "Europe/Paris", *, weekends_off: bool = False
) -> Hours:
    return Hours(zone, weekends_off, Window.of({"from": begin, "to": end}))


def quiet_hours(begin: str, end: str, zone: str) -> QuietHours:
    return QuietHours.of({"time_zone": zone, "from": begin, "to": end})


# --- without rules -----------------------------------------------------------------------------


def test_without_rules_all_time_counts() -> None:
    start = at("2026-03-28T12:00:00.000001")
    assert ALWAYS.after(start, days(30)) == start + days(30)
    assert ALWAYS.elapsed(start, start + days(30)) == days(30)


def test_an_earlier_end_counts_nothing() -> None:
    later, earlier = at("2026-03-11T12:00"), at("2026-03-11T11:00")
    for calendar in (ALWAYS, WEEKDAYS):
        assert calendar.elapsed(later, earlier) == hours(0)
        assert calendar.elapsed(later, later) == hours(0)
        assert calendar.after(later, hours(0)) == calendar.after(later, hours(-1)) == later


def test_instants_in_any_zone_are_converted_to_utc() -> None:
    for calendar in (ALWAYS, Calendar(window("00:00", "23:00"))):
        start, end = paris("2026-03-29T00:00"), paris("2026-03-29T06:00")
        assert calendar.elapsed(start, end) == hours(5)  # not 6: an hour is skipped
        reached = calendar.after(start, hours(5))
        assert reached == end
        assert reached.tzinfo is UTC


def test_an_instant_without_a_time_zone_is_refused() -> None:
    naive = at("2026-03-11T12:00").replace(tzinfo=None)
    for calendar in (ALWAYS, WEEKDAYS):
        with pytest.raises(ValueError, match="time zone"):
            calendar.after(naive, hours(1))
        with pytest.raises(ValueError, match="time zone"):
            calendar.elapsed(at("2026-03-11T12:00"), naive)


# --- weekends ----------------------------------------------------------------------------------


def test_a_day_from_friday_noon_ends_on_monday_noon() -> None:
    assert WEEKDAYS.after(paris("2026-03-13T12:00"), days(1)) == paris("2026-03-16T12:00")


def test_across_the_start_of_summer_time_local_time_is_the_same() -> None:
    friday, monday = paris("2026-03-27T12:00"), paris("2026-03-30T12:00")
    assert WEEKDAYS.after(friday, days(1)) == monday == at("2026-03-30T10:00")
    assert WEEKDAYS.elapsed(friday, monday) == days(1)


def test_across_the_end_of_summer_time_local_time_is_the_same() -> None:
    friday, monday = paris("2026-10-23T12:00"), paris("2026-10-26T12:00")
    assert WEEKDAYS.after(friday, days(1)) == monday == at("2026-10-26T11:00")
    assert WEEKDAYS.elapsed(friday, monday) == days(1)


def test_weekends_are_in_the_games_time_zone() -> None:
    tokyo = Calendar(Hours("Asia/Tokyo", weekends_off=True))
    friday = at("2026-03-13T14:00")  # Friday 23:00 in Tokyo
    assert tokyo.after(friday, hours(2)) == at("2026-03-15T16:00")  # Monday 01:00 in Tokyo
    assert WEEKDAYS.after(friday, hours(2)) == at("2026-03-13T16:00")


def test_a_clock_that_starts_on_a_weekend_waits_for_monday() -> None:
    for start in ("2026-03-28T00:00", "2026-03-28T23:00", "2026-03-29T23:59"):
        assert WEEKDAYS.after(paris(start), hours(1)) == paris("2026-03-30T01:00")


def test_a_deadline_may_be_the_last_instant_of_friday() -> None:
    end = WEEKDAYS.after(paris("2026-03-27T20:00"), hours(4))
    assert end == paris("2026-03-28T00:00")  # not Monday: all of it has already counted


# --- windows -----------------------------------------------------------------------------------


def test_the_clock_runs_inside_the_window() -> None:
    calendar = Calendar(window("09:00", "21:00"))
    assert calendar.after(paris("2026-03-10T20:00"), hours(2)) == paris("2026-03-11T10:00")
    assert calendar.after(paris("2026-03-10T03:00"), hours(2)) == paris("2026-03-10T11:00")
    assert calendar.elapsed(paris("2026-03-10T00:00"), paris("2026-03-12T00:00")) == days(1)


def test_a_window_may_cross_midnight() -> None:
    calendar = Calendar(window("20:00", "02:00"))
    assert calendar.after(paris("2026-03-10T23:00"), hours(4)) == paris("2026-03-11T21:00")
    assert calendar.after(paris("2026-03-11T01:00"), hours(1)) == paris("2026-03-11T02:00")
    assert calendar.elapsed(paris("2026-03-11T00:00"), paris("2026-03-12T00:00")) == hours(6)


def test_a_window_past_midnight_is_cut_where_the_weekend_begins() -> None:
    calendar = Calendar(window("20:00", "02:00", weekends_off=True))
    assert calendar.after(paris("2026-03-13T20:00"), hours(5)) == paris("2026-03-16T01:00")


def test_a_window_is_an_hour_shorter_where_the_clocks_go_forward() -> None:
    calendar = Calendar(window("22:00", "10:00"))
    assert calendar.after(paris("2026-03-28T22:00"), hours(11)) == paris("2026-03-29T10:00")


def test_a_window_is_an_hour_longer_where_the_clocks_go_back() -> None:
    calendar = Calendar(window("22:00", "10:00"))
    assert calendar.after(paris("2026-10-24T22:00"), hours(13)) == paris("2026-10-25T10:00")


# --- quiet hours -------------------------------------------------------------------------------


def test_quiet_hours_are_in_the_players_time_zone() -> None:
    calendar = Calendar(Hours("Europe/Paris"), quiet_hours("22:00", "08:00", "America/New_York"))
    # 22:00 in New York is 03:00 UTC in winter and 02:00 UTC from 8 March on.
    assert calendar.after(at("2026-03-03T03:00"), hours(2)) == at("2026-03-03T15:00")
    assert calendar.after(at("2026-03-10T02:00"), hours(2)) == at("2026-03-10T14:00")


def test_window_weekend_and_quiet_hours_combine() -> None:
    calendar = Calendar(
        window("08:00", "20:00", weekends_off=True), quiet_hours("23:00", "08:00", "Asia/Tokyo")
    )
    # Quiet hours in Tokyo are from 15:00 to midnight in Paris, which leaves 7 hours a day.
    friday = paris("2026-03-13T14:00")
    assert calendar.after(friday, hours(1)) == paris("2026-03-13T15:00")
    assert calendar.after(friday, hours(2)) == paris("2026-03-16T09:00")
    assert calendar.elapsed(paris("2026-03-09T00:00"), paris("2026-03-16T00:00")) == hours(35)


# --- times that do not exist, or exist twice ---------------------------------------------------


def test_a_skipped_time_is_the_instant_of_the_change() -> None:
    change = at("2026-03-29T01:00")
    for skipped in (time(2), time(2, 30), time(2, 59), time(3)):
        assert first_instant(PARIS, date(2026, 3, 29), skipped) == change
    assert first_instant(PARIS, date(2026, 3, 29), time(1, 59)) == change - timedelta(minutes=1)


def test_a_repeated_time_means_the_first_occurrence() -> None:
    assert first_instant(PARIS, date(2026, 10, 25), time(2, 30)) == at("2026-10-25T00:30")
    assert first_instant(PARIS, date(2026, 10, 25), time(3)) == at("2026-10-25T02:00")


def test_a_window_that_opens_at_a_skipped_time_opens_at_the_change() -> None:
    calendar = Calendar(window("02:30", "14:30"))
    assert calendar.after(paris("2026-03-28T23:00"), hours(1)) == at("2026-03-29T02:00")


def test_a_window_that_opens_at_a_repeated_time_stays_open() -> None:
    calendar = Calendar(window("02:30", "14:30"))
    assert calendar.after(at("2026-10-24T23:00"), hours(2)) == at("2026-10-25T02:30")


@pytest.mark.parametrize(
    ("zone", "day", "first"),
    [
        # midnight is skipped
        ("America/Santiago", date(2026, 9, 6), at("2026-09-06T04:00")),
        # midnight is repeated
        ("America/Havana", date(2026, 11, 1), at("2026-11-01T04:00")),
        # half an hour, not an hour
        ("Australia/Lord_Howe", date(2026, 4, 5), at("2026-04-04T13:00")),
        # the whole day was skipped
        ("Pacific/Apia", date(2011, 12, 30), at("2011-12-30T10:00")),
        # the clocks went back at 00:01, into the previous day
        ("America/Goose_Bay", date(2010, 11, 7), at("2010-11-07T03:00")),
    ],
)
def test_days_begin_where_clocks_change_in_odd_ways(zone: str, day: date, first: datetime) -> None:
    assert first_instant(ZoneInfo(zone), day, time()) == first


def test_a_weekend_ends_once_if_midnight_is_repeated() -> None:
    # Sunday 1 November 2026: in Havana 01:00 becomes 00:00, so that this day lasts 25 hours.
    calendar = Calendar(Hours("America/Havana", weekends_off=True))
    saturday, monday = at("2026-10-31T04:00"), at("2026-11-02T05:00")
    assert calendar.after(saturday - hours(1), hours(2)) == monday + hours(1)


# --- outages -----------------------------------------------------------------------------------


def test_an_outage_counts_for_nobody() -> None:
    calendar = Calendar(closed=[(at("2026-03-10T12:00"), at("2026-03-10T15:00"))])
    assert calendar.after(at("2026-03-10T10:00"), hours(4)) == at("2026-03-10T17:00")
    assert calendar.after(at("2026-03-10T13:00"), hours(1)) == at("2026-03-10T16:00")
    assert calendar.after(at("2026-03-10T15:00"), hours(1)) == at("2026-03-10T16:00")
    assert calendar.elapsed(at("2026-03-10T11:00"), at("2026-03-10T14:00")) == hours(1)


def test_outages_may_come_in_any_order_and_overlap() -> None:
    calendar = Calendar(
        closed=(
            (at("2026-03-10T14:00"), at("2026-03-10T16:00")),
            (at("2026-03-10T12:00"), at("2026-03-10T20:00")),
            (at("2026-03-10T08:00"), at("2026-03-10T09:00")),
        )
    )
    assert calendar.after(at("2026-03-10T08:30"), hours(4)) == at("2026-03-10T21:00")


def test_an_outage_on_a_weekend_takes_nothing_more() -> None:
    outage = (paris("2026-03-14T10:00"), paris("2026-03-14T13:00"))
    calendar = Calendar(WEEKDAYS.hours, closed=[outage])
    friday = paris("2026-03-13T12:00")
    assert calendar.after(friday, days(1)) == WEEKDAYS.after(friday, days(1))


# --- bounds ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "calendar",
    [
        Calendar(window("00:00", "03:00"), quiet_hours("23:00", "06:00", "Europe/Paris")),
        Calendar(closed=[(at("2026-01-01"), at("2099-01-01"))]),
    ],
    ids=["a window within the quiet hours", "an endless outage"],
)
def test_a_calendar_that_never_opens_raises_an_error(calendar: Calendar) -> None:
    start = at("2026-03-10T12:00")
    with pytest.raises(NeverOpens):
        calendar.after(start, timedelta(microseconds=1))
    assert calendar.elapsed(start, start + days(400)) == hours(0)


def test_the_longest_reserve_at_the_fewest_hours_has_a_deadline() -> None:
    calendar = Calendar(
        window("08:00", "20:00", weekends_off=True), quiet_hours("08:00", "18:00", "Europe/Paris")
    )
    start = at("2026-03-10T12:00")
    end = calendar.after(start, days(120))
    assert calendar.elapsed(start, end) == days(120)


def test_ten_times_the_days_cost_about_ten_times_as_much() -> None:
    calendar = Calendar(
        window("08:00", "20:00", weekends_off=True),
        quiet_hours("22:00", "08:00", "America/New_York"),
        [(at("2026-03-10T12:00"), at("2026-03-10T15:00"))],
    )

    def cost(length: timedelta) -> float:
        took = []
        for _ in range(7):
            begun = process_time()
            calendar.after(at("2026-03-03T12:00"), length)
            took.append(process_time() - begun)
        return min(took)

    assert cost(days(30)) < 40 * cost(days(3))
