"""How long bots think: as long as their level says, and less while others wait."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from engine.kernel.bots import Budget, Sight
from engine.kernel.frames import Choice
from games.models import Game
from games.services import bots, doorbell
from games.services.bots import bots_run
from games.services.thinking import (
    bot_clock,
    breaking_off,
    share_left,
    shown_after,
    thinking_seconds,
)
from tests.engine.kernel.toy import Toy
from tests.matches import match
from tests.timed import Clock

pytestmark = pytest.mark.usefixtures("toy")
Given = list[tuple[str, str, float]]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> Given:
    """What bots were given, by level and profile; of the toy's, ``greedy`` thinks for 2 s."""
    found: Given = []

    def bot(self: Toy, level: str, profile: str | None = None) -> Any:
        def first(sight: Sight, budget: Budget, rng: Random) -> Choice:
            found.append((level, profile or "", budget.seconds))
            return sight.options[0]

        return first

    monkeypatch.setattr(Toy, "bot", bot)
    monkeypatch.setattr(Toy, "bot_seconds", {"greedy": 1.0})
    settings.BOT_SECONDS = {"greedy": 2.0}
    return found


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The matches that a worker was woken for."""
    calls: list[Any] = []
    for module in (doorbell, bots):
        monkeypatch.setattr(module, "bots_wake", lambda game_id, after=0: calls.append(game_id))
    return calls


def waiting(user: User, count: int) -> None:
    """So many matches whose bots nobody has taken on for a minute."""
    games = [match(user, seats=2, join=False, bots=["random"] * 2) for _ in range(count)]
    minute_ago = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(id__in=[game.id for game in games]).update(auto_at=minute_ago)


def test_a_bot_plays_by_its_level_and_profile_with_the_time_it_has(
    alice: User, given: Given, rung: list[Any], clock: Clock
) -> None:
    game = match(alice, seats=2, join=False, bots=["greedy/bold", "random"])
    while game.to_act is not None:
        bots_run(game_id=game.id)
        clock.shift(shown_after(2.0))
        game.refresh_from_db()
    assert set(given) == {("greedy", "bold", 2.0), ("random", "balanced", 0.0)}


def test_a_bot_that_thinks_long_begins_a_run_and_others_come_before_its_next(
    alice: User, given: Given, rung: list[Any], clock: Clock
) -> None:
    game = match(alice, seats=3, join=False, bots=["random", "greedy", "greedy"])
    runs = []
    while game.to_act is not None:
        played = bots_run(game_id=game.id)
        runs.append((played, [level for level, _, _ in given]))
        given.clear()
        clock.shift(shown_after(2.0))
        game.refresh_from_db()
    assert runs[:3] == [(2, ["random", "random"]), (0, ["greedy"]), (1, [])]
    assert not any("greedy" in levels[1:] for _, levels in runs)
    assert rung == [game.id] * (len(runs) - 1)
    assert (game.status, game.attempts) == ("finished", 0)


def test_it_thinks_less_while_matches_wait(
    alice: User, given: Given, settings: LazySettings
) -> None:
    settings.BOT_PATIENCE = 2
    thinks = {"slug": "toy", "level": "greedy"}
    assert thinking_seconds(**thinks) == 2.0
    waiting(alice, 2)
    assert thinking_seconds(**thinks) == 1.0
    waiting(alice, 4)
    assert thinking_seconds(**thinks) == 0.5
    assert thinking_seconds(slug="toy", level="random") == 0


def test_it_never_thinks_less_than_a_tenth(settings: LazySettings) -> None:
    settings.BOT_PATIENCE = 8
    shares = [share_left(waiting) for waiting in (0, 8, 24, 100)]
    assert shares == [1.0, 0.5, 0.25, 0.1]


def test_without_patience_it_has_all_its_time_as_long_as_nothing_waits(
    settings: LazySettings,
) -> None:
    settings.BOT_PATIENCE = 0
    assert [share_left(waiting) for waiting in (0, 1, 100)] == [1.0, 0.1, 0.1]


def test_it_is_broken_off_well_after_its_time(settings: LazySettings) -> None:
    settings.BOT_CPU_SECONDS = 10
    assert [breaking_off(seconds) for seconds in (0.0, 5.0, 30.0)] == [10, 10, 60]


def test_the_clock_of_a_bot_counts_what_others_take_of_the_processor() -> None:
    clock = bot_clock()
    used = clock()
    before = monotonic()
    sleep(0.2)
    assert 0.15 < clock() - used <= monotonic() - before
