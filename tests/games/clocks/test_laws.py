"""Properties of clocks, with random paces, calendars and instants."""

from __future__ import annotations

import json
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.quiet_hours import MAX_QUIET_HOURS
from core.timezones import span_length
from games.clocks import (
    Calendar,
    Clock,
    Fischer,
    Hours,
    Pace,
    PerDecision,
    QuietHours,
    Reserve,
    Window,
    parse_pace,
)
from games.clocks.calendar import Span
from games.clocks.checks import whole
from games.clocks.hours import MIN_WINDOW, MIN_WINDOW_WITH_QUIET_HOURS
from games.clocks.paces import BOUNDS

quick = settings(max_examples=100)

TICK = timedelta(microseconds=1)
ZERO = timedelta()
ZONES = (
    *("UTC", "Europe/Paris", "America/New_York", "America/Havana", "Asia/Kathmandu"),
    *("Australia/Lord_Howe", "Pacific/Chatham", "America/Santiago"),
)
times = st.builds(time, st.integers(0, 23), st.sampled_from((0, 15, 30, 59)))
MARCH = datetime(2026, 3, 1, tzinfo=UTC)
instants = st.timedeltas(ZERO, timedelta(days=270)).map(MARCH.__add__)
amounts = st.timedeltas(TICK, timedelta(days=12))
spans = st.tuples(times, times)


@st.composite
def hours(draw: st.DrawFn, least: timedelta) -> Hours:
    long = spans.filter(lambda span: span_length(*span) >= least)
    window = draw(st.none() | long.map(lambda span: Window(*span)))
    return Hours(draw(st.sampled_from(ZONES)), draw(st.booleans()), window)


@st.composite
def quiet_spans(draw: st.DrawFn) -> QuietHours:
    start, end = draw(spans.filter(lambda span: ZERO < span_length(*span) <= MAX_QUIET_HOURS))
    return QuietHours(draw(st.sampled_from(ZONES)), start, end)


@st.composite
def outages(draw: st.DrawFn) -> Span:
    start = draw(instants)
    return start, start + draw(amounts)


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    quiet = draw(st.none() | quiet_spans())
    least = MIN_WINDOW_WITH_QUIET_HOURS if quiet else MIN_WINDOW
    return Calendar(draw(hours(least)), quiet, draw(st.lists(outages(), max_size=3)))


@st.composite
def paces(draw: st.DrawFn) -> Pace:
    def length(name: str, least: timedelta = ZERO) -> timedelta:
        low, high = BOUNDS[name]
        return timedelta(seconds=draw(st.integers(whole(max(low, least)), whole(high))))

    spared = draw(st.booleans())
    common = draw(hours(MIN_WINDOW_WITH_QUIET_HOURS if spared else MIN_WINDOW))
    allowance, initial, increment = length("allowance"), length("initial"), length("increment")
    cap = length("cap", max(initial, increment))
    return draw(
        st.sampled_from(
            (
                Pace.NONE,
                PerDecision(hours=common, quiet_hours=spared, allowance=allowance),
                Reserve(hours=common, quiet_hours=spared, allowance=allowance, bank=length("bank")),
                Fischer(
                    hours=common,
                    quiet_hours=spared,
                    initial=initial,
                    increment=increment,
                    cap=cap,
                ),
            )
        )
    )


@quick
@given(paces())
def test_a_pace_survives_a_round_trip_through_json(pace: Pace) -> None:
    stored = json.loads(json.dumps(pace.to_json()))
    assert Pace.of(stored) == pace
    assert parse_pace(stored) == pace
    assert parse_pace(stored).to_json() == stored


@quick
@given(calendars(), st.lists(instants, min_size=3, max_size=3).map(sorted))
def test_time_adds_up(calendar: Calendar, points: list[datetime]) -> None:
    first, middle, last = points
    parts = calendar.elapsed(first, middle) + calendar.elapsed(middle, last)
    assert parts == calendar.elapsed(first, last)
    assert ZERO <= calendar.elapsed(first, last) <= last - first


