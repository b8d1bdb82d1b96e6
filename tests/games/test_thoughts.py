"""When a bot that thinks long is seen to move tells nothing of what it thought about."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from engine.kernel.bots import Budget, Sight
from engine.kernel.frames import Choice
from games.models import Actor, Game, Move, PauseKind, Thought
from games.services import bots, doorbell
from games.services.bots import WAKE_GRACE, bots_run
from games.services.sweeps import autos_sweep
from games.services.thinking import shown_after
from tests.engine.kernel.toy import Toy
from tests.matches import match, seen
from tests.timed import NOW, Clock, pause, resume

pytestmark = pytest.mark.usefixtures("toy")

SECONDS = 2.0
STEP = timedelta(milliseconds=50)
SetThinking = Callable[[Callable[[Sight], float]], None]
Rung = list[tuple[Any, float]]


@pytest.fixture
def takes(monkeypatch: pytest.MonkeyPatch, settings: LazySettings, clock: Clock) -> SetThinking:
    """``takes(f)``: the toy's ``greedy`` thinks about a sight for ``f(sight)`` of its 2 seconds."""
    monkeypatch.setattr(Toy, "bot_seconds", {"greedy": 1.0})
    settings.BOT_SECONDS = {"greedy": SECONDS}

    def set_thinking(duration: Callable[[Sight], float]) -> None:
        def thinks(sight: Sight, budget: Budget, rng: Random) -> Choice:
            clock.shift(timedelta(seconds=duration(sight)))
            return sight.options[0]

        monkeypatch.setattr(Toy, "bot", lambda self, level, profile=None: thinks)

    return set_thinking


@pytest.fixture(autouse=True)
def rung(monkeypatch: pytest.MonkeyPatch) -> Rung:
    """For which match a worker was woken, and after how many seconds."""
    calls: Rung = []
    for module in (doorbell, bots):
        monkeypatch.setattr(
            module, "bots_wake", lambda game_id, after=0: calls.append((game_id, after))
        )
    return calls


def constant(duration: float, sight: Sight) -> float:
    return duration


def alone(user: User, **options: Any) -> Game:
    """A match of two bots that think long."""
    return match(user, seats=2, join=False, bots=["greedy"] * 2, **options)


def next_move(game: Game, clock: Clock) -> Move:
    """The next move, played by workers that come to the match as soon as it is due."""
    game.refresh_from_db()
    before = game.move_count
    while game.move_count == before:
        clock.shift(STEP)
        if game.auto_at is not None and game.auto_at <= timezone.now():
            bots_run(game_id=game.id)
        game.refresh_from_db()
    return game.moves.get(number=before + 1)


def after(game: Game, asked: datetime, clock: Clock) -> float:
    """How many seconds after it was ``asked`` the next move could be seen."""
    return (next_move(game, clock).created_at - asked).total_seconds()


@pytest.mark.parametrize("bot_delay", [0, 3])
def test_a_move_is_seen_at_the_same_moment_however_long_its_bot_thought(
    bot_delay: int, alice: User, takes: SetThinking, clock: Clock
) -> None:
    moments = set()
    for duration in (0.0, 0.4, 2.0):
        takes(partial(constant, duration))
        clock.move_to(NOW)
        game = alone(alice, bot_delay=bot_delay)
        moments.add(after(game, NOW, clock))
        Game.objects.update(auto_at=None)  # a match that waits would shorten the next one's time
    (moment,) = moments
    whole = bot_delay + shown_after(SECONDS).total_seconds()
    assert whole <= moment <= whole + 3 * STEP.total_seconds()
    assert moment > bot_delay + SECONDS


def test_moves_with_one_option_and_with_many_follow_each_other_evenly(
    alice: User, takes: SetThinking, clock: Clock
) -> None:
    counts = []

    def by_options(sight: Sight) -> float:
        counts.append(len(sight.options))
        return 0.0 if len(sight.options) == 1 else 1.7

    takes(by_options)
    game = alone(alice)
    pauses = set()
    while game.to_act is not None:
        pauses.add(after(game, timezone.now(), clock))
    assert {1, 2} <= set(counts)
    assert len(counts) == game.move_count  # none was thought about twice
    assert len(pauses) == 1


def test_a_worker_is_let_go_while_the_choice_waits_and_woken_for_the_moment(
    alice: User, takes: SetThinking, clock: Clock, rung: Rung
) -> None:
    takes(lambda sight: 0.3)
    game, now = alone(alice), timezone.now()
    rung.clear()
    assert bots_run(game_id=game.id) == 0
    assert timezone.now() == now + timedelta(seconds=0.3)
    game.refresh_from_db()
    assert game.auto_at == now + shown_after(SECONDS)
    assert (game.move_count, game.attempts) == (0, 0)
    # Before it thought: when a call is sent may not tell how long it did.
    assert rung == [(game.id, shown_after(SECONDS).total_seconds())]


