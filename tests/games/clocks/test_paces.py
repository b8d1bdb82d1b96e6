"""Paces: validation, and the time of clock segments."""

from __future__ import annotations

import json
from datetime import time, timedelta
from typing import Any

import pytest

from games.clocks import (
    Fischer,
    Hours,
    Pace,
    PaceRefused,
    PerDecision,
    QuietHours,
    Reserve,
    Window,
    parse_pace,
)

MINUTE, HOUR, DAY = 60, 3600, 86400
PER_DECISION: dict[str, Any] = {"kind": "per_decision", "allowance": 2 * DAY}
RESERVE: dict[str, Any] = {"kind": "reserve", "allowance": DAY, "bank": 5 * DAY}
FISCHER: dict[str, Any] = {"kind": "fischer", "initial": 3 * DAY, "increment": DAY, "cap": 7 * DAY}
KINDS = (PER_DECISION, RESERVE, FISCHER)
SHORT = {"from": "18:00", "to": "23:00"}


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def days(count: float) -> timedelta:
    return timedelta(days=count)


def refusal_of(raw: Any) -> tuple[str, str]:
    """Return the pointer and code with which a pace is refused; check that there is a message."""
    with pytest.raises(PaceRefused) as refusal:
        parse_pace(raw)
    assert refusal.value.message.endswith((".", "?"))
    assert str(refusal.value) == refusal.value.message
    return refusal.value.pointer, refusal.value.code


# --- the time of clock segments ------------------------------------------------------------------


def test_a_game_without_a_clock_has_no_clock_segments() -> None:
    pace = parse_pace({"kind": "none"})
    assert pace is Pace.NONE
    assert not pace.timed
    assert pace.opening_bank() == pace.at_end(days(0), days(3)) == pace.extension() == days(0)
    with pytest.raises(ValueError, match="no clock segments"):
        pace.at_start(days(0))


def test_each_clock_segment_has_a_full_allowance() -> None:
    pace = parse_pace(PER_DECISION)
    assert pace.timed
    assert pace.opening_bank() == days(0)
    assert pace.at_start(days(0)) == days(2)
    assert pace.at_end(days(0), left=days(1.5)) == days(0)
    assert pace.extension() == days(2)


def test_only_time_beyond_the_allowance_uses_the_reserve() -> None:
    pace = parse_pace(RESERVE)
    assert pace.opening_bank() == days(5)
    assert pace.at_start(days(5)) == days(6)
    assert pace.at_end(days(5), left=days(5.5)) == days(5)  # half a day of the allowance
    assert pace.at_end(days(5), left=days(5)) == days(5)  # the allowance to the end
    assert pace.at_end(days(5), left=days(3)) == days(3)  # two days of the reserve
    assert pace.at_end(days(5), left=days(0)) == days(0)
    assert pace.at_start(days(0)) == days(1)


def test_an_extension_does_not_refill_the_reserve() -> None:
    pace = parse_pace(RESERVE)
    assert pace.extension() == days(1)
    assert pace.at_end(days(0), left=pace.extension()) == days(0)


def test_a_fischer_clock_grows_after_each_segment_up_to_its_cap() -> None:
    pace = parse_pace(FISCHER)
    assert pace.opening_bank() == pace.at_start(days(3)) == days(3)
    assert pace.at_end(days(3), left=days(2.5)) == days(3.5)
    assert pace.at_end(days(7), left=days(6.5)) == days(7)
    assert pace.at_end(days(3), left=days(0)) == days(1)


@pytest.mark.parametrize(
    ("increment", "cap", "extension"),
    [
        (2 * DAY, 7 * DAY, days(2)),
        (0, 7 * DAY, hours(1)),
        (MINUTE, 10 * MINUTE, hours(1 / 6)),
    ],
)
def test_an_extension_of_a_fischer_clock_is_long_enough_to_return(
    increment: int, cap: int, extension: timedelta
) -> None:
    pace = parse_pace({"kind": "fischer", "initial": MINUTE, "increment": increment, "cap": cap})
    assert pace.extension() == extension


def test_quiet_hours_do_not_count_unless_the_game_says_so() -> None:
    quiet = QuietHours("Europe/Paris", time(22), time(8))
    assert parse_pace(PER_DECISION).calendar(quiet).quiet == quiet
    assert parse_pace({**PER_DECISION, "quiet_hours": False}).calendar(quiet).quiet is None


