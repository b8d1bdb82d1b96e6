"""Games whose work fails: retries with growing delays, then quarantine; others are not delayed."""

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
    platform_event_kinds,
    resume,
    seat_at,
    shown_up,
)
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def games(alice: User, bob: User, charlie: User, clock: Clock) -> list[Game]:
    """Return three due games; the first one is due the longest."""
    found = []
    for _ in range(3):
        found.append(shown_up(start_game(alice, bob, charlie, pace=A_DAY_EACH)))
        clock.shift(1)
    clock.move_to(NOW + DAY + fire_delay() + timedelta(seconds=5))
    return found


@pytest.fixture
def failing_game(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return the first of ``games``, and make everything fail that the service does with it."""

    def poisoned(*, game_id: UUID) -> bool:
        if game_id == games[0].id:
            raise ZeroDivisionError("the rules have a fault\0")
        return deadline_resolve(game_id=game_id)

    monkeypatch.setattr(sweeps, "deadline_resolve", poisoned)
    return games[0]


def seconds_to_next_attempt(game: Game) -> int:
    """Return the seconds until the next attempt."""
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


def test_a_failing_game_does_not_delay_others(failing_game: Game, games: list[Game]) -> None:
    assert deadlines_sweep() == 3
    assert seat_at(failing_game, 0).lost_at is None
    assert all(seat_at(game, 0).lost_at for game in games[1:])


def test_each_attempt_waits_twice_as_long(failing_game: Game, clock: Clock) -> None:
    found = []
    for _ in range(settings.MAX_ATTEMPTS):
        deadlines_sweep()
        found.append(seconds_to_next_attempt(failing_game))
        assert deadlines_sweep() == 0
        clock.shift(seconds_to_next_attempt(failing_game))
    assert found == [seconds * settings.LEASE_SECONDS for seconds in (1, 2, 4, 8, 16)]


def test_the_traceback_of_each_attempt_is_stored(failing_game: Game, clock: Clock) -> None:
    fail_until_quarantine(failing_game, clock)
    failures = list(Failure.objects.order_by("id"))
    assert [failure.attempt for failure in failures] == [1, 2, 3, 4, 5]
    for failure in failures:
        assert (failure.game_id, failure.task) == (failing_game.id, "due_at")
        assert "ZeroDivisionError: the rules have a fault" in failure.traceback


def test_after_the_last_attempt_the_clock_is_stopped_and_players_notified(
    failing_game: Game, clock: Clock, alice: User
) -> None:
    OutboxEntry.objects.all().delete()
    fail_until_quarantine(failing_game, clock)
    assert (failing_game.paused, failing_game.deadline_at, failing_game.due_at) == (
        True,
        None,
        None,
    )
    assert [one.kind for one in failing_game.pauses.all()] == [PauseKind.QUARANTINE]
    assert platform_event_kinds(failing_game) == ["clock_paused"]
    assert OutboxEntry.objects.filter(kind="game_suspended", subject=failing_game.id).count() == 1
    with pytest.raises(GameFrozen):
        play(alice, failing_game, "boast")
    clock.shift(100 * DAY)
    assert deadlines_sweep() == 0


def test_after_quarantine_it_is_tried_again_with_the_time_left(
    failing_game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_until_quarantine(failing_game, clock)
    monkeypatch.setattr(sweeps, "deadline_resolve", deadline_resolve)  # the rules are fixed
    clock.shift(HOUR)
    assert quarantine_end(game_id=failing_game.id)
    assert (fresh(failing_game).attempts, failing_game.frozen, left(failing_game)) == (
        0,
        False,
        timedelta(0),
    )
    clock.shift(fire_delay())
    assert deadlines_sweep() == 1
    assert seat_at(failing_game, 0).lost_at is not None
    assert not quarantine_end(game_id=failing_game.id)


def test_after_quarantine_other_pauses_still_hold(games: list[Game], clock: Clock) -> None:
    pause(games[0], PauseKind.VOTE)
    quarantine(game_id=games[0].id)
    quarantine_end(game_id=games[0].id)
    assert (fresh(games[0]).frozen, games[0].paused) == (False, True)
    resume(games[0], PauseKind.VOTE)
    assert games[0].deadline_at == timezone.now()


def test_only_consecutive_failures_count(
    failing_game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch, alice: User
) -> None:
    deadlines_sweep()
    assert fresh(failing_game).attempts == 1
    clock.move_to(NOW + HOUR)
    play(alice, failing_game, "boast")
    assert fresh(failing_game).attempts == 0


def test_finding_the_game_locked_is_not_a_failure(
    games: list[Game], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who sends commands all the time can delay the deadline only for a moment."""
    monkeypatch.setattr("games.play.timeouts.game_lock_whole_or_none", lambda game_id: None)
    for _ in range(2 * settings.MAX_ATTEMPTS):
        deadlines_sweep()
        assert seconds_to_next_attempt(games[0]) == SOON.total_seconds()
        clock.shift(SOON)
    assert not fresh(games[0]).frozen


def test_a_failing_quarantine_does_not_delay_others(
    failing_game: Game, games: list[Game], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**words: Any) -> None:
        raise ZeroDivisionError

    Game.objects.filter(id=failing_game.id).update(attempts=settings.MAX_ATTEMPTS)
    monkeypatch.setattr(due_games, "pause_add", broken)
    assert deadlines_sweep() == 3
    assert all(seat_at(game, 0).lost_at for game in games[1:])


def test_one_worker_leases_a_game(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    due: datetime | None = games[0].due_at
    assert due is not None
    seen: list[UUID] = []
    claimed = DeadlineQueue().take_lease(games[0].id, due)
    assert claimed is not None
    assert claimed.attempts == 1
    monkeypatch.setattr(sweeps, "deadline_or_order_resolve", seen.append)
    assert not DeadlineQueue().attempt(games[0].id, due)
    assert seen == []


def test_a_worker_that_did_nothing_leaves_a_newer_lease_alone(
    games: list[Game], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker has resolved it, it is due again, and has been leased for the first time."""
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
    assert seconds_to_next_attempt(games[0]) == settings.LEASE_SECONDS


def test_a_game_that_is_over_is_not_put_into_quarantine(games: list[Game]) -> None:
    for seat in (0, 1):
        user = seat_at(games[0], seat).user
        assert user is not None
        seat_resign(user=user, game_id=games[0].id)
    quarantine(game_id=games[0].id)
    assert (fresh(games[0]).paused, games[0].pauses.count()) == (False, 0)