def test_what_a_bot_thinks_changes_nothing_that_anybody_sees(
    alice: User, takes: SetThinking
) -> None:
    takes(lambda sight: 0.0)
    game = alone(alice)
    before = seen(alice, game), game.version
    bots_run(game_id=game.id)
    game.refresh_from_db()
    assert (seen(alice, game), game.version) == before
    assert Thought.objects.get(game=game).choice


def test_a_choice_whose_worker_dies_is_played_by_the_next_sweep(
    alice: User, takes: SetThinking, clock: Clock
) -> None:
    takes(lambda sight: 0.3)
    game = alone(alice)
    bots_run(game_id=game.id)
    takes(lambda sight: pytest.fail("it has thought already"))
    clock.shift(shown_after(SECONDS) + WAKE_GRACE)
    assert bots.bot_turn_play(game_id=game.id) == 0
    assert not Thought.objects.exists()
    game.refresh_from_db()
    assert game.moves.get(number=1).actor == Actor.BOT


def test_a_worker_that_dies_while_its_bot_thinks_leaves_it_to_another(
    alice: User, takes: SetThinking, clock: Clock
) -> None:
    class Killed(BaseException):
        """Nothing of the process is left."""

    def deadly(sight: Sight) -> float:
        raise Killed

    takes(deadly)
    game = alone(alice)
    with pytest.raises(Killed):
        bots_run(game_id=game.id)
    takes(lambda sight: 0.0)
    clock.shift(timedelta(minutes=5))
    assert after(game, timezone.now(), clock) > SECONDS
    assert game.move_count == 1


def test_two_workers_with_one_choice_play_it_once(
    alice: User, takes: SetThinking, clock: Clock
) -> None:
    takes(lambda sight: 0.0)
    game = alone(alice)
    bots_run(game_id=game.id)
    clock.shift(shown_after(SECONDS))
    late = bots.bot_turn(game_id=game.id)
    assert late is not None
    assert bots.bot_turn_play(game_id=game.id) == 0
    assert bots.choice_play(late, "boast") is None
    game.refresh_from_db()
    assert game.move_count == 1


@pytest.mark.parametrize("thought_for", [0.0, 1.9])
def test_a_pause_tells_nothing_of_whether_the_bot_had_decided(
    thought_for: float, alice: User, takes: SetThinking, clock: Clock
) -> None:
    game = alone(alice)
    ended = timezone.now() + timedelta(minutes=1)

    def interrupted(sight: Sight) -> float:
        if thought_for:
            pause(game, PauseKind.MODERATOR)
        return thought_for

    takes(interrupted)
    bots_run(game_id=game.id)
    if not thought_for:
        pause(game, PauseKind.MODERATOR)
    clock.move_to(ended)
    takes(lambda sight: 0.0)
    resume(game, PauseKind.MODERATOR)
    assert after(game, ended, clock) >= shown_after(SECONDS).total_seconds()


def test_a_bot_that_was_asked_again_meanwhile_thinks_anew(
    alice: User, takes: SetThinking, clock: Clock
) -> None:
    game = alone(alice)
    begun = timezone.now()

    def interrupted(sight: Sight) -> float:
        pause(game, PauseKind.MODERATOR)
        resume(game, PauseKind.MODERATOR)
        return 1.0

    takes(interrupted)
    bots_run(game_id=game.id)
    assert not Thought.objects.exists()
    takes(lambda sight: 0.0)
    assert after(game, begun, clock) >= 1.0 + shown_after(SECONDS).total_seconds()


def test_a_call_that_comes_early_is_sent_for_the_moment(
    alice: User, takes: SetThinking, clock: Clock, rung: Rung
) -> None:
    takes(lambda sight: 0.0)
    game = alone(alice)
    bots_run(game_id=game.id)
    due = Thought.objects.get(game=game).due_at
    clock.move_to(due - timedelta(milliseconds=500))
    rung.clear()
    assert bots_run(game_id=game.id) == 0
    game.refresh_from_db()
    assert (game.auto_at, game.attempts, game.move_count) == (due, 0, 0)
    assert rung == [(game.id, 0.5)]


def test_what_the_rules_no_longer_allow_is_replaced_by_chance(
    alice: User, takes: SetThinking, clock: Clock
) -> None:
    takes(lambda sight: 0.0)
    game = alone(alice)
    bots_run(game_id=game.id)
    Thought.objects.update(choice="juggle")
    assert next_move(game, clock).choice in ("boast", "pass")


def test_bots_that_think_shortly_keep_nothing(alice: User, takes: SetThinking) -> None:
    takes(lambda sight: 0.0)
    game = match(alice, seats=2, join=False, bots=["random"] * 2)
    assert bots_run(game_id=game.id)
    assert not Thought.objects.exists()
    game.refresh_from_db()
    assert game.status == "finished"


def test_sweeps_alone_play_what_bots_have_thought_out(
    alice: User, takes: SetThinking, clock: Clock
) -> None:
    takes(lambda sight: 0.3)
    game = alone(alice)
    for _ in range(2):
        clock.shift(WAKE_GRACE + shown_after(SECONDS))
        autos_sweep()
    game.refresh_from_db()
    assert game.move_count == 1
