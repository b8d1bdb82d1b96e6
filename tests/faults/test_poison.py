"""Games on which the service fails, among many others that are due: no other waits for them."""

from __future__ import annotations

import os
from datetime import timedelta
from time import monotonic

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.models import Failure, Game, Pause, PauseKind, PlatformEvent, Seat
from games.play import timeouts
from games.play.locking import LockedGame
from games.sweeps import DeadlineQueue, deadlines_sweep
from notifications.models import OutboxEntry
from tests.faults.copies import begun, copies, time_out
from tests.faults.figures import Note
from tests.faults.forks import DIED, exit_code_of

pytestmark = [
    pytest.mark.fault(6),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
MANY = 500
LATER = timedelta(minutes=10)
"""Longer than any lease up to the last attempt."""


@pytest.fixture
def due(alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Many games that are due; the first has been for the longest time."""
    monkeypatch.setattr(DeadlineQueue, "budget", 300.0)  # other tests may slow this one down
    games = copies(begun(alice, bob, charlie, timeouts={"policy": "default_move"}), MANY + 1)
    time_out(*games)
    time_out(games[0], late=timedelta(seconds=5))
    return games


def resolved(games: list[Game]) -> int:
    return PlatformEvent.objects.filter(game__in=games, kind="default_played").count()


def is_in_quarantine(game: Game) -> bool:
    return Pause.objects.filter(game=game, kind=PauseKind.QUARANTINE).exists()


def stands_still_and_players_know(game: Game) -> None:
    game.refresh_from_db()
    assert (game.paused, game.frozen) == (True, True)
    assert (game.clock_since, game.deadline_at, game.due_at) == (None, None, None)
    assert game.clock_left is not None
    told = OutboxEntry.objects.get(subject=game.id, kind="game_suspended")
    assert len(told.users) == 3
    assert PlatformEvent.objects.filter(game=game, kind="clock_paused").count() == 1


def test_one_whose_rules_raise(
    due: list[Game], note: Note, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison, *others = due
    play = timeouts.defaults_play

    def raising(locked: LockedGame, seat: Seat) -> None:
        if locked.game.id == poison.id:
            raise ZeroDivisionError
        play(locked, seat)

    monkeypatch.setattr(timeouts, "defaults_play", raising)
    begin = monotonic()
    with time_machine.travel(timezone.now(), tick=False):  # however long it takes, it is one sweep
        assert deadlines_sweep() == MANY + 1
    note("others", resolved(others))
    note("resolved in s", monotonic() - begin)
    assert resolved(others) == MANY
    attempts = 1
    while not is_in_quarantine(poison):
        with time_machine.travel(timezone.now() + attempts * LATER, tick=False):
            deadlines_sweep()
            attempts += not is_in_quarantine(poison)
        assert attempts <= settings.MAX_ATTEMPTS
    stands_still_and_players_know(poison)
    assert Failure.objects.filter(game=poison).count() == attempts == settings.MAX_ATTEMPTS
    note("attempts", attempts)


def test_one_that_kills_its_process(
    due: list[Game], note: Note, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison, *others = due
    play = timeouts.defaults_play

    def deadly(locked: LockedGame, seat: Seat) -> None:
        if locked.game.id == poison.id:
            os._exit(DIED)
        play(locked, seat)

    monkeypatch.setattr(timeouts, "defaults_play", deadly)
    killed = 1
    with time_machine.travel(timezone.now(), tick=False):
        assert exit_code_of(deadlines_sweep) == DIED
        assert exit_code_of(deadlines_sweep) == 0  # the process that is started in its place
    assert resolved(others) == MANY
    while not is_in_quarantine(poison):
        with time_machine.travel(timezone.now() + killed * LATER, tick=False):
            killed += exit_code_of(deadlines_sweep) == DIED
        assert killed <= settings.MAX_ATTEMPTS
    assert killed == settings.MAX_ATTEMPTS
    stands_still_and_players_know(poison)
    note("others", resolved(others))
    note("processes killed", killed)
