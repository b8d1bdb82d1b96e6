"""Quiet hours: a player's clock stops."""

from __future__ import annotations

from datetime import time

import pytest

from accounts.models import Preferences, User
from games.models import Game
from tests.timed import A_DAY_EACH, DAY, HOUR, NOW, Clock, left, turn
from tests.toy_games import seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


def set_quiet_hours(user: User, start: int, end: int, zone: str = "UTC") -> None:
    Preferences.objects.update_or_create(
        user=user,
        defaults={"time_zone": zone, "quiet_from": time(start), "quiet_to": time(end)},
    )


def test_quiet_hours_do_not_count_for_the_player_to_act(
    alice: User, bob: User, clock: Clock
) -> None:
    set_quiet_hours(alice, 22, 6)
    game = start_game(alice, bob, pace=A_DAY_EACH)
    assert game.deadline_at == NOW + DAY + 8 * HOUR
    clock.shift(15 * HOUR)  # three of them in quiet hours
    assert left(game) == 14 * HOUR
    game = turn(alice, game)
    assert game.deadline_at == NOW + 15 * HOUR + DAY  # bob has no quiet hours


def test_quiet_hours_are_in_the_players_time_zone(alice: User, bob: User, clock: Clock) -> None:
    set_quiet_hours(alice, 22, 6, "Asia/Tokyo")  # 13:00 to 21:00 UTC
    game = start_game(alice, bob, pace=A_DAY_EACH)
    clock.shift(9 * HOUR)
    assert left(game) == 23 * HOUR


def test_changed_quiet_hours_apply_from_the_next_clock_segment(
    alice: User, bob: User, clock: Clock
) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    deadline = game.deadline_at
    set_quiet_hours(alice, 12, 22)
    clock.shift(HOUR)
    game.refresh_from_db()
    assert (left(game), game.deadline_at) == (23 * HOUR, deadline)


@pytest.mark.parametrize("pace", [{**A_DAY_EACH, "quiet_hours": False}, {"kind": "none"}])
def test_games_may_ignore_quiet_hours(
    pace: dict[str, object], alice: User, bob: User, clock: Clock
) -> None:
    set_quiet_hours(alice, 12, 22)
    game: Game = start_game(alice, bob, pace=pace)
    assert game.clock_quiet_hours is None
    assert left(game) == (None if pace["kind"] == "none" else DAY)


def test_quiet_hours_of_others_show_only_in_deadlines(alice: User, bob: User, clock: Clock) -> None:
    set_quiet_hours(alice, 12, 22)
    assert "quiet" not in seen(bob, start_game(alice, bob, pace=A_DAY_EACH))["clock"]
