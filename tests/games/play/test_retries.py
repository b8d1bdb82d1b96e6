"""Attempts at games that fail: ever later, then quarantine; they never delay others."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games import sweeps
from games.models import Failure, Game, PauseKind
from games.play import due_games
from games.play.due_games import SOON, quarantine, quarantine_end
from games.play.errors import GameFrozen
from games.play.timeouts import deadline_resolve
from games.play.timing import fire_delay
from games.seats.resign import seat_resign
from games.sweeps import DeadlineQueue, deadlines_sweep
from notifications.models import OutboxEntry
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    Clock,
    fresh,
    left,
    pause,
    resume,
    seat_at,
    shown_up,
    told,
)
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def games(alice: User, bob: User, charlie: User, clock: Clock) -> list[Game]:
    """Three games, due by now; the first for the longest time."""
    found = []
    for _ in range(3):
        found.append(shown_up(start_game(alice, bob, charlie, pace=A_DAY_EACH)))
        clock.shift(1)
    clock.move_to(NOW + DAY + fire_delay() + timedelta(seconds=5))
    return found


@pytest.fixture
def poison(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> Game:
    """The first of ``games``: whatever the service tries with it fails."""

    def poisoned(*, game_id: UUID) -> bool:
        if game_id == games[0].id:
            raise ZeroDivisionError("the rules have a fault\0")
        return deadline_resolve(game_id=game_id)

    monkeypatch.setattr(sweeps, "deadline_resolve", poisoned)
    return games[0]


def waits(game: Game) -> int:
    """Seconds to the next attempt."""
    due = fresh(game).due_at
    assert due is not None
    return round((due - timezone.now()).total_seconds())


def fail_until_quarantine(game: Game, clock: Clock) -> None:
    for _ in range(settings.MAX_ATTEMPTS + 1):
        deadlines_sweep()
        due = fresh(game).due_at
        if due is not None:
            clock.move_to(due)
    assert fresh(game).frozen


def test_a_poisoned_game_delays_no_other(poison: Game, games: list[Game]) -> None:
    assert deadlines_sweep() == 3
    assert seat_at(poison, 0).lost_at is None
    assert all(seat_at(game, 0).lost_at for game in games[1:])


def test_each_attempt_waits_twice_as_long(poison: Game, clock: Clock) -> None:
    found = []
    for _ in range(settings.MAX_ATTEMPTS):
        deadlines_sweep()
        found.append(waits(poison))
        assert deadlines_sweep() == 0
        clock.shift(waits(poison))
    assert found == [seconds * settings.LEASE_SECONDS for seconds in (1, 2, 4, 8, 16)]


def test_the_traceback_of_each_is_kept_for_the_administrators(poison: Game, clock: Clock) -> None:
    fail_until_quarantine(poison, clock)
    failures = list(Failure.objects.order_by("id"))
    assert [failure.attempt for failure in failures] == [1, 2, 3, 4, 5]
    for failure in failures:
        assert (failure.game_id, failure.task) == (poison.id, "due_at")
        assert "ZeroDivisionError: the rules have a fault" in failure.traceback


def test_after_the_last_its_clock_stands_still_and_players_are_told(
    poison: Game, clock: Clock, alice: User
) -> None:
    OutboxEntry.objects.all().delete()
    fail_until_quarantine(poison, clock)
    assert (poison.paused, poison.deadline_at, poison.due_at) == (True, None, None)
    assert [one.kind for one in poison.pauses.all()] == [PauseKind.QUARANTINE]
    assert told(poison) == ["clock_paused"]
    assert OutboxEntry.objects.filter(kind="game_suspended", subject=poison.id).count() == 1
    with pytest.raises(GameFrozen):
        play(alice, poison, "boast")
    clock.shift(100 * DAY)
    assert deadlines_sweep() == 0


def test_it_is_released_with_what_was_left_and_tried_again(
    poison: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_until_quarantine(poison, clock)
    monkeypatch.setattr(sweeps, "deadline_resolve", deadline_resolve)  # the rules are mended
    clock.shift(HOUR)
    assert quarantine_end(game_id=poison.id)
    assert (fresh(poison).attempts, poison.frozen, left(poison)) == (0, False, timedelta(0))
    clock.shift(fire_delay())
    assert deadlines_sweep() == 1
    assert seat_at(poison, 0).lost_at is not None
    assert not quarantine_end(game_id=poison.id)


def test_it_is_released_into_the_pauses_of_others(games: list[Game], clock: Clock) -> None:
    pause(games[0], PauseKind.VOTE)
    quarantine(game_id=games[0].id)
    quarantine_end(game_id=games[0].id)
    assert (fresh(games[0]).frozen, games[0].paused) == (False, True)
    resume(games[0], PauseKind.VOTE)
    assert games[0].deadline_at == timezone.now()


def test_a_failure_counts_only_in_a_row(
    poison: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    deadlines_sweep()
    assert fresh(poison).attempts == 1
    clock.move_to(NOW + HOUR)
    play(alice, poison, "boast")
    assert fresh(poison).attempts == 0


def test_to_find_somebody_else_at_it_is_no_failure(
    games: list[Game], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends commands without end keeps his deadline from nothing but a moment."""
    monkeypatch.setattr("games.play.timeouts.game_lock_or_none", lambda game_id: None)
    for _ in range(2 * settings.MAX_ATTEMPTS):
        deadlines_sweep()
        assert waits(games[0]) == SOON.total_seconds()
        clock.shift(SOON)
    assert not fresh(games[0]).frozen


def test_a_quarantine_that_fails_itself_delays_no_other(
    poison: Game, games: list[Game], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**words: Any) -> None:
        raise ZeroDivisionError

    Game.objects.filter(id=poison.id).update(attempts=settings.MAX_ATTEMPTS)
    monkeypatch.setattr(due_games, "pause_add", broken)
    assert deadlines_sweep() == 3
    assert all(seat_at(game, 0).lost_at for game in games[1:])


def test_one_worker_takes_a_game_on(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    due: datetime | None = games[0].due_at
    assert due is not None
    seen: list[UUID] = []
    claimed = DeadlineQueue().take_lease(games[0].id, due)
    assert claimed is not None
    assert claimed.attempts == 1
    monkeypatch.setattr(sweeps, "deadline_or_order_resolve", seen.append)
    assert not DeadlineQueue().attempt(games[0].id, due)
    assert seen == []


def test_who_did_nothing_leaves_the_game_to_a_worker_that_has_taken_it_on_since(
    games: list[Game], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another has resolved it meanwhile, and it is due again, and taken on for the first time."""
    due: datetime | None = games[0].due_at
    assert due is not None

    def slow(game_id: UUID) -> bool:
        clock.shift(MINUTE)
        Game.objects.filter(id=game_id).update(due_at=due, attempts=0)
        assert DeadlineQueue().take_lease(game_id, due)
        return False

    monkeypatch.setattr(sweeps, "deadline_or_order_resolve", slow)
    DeadlineQueue().attempt(games[0].id, due)
    assert fresh(games[0]).attempts == 1
    assert waits(games[0]) == settings.LEASE_SECONDS


def test_a_game_that_is_over_is_not_put_into_quarantine(games: list[Game]) -> None:
    for seat in (0, 1):
        user = seat_at(games[0], seat).user
        assert user is not None
        seat_resign(user=user, game_id=games[0].id)
    quarantine(game_id=games[0].id)
    assert (fresh(games[0]).paused, games[0].pauses.count()) == (False, 0)