# --- as JSON -----------------------------------------------------------------------------------


def test_defaults_are_filled_in() -> None:
    assert parse_pace(RESERVE).to_json() == {
        **RESERVE,
        "time_zone": "UTC",
        "weekends_off": False,
        "window": None,
        "quiet_hours": True,
    }
    assert parse_pace({"kind": "none"}).to_json() == {"kind": "none"}


def test_everything_given_is_kept() -> None:
    raw = {
        **FISCHER,
        "time_zone": "Europe/Paris",
        "weekends_off": True,
        "window": {"from": "20:30", "to": "09:00"},
        "quiet_hours": False,
    }
    pace = parse_pace(raw)
    assert isinstance(pace, Fischer)
    assert (pace.initial, pace.increment, pace.cap) == (days(3), days(1), days(7))
    assert pace.hours == Hours("Europe/Paris", True, Window.of({"from": "20:30", "to": "09:00"}))
    assert pace.to_json() == raw


@pytest.mark.parametrize("raw", [{"kind": "none"}, *KINDS], ids=lambda raw: str(raw["kind"]))
def test_a_stored_pace_can_be_read_back(raw: dict[str, Any]) -> None:
    pace = parse_pace(raw)
    stored = json.loads(json.dumps(pace.to_json()))
    assert Pace.of(stored) == pace == parse_pace(stored)


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("raw", [None, [], "none", 3])
def test_a_pace_is_an_object(raw: Any) -> None:
    assert refusal_of(raw) == ("", "invalid")


def test_a_pace_has_a_kind() -> None:
    assert refusal_of({}) == ("/kind", "required")
    for kind in ("blitz", "None", None, 3, ["none"]):
        assert refusal_of({"kind": kind}) == ("/kind", "invalid_choice")


@pytest.mark.parametrize("raw", KINDS, ids=lambda raw: str(raw["kind"]))
def test_each_kind_needs_its_durations(raw: dict[str, Any]) -> None:
    for name in set(raw) - {"kind"}:
        rest = {key: value for key, value in raw.items() if key != name}
        assert refusal_of(rest) == (f"/{name}", "required")


@pytest.mark.parametrize("wrong", [True, 86400.0, "86400", None, [86400]])
def test_a_duration_is_a_whole_number_of_seconds(wrong: Any) -> None:
    for raw in KINDS:
        for name in set(raw) - {"kind"}:
            assert refusal_of({**raw, name: wrong}) == (f"/{name}", "invalid")


@pytest.mark.parametrize(
    ("raw", "name", "least", "most"),
    [
        (PER_DECISION, "allowance", MINUTE, 30 * DAY),
        (RESERVE, "allowance", MINUTE, 30 * DAY),
        (RESERVE, "bank", 0, 90 * DAY),
        ({**FISCHER, "cap": 90 * DAY}, "initial", MINUTE, 30 * DAY),
        ({**FISCHER, "cap": 90 * DAY}, "increment", 0, 30 * DAY),
        (FISCHER, "cap", 3 * DAY, 90 * DAY),
    ],
)
def test_durations_have_bounds(raw: dict[str, Any], name: str, least: int, most: int) -> None:
    for within in (least, most):
        assert parse_pace({**raw, name: within}).to_json()[name] == within
    assert refusal_of({**raw, name: least - 1}) == (f"/{name}", "min_value")
    assert refusal_of({**raw, name: most + 1}) == (f"/{name}", "max_value")


def test_a_cap_is_at_least_initial_and_increment() -> None:
    for initial, increment in ((7 * DAY + 1, DAY), (DAY, 7 * DAY + 1)):
        raw = {"kind": "fischer", "initial": initial, "increment": increment, "cap": 7 * DAY}
        assert refusal_of(raw) == ("/cap", "min_value")


