"""The time between two moves of a bot does not depend on its decision."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from time import monotonic, sleep

import pytest
from django.conf import LazySettings

from accounts.models import User
from games import tasks
from games.bots import move_times, turns
from games.bots.move_times import choose_move_time, quantized_move_time, wait_for_move_time
from games.bots.turns import bot_turn_play
from tablekernel.bots import Bots, Budget, Observation
from tablekernel.frames import Choice
from tests.games.bots.thinking import note_calls
from tests.games.bots.waking import rung
from tests.toy_games import start_game

__all__ = ["rung"]

pytestmark = pytest.mark.usefixtures("toy")
THINKING = 0.12
"""Seconds that the test bot thinks if it has a choice.

This is half the width of the window, so a random wait that is merely added would be detected.
"""
ENOUGH = 24
"""The minimum number of intervals of each kind."""
FAR = 0.3
"""The tolerated distance from 0.5: four standard deviations for this number of intervals."""


@pytest.fixture
def options_seen(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Bots that think if they have a choice. Returns the numbers of options that they got."""
    found: list[int] = []

    def bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
        found.append(len(observation.options))
        if found[-1] > 1:
            sleep(THINKING)
        return rng.choice(observation.options)

    monkeypatch.setattr(Bots, "bot", lambda self, level, profile=None: bot)
    return found


def intervals(user: User) -> list[float]:
    """Return the seconds between the moves of a game of bots, as events show them."""
    options = {"rounds": 4}
    game = start_game(user, seats=2, join=False, bots=["easy"] * 2, options=options)
    while game.to_act is not None:
        tasks.bots_play(str(game.id))
        game.refresh_from_db()
    times = game.moves.order_by("number").values_list("created_at", flat=True)
    return [(after - before).total_seconds() for before, after in pairwise(times)]


def share_longer(some: list[float], others: list[float]) -> float:
    """Return how often one of ``some`` is longer than one of ``others``, as a share of all pairs.

    It is 0.5 if they have the same distribution (the Mann-Whitney U test).
    """
    return sum(one > other for one in some for other in others) / (len(some) * len(others))


@pytest.mark.slow
@pytest.mark.usefixtures("rung")
def test_the_time_between_moves_does_not_tell_whether_there_was_a_choice(
    alice: User, settings: LazySettings, options_seen: list[int]
) -> None:
    settings.BOT_MOVE_SECONDS = 0.4
    forced: list[float] = []
    move_time: list[float] = []
    while min(len(forced), len(move_time)) < ENOUGH:
        options_seen.clear()
        waits = intervals(alice)
        for count, wait in zip(options_seen[-len(waits) :], waits, strict=True):
            (forced if count == 1 else move_time).append(wait)
    share = share_longer(move_time, forced)
    assert abs(share - 0.5) < FAR, (share, sorted(forced), sorted(move_time))


def test_the_instant_is_chosen_before_the_bot_thinks_and_nothing_is_locked_meanwhile(
    transactional_db: None, alice: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_MOVE_SECONDS = 0.01
    steps = note_calls(
        monkeypatch,
        (turns, "choose_move_time"),
        (turns, "bot_choose"),
        (move_times, "sleep"),
        (turns, "command_play"),
    )
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    assert bot_turn_play(game_id=game.id) is not None
    assert steps == ["choose_move_time", "bot_choose", "sleep", "command_play, locked"]


@pytest.mark.usefixtures("rung")
def test_a_bot_that_is_late_moves_in_whole_steps(
    alice: User, settings: LazySettings, options_seen: list[int]
) -> None:
    settings.BOT_MOVE_SECONDS = THINKING / 1.5
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    for _ in range(4):
        started_at = monotonic()
        bot_turn_play(game_id=game.id)
        assert monotonic() - started_at >= (
            2 * settings.BOT_MOVE_SECONDS if options_seen[-1] > 1 else 0
        )


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.2])
def test_the_instant_leaves_a_bot_twice_its_time(seconds: float, settings: LazySettings) -> None:
    settings.BOT_MOVE_SECONDS = 0.25
    earliest = max(0.1, 2 * seconds)
    instants = [choose_move_time(started_at=100.0, seconds=seconds) - 100.0 for _ in range(1000)]
    assert earliest <= min(instants) < earliest + 0.02
    assert earliest + 0.13 < max(instants) <= earliest + 0.15


def test_after_the_instant_come_the_steps_of_the_grid(settings: LazySettings) -> None:
    settings.BOT_MOVE_SECONDS = 0.25
    for now, instant in (
        (8.0, 8.2),
        (8.2, 8.2),
        (8.21, 8.25),
        (8.25, 8.25),
        (8.3, 8.5),
        (9.7, 9.75),
    ):
        assert quantized_move_time(now, started_at=8.0, move_time=8.2) == pytest.approx(instant)


def test_without_time_to_wait_nobody_waits(settings: LazySettings) -> None:
    settings.BOT_MOVE_SECONDS = 0.0
    assert choose_move_time(started_at=100.0, seconds=0.0) == 100.0
    wait_for_move_time(started_at=0.0, move_time=monotonic() + 3600)
