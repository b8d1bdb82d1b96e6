"""A player's night does not count on his clock."""

from __future__ import annotations

from datetime import time

import pytest

from accounts.models import Preferences, User
from games.models import Game
from tests.matches import match, seen
from tests.timed import A_DAY_EACH, DAY, HOUR, NOW, Clock, left, turn

pytestmark = pytest.mark.usefixtures("toy")


def sleeps(user: User, start: int, end: int, zone: str = "UTC") -> None:
    Preferences.objects.update_or_create(
        user=user,
        defaults={"time_zone": zone, "quiet_from": time(start), "quiet_to": time(end)},
    )


def test_the_hours_of_his_night_do_not_count_for_who_has_to_decide(
    alice: User, bob: User, clock: Clock
) -> None:
    sleeps(alice, 22, 6)
    game = match(alice, bob, pace=A_DAY_EACH)
    assert game.deadline_at == NOW + DAY + 8 * HOUR
    clock.shift(15 * HOUR)  # three at night
    assert left(game) == 14 * HOUR
    game = turn(alice, game)
    assert game.deadline_at == NOW + 15 * HOUR + DAY  # bob keeps no night


def test_a_night_is_where_the_player_lives(alice: User, bob: User, clock: Clock) -> None:
    sleeps(alice, 22, 6, "Asia/Tokyo")  # 13:00 to 21:00 UTC
    game = match(alice, bob, pace=A_DAY_EACH)
    clock.shift(9 * HOUR)
    assert left(game) == 23 * HOUR


def test_a_night_that_is_moved_counts_from_the_next_stint_on(
    alice: User, bob: User, clock: Clock
) -> None:
    game = match(alice, bob, pace=A_DAY_EACH)
    deadline = game.deadline_at
    sleeps(alice, 12, 22)
    clock.shift(HOUR)
    game.refresh_from_db()
    assert (left(game), game.deadline_at) == (23 * HOUR, deadline)


@pytest.mark.parametrize("pace", [{**A_DAY_EACH, "quiet_hours": False}, {"kind": "none"}])
def test_matches_may_go_on_at_night(
    pace: dict[str, object], alice: User, bob: User, clock: Clock
) -> None:
    sleeps(alice, 12, 22)
    game: Game = match(alice, bob, pace=pace)
    assert game.clock_quiet is None
    assert left(game) == (None if pace["kind"] == "none" else DAY)


def test_nobody_sees_when_another_sleeps_but_by_his_deadline(
    alice: User, bob: User, clock: Clock
) -> None:
    sleeps(alice, 12, 22)
    assert "quiet" not in seen(bob, match(alice, bob, pace=A_DAY_EACH))["clock"]