def test_an_unknown_member_is_refused() -> None:
    assert refusal_of({**RESERVE, "alowance": 5}) == ("/alowance", "unknown")
    assert refusal_of({**RESERVE, "a/b~c": 5}) == ("/a~1b~0c", "unknown")
    with pytest.raises(PaceRefused) as refusal:
        parse_pace({"kind": "none", "\ud800": 1})
    refusal.value.message.encode()  # a client's input can be encoded in the reply


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ({**PER_DECISION, "bank": DAY}, "bank"),
        ({**RESERVE, "cap": DAY}, "cap"),
        ({**FISCHER, "allowance": DAY}, "allowance"),
        ({"kind": "none", "allowance": DAY}, "allowance"),
        ({"kind": "none", "weekends_off": False}, "weekends_off"),
        ({"kind": "none", "quiet_hours": True}, "quiet_hours"),
    ],
)
def test_a_member_that_the_kind_does_not_use_is_refused(raw: dict[str, Any], name: str) -> None:
    assert refusal_of(raw) == (f"/{name}", "member_not_used")


@pytest.mark.parametrize("name", ["weekends_off", "quiet_hours"])
def test_a_flag_is_true_or_false(name: str) -> None:
    for wrong in (1, 0, "true", None):
        assert refusal_of({**RESERVE, name: wrong}) == (f"/{name}", "invalid")


NO_ZONES = ("Paris", "europe/paris", "CEST", "+02:00", "", "Europe", "localtime", "Factory")
PATHS = ("../zoneinfo/UTC", "/usr/share/zoneinfo/UTC", "posix/UTC", "right/UTC", "./UTC", "UTC\0")


@pytest.mark.parametrize("zone", [*NO_ZONES, *PATHS, None, 3, []])
def test_a_time_zone_is_a_name_from_the_list_and_not_a_path(zone: Any) -> None:
    assert refusal_of({**RESERVE, "time_zone": zone}) == ("/time_zone", "unknown_time_zone")


# --- windows -----------------------------------------------------------------------------------


def window(begin: Any, end: Any, **more: Any) -> dict[str, Any]:
    return {**RESERVE, "window": {"from": begin, "to": end}, **more}


def test_a_window_has_two_times() -> None:
    assert refusal_of({**RESERVE, "window": "08:00-20:00"}) == ("/window", "invalid")
    assert refusal_of({**RESERVE, "window": {"to": "20:00"}}) == ("/window/from", "required")
    assert refusal_of({**RESERVE, "window": {"from": "20:00"}}) == ("/window/to", "required")
    raw = {**RESERVE, "window": {"from": "08:00", "to": "20:00", "days": 5}}
    assert refusal_of(raw) == ("/window/days", "unknown")


@pytest.mark.parametrize(
    "wrong", ["8:00", "24:00", "08:60", "08:00:00", "0800", "\u0660\u0668:00", 8, None]
)
def test_a_time_is_hours_and_minutes(wrong: Any) -> None:
    assert refusal_of(window(wrong, "22:00")) == ("/window/from", "invalid")
    assert refusal_of(window("08:00", wrong)) == ("/window/to", "invalid")


def test_a_window_of_nothing_or_of_all_day_is_refused() -> None:
    assert refusal_of(window("12:00", "12:00")) == ("/window", "empty_span")


def test_a_window_is_at_least_three_hours_long() -> None:
    assert refusal_of(window("21:30", "00:29")) == ("/window", "window_too_short")
    assert parse_pace(window("21:30", "00:30")).hours.window is not None


def test_with_quiet_hours_a_window_is_at_least_twelve_hours_long() -> None:
    assert parse_pace(window("20:00", "08:00")).quiet_hours
    assert not parse_pace(window("20:00", "07:59")).quiet_hours
    assert parse_pace(window("20:00", "08:00", quiet_hours=True)).quiet_hours
    where = ("/quiet_hours", "window_too_short_for_quiet_hours")
    assert refusal_of({**RESERVE, "window": SHORT, "quiet_hours": True}) == where


def test_the_window_may_be_null() -> None:
    assert parse_pace({**RESERVE, "window": None}) == parse_pace(RESERVE)


# --- quiet hours -------------------------------------------------------------------------------


def test_stored_quiet_hours_can_be_read_back() -> None:
    stored = {"time_zone": "Asia/Tokyo", "from": "23:00", "to": "07:30"}
    quiet = QuietHours.of(json.loads(json.dumps(stored)))
    assert quiet == QuietHours("Asia/Tokyo", time(23), time(7, 30))
    assert quiet.to_json() == stored


def test_the_kinds_keep_their_durations() -> None:
    assert parse_pace(PER_DECISION) == PerDecision(allowance=days(2))
    assert parse_pace(RESERVE) == Reserve(allowance=days(1), bank=days(5))