@quick
@given(calendars(), instants, amounts)
def test_a_deadline_is_the_first_instant_at_which_all_time_has_counted(
    calendar: Calendar, start: datetime, amount: timedelta
) -> None:
    end = calendar.after(start, amount)
    assert calendar.elapsed(start, end) == amount
    assert calendar.elapsed(start, end - TICK) == amount - TICK


@quick
@given(calendars(), instants, amounts, st.lists(amounts, max_size=6))
def test_stopping_and_starting_never_changes_how_much_time_counts(
    calendar: Calendar, start: datetime, amount: timedelta, steps: list[timedelta]
) -> None:
    clock, now, used = Clock(amount), start, ZERO
    for number, step in enumerate(steps):
        runs = number % 2 == 0
        clock = clock.started(now) if runs else clock.stopped(now, calendar)
        used += calendar.elapsed(now, now + step) if runs else ZERO
        now += step
    assert clock.stopped(now, calendar).left == max(ZERO, amount - used)


@quick
@given(calendars(), instants, amounts, amounts)
def test_a_clock_stopped_and_started_at_once_has_the_same_deadline(
    calendar: Calendar, start: datetime, amount: timedelta, later: timedelta
) -> None:
    clock = Clock(amount, start)
    deadline = clock.deadline(calendar)
    assert deadline is not None
    now = min(start + later, deadline - TICK)
    assert clock.stopped(now, calendar).started(now).deadline(calendar) == deadline


@quick
@given(paces().filter(lambda pace: pace.timed), st.lists(st.floats(0, 1), max_size=8))
def test_a_bank_never_grows_beyond_what_the_pace_allows(pace: Pace, shares: list[float]) -> None:
    bank = pace.opening_bank()
    most = pace.cap if isinstance(pace, Fischer) else bank
    for share in shares:
        left = pace.at_start(bank) * share
        bank = pace.at_end(bank, left)
        assert ZERO <= bank <= most


# --- against a simple implementation -----------------------------------------------------------

HALF_HOUR = timedelta(minutes=30)
EDGES = tuple(time(hour, minute) for hour in (5, 8, 12, 17, 20, 23) for minute in (0, 30))
"""Times outside the hours that daylight saving changes skip or repeat."""
WALLS = ("UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")


def within(span: tuple[time, time], wall: time) -> bool:
    start, end = span
    return start <= wall < end if start < end else wall >= start or wall < end


def counts(calendar: Calendar, instant: datetime) -> bool:
    """Return whether one instant counts, by a literal reading of the rules."""
    hours, quiet = calendar.hours, calendar.quiet
    wall = instant.astimezone(ZoneInfo(hours.time_zone))
    if hours.weekends_off and wall.isoweekday() in (6, 7):
        return False
    if hours.window and not within((hours.window.start, hours.window.end), wall.time()):
        return False
    if quiet:
        own = instant.astimezone(ZoneInfo(quiet.time_zone))
        return not within((quiet.start, quiet.end), own.time())
    return True


edges = st.lists(st.sampled_from(EDGES), min_size=2, max_size=2, unique=True)
changes = st.sampled_from(
    [datetime(2026, month, day, tzinfo=UTC) for month, day in ((3, 6), (3, 27), (4, 3), (10, 23))]
    + [datetime(2026, 10, 2, tzinfo=UTC), datetime(2026, 10, 30, tzinfo=UTC)]
)


@quick
@given(
    st.builds(
        Hours, st.sampled_from(WALLS), st.booleans(), st.none() | edges.map(lambda e: Window(*e))
    ),
    st.none() | st.builds(lambda zone, e: QuietHours(zone, *e), st.sampled_from(WALLS), edges),
    changes,
    st.integers(0, 48),
)
def test_time_counts_exactly_when_the_rules_say_so(
    hours: Hours, quiet: QuietHours | None, day: datetime, skipped: int
) -> None:
    calendar = Calendar(hours, quiet)
    start = day + skipped * HALF_HOUR
    steps = [start + number * HALF_HOUR for number in range(5 * 48)]
    expected = sum((HALF_HOUR for step in steps if counts(calendar, step)), ZERO)
    assert calendar.elapsed(start, steps[-1] + HALF_HOUR) == expected
