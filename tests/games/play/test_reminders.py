"""Reminders, one for each value that a deadline takes."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.models import Game, PauseKind
from games.play import reminders
from games.play.outages import heartbeat
from games.play.reminders import reminders_sweep
from notifications.models import OutboxEntry
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    NOW,
    Clock,
    fresh,
    left,
    pause,
    resume,
    shown_up,
    time_out,
    turn,
)
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")

FOUR_FIFTHS = DAY * 0.8


@pytest.fixture
def game(alice: User, bob: User, clock: Clock) -> Game:
    return shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"excuses": 1}))


def reminded_users() -> list[tuple[str, ...]]:
    """Return the users who got reminders, in order."""
    return [tuple(one.users) for one in OutboxEntry.objects.filter(kind="turn_reminder")]


def test_a_reminder_is_sent_after_four_fifths_of_the_time(
    game: Game, alice: User, clock: Clock
) -> None:
    clock.shift(FOUR_FIFTHS - timedelta(seconds=1))
    assert reminders_sweep() == 0
    clock.shift(1)
    assert reminders_sweep() == 1
    assert reminded_users() == [(str(alice.id),)]
    data = OutboxEntry.objects.get(kind="turn_reminder").data
    assert data["deadline"] == "2026-03-05T12:00:00Z"
    assert data["decision"] == game.decision_id


def test_a_reminder_is_sent_once_by_several_sweeps(game: Game, clock: Clock) -> None:
    clock.shift(FOUR_FIFTHS)
    assert [reminders_sweep() for _ in range(3)] == [1, 0, 0]
    version = game.version
    assert fresh(game).version == version  # viewers see no change


def test_decisions_that_share_a_deadline_get_one_reminder(
    game: Game, alice: User, clock: Clock
) -> None:
    clock.shift(FOUR_FIFTHS)
    reminders_sweep()
    play(alice, game, "boast")
    clock.shift(HOUR)
    assert reminders_sweep() == 0


def test_a_player_who_has_moved_is_not_reminded_but_the_next_one_is(
    game: Game, alice: User, bob: User, clock: Clock
) -> None:
    clock.shift(HOUR)
    turn(alice, game)
    clock.move_to(NOW + FOUR_FIFTHS)
    assert reminders_sweep() == 0
    clock.move_to(NOW + HOUR + FOUR_FIFTHS)
    assert reminders_sweep() == 1
    assert reminded_users() == [(str(bob.id),)]


def test_a_moved_deadline_gets_another_reminder(game: Game, clock: Clock) -> None:
    clock.shift(FOUR_FIFTHS)
    reminders_sweep()
    time_out(clock, game)  # excused
    assert reminders_sweep() == 0
    clock.shift(FOUR_FIFTHS)
    assert reminders_sweep() == 1
    assert len(reminded_users()) == 2


def test_nobody_is_reminded_while_the_clock_is_stopped(game: Game, clock: Clock) -> None:
    clock.shift(HOUR)
    pause(game, PauseKind.VOTE)
    clock.shift(10 * DAY)
    assert reminders_sweep() == 0
    resume(game, PauseKind.VOTE)
    rest = left(game)
    assert rest == 23 * HOUR
    clock.shift(rest * 0.8)
    assert reminders_sweep() == 1


def test_nobody_is_reminded_of_a_deadline_that_an_outage_has_moved(
    game: Game, clock: Clock
) -> None:
    heartbeat()
    clock.shift(FOUR_FIFTHS)
    heartbeat()  # the first for nearly a day
    assert reminders_sweep() == 0
    assert fresh(game).deadline_at == NOW + FOUR_FIFTHS + DAY
    assert game.remind_at == NOW + FOUR_FIFTHS + FOUR_FIFTHS


def test_a_failing_game_does_not_stop_other_reminders(
    game: Game, alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.shift(1)
    other = start_game(bob, alice, pace=A_DAY_EACH)
    send = reminders.reminder_send

    def poisoned(*, game_id: object, now: datetime) -> bool:
        if game_id == game.id:
            raise ZeroDivisionError
        return send(game_id=other.id, now=now)

    monkeypatch.setattr(reminders, "reminder_send", poisoned)
    monkeypatch.setattr(reminders, "GAMES_PER_SWEEP", 1)
    clock.shift(FOUR_FIFTHS)
    assert (reminders_sweep(), reminders_sweep()) == (0, 1)
    assert reminded_users() == [(str(bob.id),)]
    monkeypatch.undo()
    clock.shift(HOUR)
    assert reminders_sweep() == 1  # it is tried again
    assert set(reminded_users()) == {(str(bob.id),), (str(alice.id),)}
