"""Games whose clock runs, and travels in time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Game, PauseKind, Seat
from games.play import timing
from games.play.locking import seats_of
from games.play.pauses import pause_add, pause_remove
from games.play.save import game_save
from games.sweeps import deadlines_sweep
from tests.toy_games import play

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
"""A Wednesday at noon."""
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ZERO = timedelta()
A_DAY_EACH = {"kind": "per_decision", "allowance": 24 * 3600}

Clock = time_machine.Traveller


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The time stands still at NOW, until a test moves it: ``clock.shift(HOUR)``."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def turn(user: User, game: Game) -> Game:
    """``user`` answers everything that is asked until another seat has to decide."""
    game.refresh_from_db()
    seat = game.to_act
    while seat is not None and game.to_act == seat:
        game = play(user, game)
    return game


def until_turn_of(seat: int, game: Game, *users: User) -> Game:
    """Everybody plays at once, until another clock segment of ``seat`` begins."""
    game.refresh_from_db()
    if game.to_act == seat:
        game = turn(users[seat], game)
    while game.to_act is not None and game.to_act != seat:
        game = turn(users[game.to_act], game)
    return game


def fresh(game: Game) -> Game:
    game.refresh_from_db()
    return game


def seat_at(game: Game, number: int) -> Seat:
    return game.seats.get(number=number)


def left(game: Game) -> timedelta | None:
    """Return the time that the seat to act has left."""
    return timing.time_left(fresh(game), timezone.now())


def time_out(clock: Clock, game: Game) -> Game:
    """Let the deadline pass, and be resolved by a sweep."""
    deadline = fresh(game).deadline_at
    assert deadline is not None
    clock.move_to(deadline + timing.fire_delay())
    assert deadlines_sweep() == 1
    return fresh(game)


def shown_up(game: Game, *numbers: int) -> Game:
    """The players on these seats, or on all, have acted before."""
    seats = game.seats.filter(user__isnull=False)
    (seats.filter(number__in=numbers) if numbers else seats).update(acted_at=timezone.now())
    return fresh(game)


def pause(game: Game, kind: PauseKind = PauseKind.MODERATOR, owner: User | None = None) -> bool:
    return _pause(pause_add, game, kind, owner)


def resume(game: Game, kind: PauseKind = PauseKind.MODERATOR, owner: User | None = None) -> bool:
    return _pause(pause_remove, game, kind, owner)


def _pause(change: Any, game: Game, kind: PauseKind, owner: User | None) -> bool:
    fresh(game)
    seats = seats_of(game)
    changed: bool = change(game=game, seats=seats, kind=kind, owner=owner, now=timezone.now())
    if changed:
        game_save(game)
    return changed


def platform_event_kinds(game: Game) -> list[str]:
    """What the platform has told all who may see the game, in order."""
    return list(game.platform_events.values_list("kind", flat=True))
