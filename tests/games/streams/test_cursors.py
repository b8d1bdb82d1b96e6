"""Cursors: short, exact, and harmless if malformed."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.streams.cursors import FORMAT, Cursor, ReadPosition

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
HUGE = 2**62


@given(
    st.dictionaries(
        st.integers(1, HUGE),
        st.builds(ReadPosition, st.integers(0, HUGE), st.integers(0, HUGE)),
        max_size=50,
    )
)
def test_what_is_written_is_read(read: dict[int, ReadPosition]) -> None:
    assert Cursor.of(Cursor(NOW, read).text(), now=NOW) == Cursor(NOW, read)


@given(st.text(max_size=60))
def test_any_text_is_a_cursor_or_none(text: str) -> None:
    Cursor.of(text, now=NOW)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_cursor_or_none(packed: bytes) -> None:
    text = urlsafe_b64encode(bytes([FORMAT]) + packed).decode().rstrip("=")
    cursor = Cursor.of(text, now=NOW)
    assert cursor is None or all(seat >= 0 for seat in cursor.read)


def test_it_is_short() -> None:
    read = {50_000 + 7 * n: ReadPosition(300 + n, 150 + n) for n in range(300)}
    assert len(Cursor(NOW, read).text()) < 2500


@pytest.mark.parametrize(
    ("age", "good"),
    [
        (timedelta(0), True),
        (timedelta(hours=23), True),
        (timedelta(hours=25), False),
        (timedelta(minutes=-1), True),  # the clock of another machine is ahead
        (timedelta(hours=-1), False),
    ],
)
def test_it_is_good_for_a_day(age: timedelta, good: bool) -> None:
    text = Cursor(NOW - age, {1: ReadPosition(2, 3)}).text()
    assert (Cursor.of(text, now=NOW) is not None) is good


@pytest.mark.parametrize("change", ["A", "=", "\n", "é"])
def test_a_text_that_was_changed_is_none(change: str) -> None:
    text = Cursor(NOW, {1: ReadPosition(2, 3)}).text()
    assert Cursor.of(text + change, now=NOW) is None
    assert Cursor.of(text[:-2], now=NOW) is None


def test_no_text_is_too_long_to_refuse() -> None:
    many = {n: ReadPosition(1, 1) for n in range(1, 1500)}
    assert Cursor.of(Cursor(NOW, many).text(), now=NOW) is None
    assert Cursor.of("A" * 1_000_000, now=NOW) is None
