"""A move and the end of its time, at the same moment: one of them counts."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Game, PlatformEvent, Policy
from games.play import commands, timeouts
from games.play.timeouts import deadline_resolve
from games.play.timing import fire_delay, grace
from tests.conftest import ClientOf
from tests.faults.copies import begun, copies, time_out
from tests.faults.figures import Note
from tests.faults.together import at_once
from tests.faults.waiting import Gate, Meanwhile, hold_lock, somebody_waits, until
from tests.toy_games import Player

pytestmark = [
    pytest.mark.fault(4),
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
SECOND = timedelta(seconds=1)
RACES = 50
NARROW = 0.008
"""Seconds between which two that race set out."""
STEP = 0.003
"""Seconds by which who has lost sets out earlier next time, so that the races stay close."""
TOO_LATE = {"forfeit": "seat_lost", "default_move": "stale_decision", "bot": "seat_away"}
EFFECTS = ("seat_lost", "default_played", "bot_took_over")


def effects(game: Game) -> int:
    return PlatformEvent.objects.filter(game=game, kind__in=EFFECTS).count()


def whole_turn(player: Player) -> Any:
    """Alice boasts and lays a card: then it is for bob to decide."""
    card = player.view()["table"]["hand"][0]
    return player.send(1, "boast", f"lay:{card}")


def deadline_of(game: Game) -> datetime:
    game.refresh_from_db()
    assert game.deadline_at is not None
    return game.deadline_at


@pytest.fixture(params=TOO_LATE)
def game(request: Any, alice: User, bob: User, charlie: User) -> Game:
    """It is for alice to decide; each policy in turn."""
    return begun(alice, bob, charlie, timeouts={"policy": request.param})


@pytest.fixture
def player(game: Game, alice: User, client_of: ClientOf) -> Player:
    return Player(client_of(alice), game.id)


def test_a_sweep_that_comes_while_a_move_is_played_leaves_it_alone(
    game: Game, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, deadline = Gate(), deadline_of(game)
    monkeypatch.setattr(commands, "moves_make", gate.before(commands.moves_make))
    with time_machine.travel(deadline + grace() - SECOND, tick=False):
        sent = Meanwhile(partial(whole_turn, player))
        gate.arrived()
    with time_machine.travel(deadline + fire_delay() + SECOND):
        assert not deadline_resolve(game_id=game.id)
        gate.opened.set()
        assert sent.ended().status_code == 200
        assert player.view()["move_count"] == 2
    assert effects(game) == 0


def test_a_move_that_comes_while_its_time_out_is_resolved_is_refused(
    game: Game, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, deadline = Gate(), deadline_of(game)
    monkeypatch.setattr(timeouts, "timeout_apply", gate.before(timeouts.timeout_apply))
    with time_machine.travel(deadline + fire_delay() + SECOND):
        resolving = Meanwhile(partial(deadline_resolve, game_id=game.id))
        gate.arrived()
        sent = Meanwhile(partial(whole_turn, player))
        until(somebody_waits)
        gate.opened.set()
        assert resolving.ended() is True
        refusal = sent.ended()
    assert refusal.status_code == 409
    assert refusal.json()["code"] == TOO_LATE[game.timeouts["policy"]]
    assert effects(game) == 1


def test_a_move_that_came_within_the_grace_never_loses_as_long_as_it_may_wait(
    game: Game, player: Player, settings: Any
) -> None:
    deadline = deadline_of(game)
    with hold_lock(Game.objects.filter(id=game.id)) as release:
        with time_machine.travel(deadline + grace() - SECOND, tick=False):
            sent = Meanwhile(partial(whole_turn, player))
            until(release.is_awaited)
        longest = timedelta(seconds=settings.LOCK_SECONDS)
        with time_machine.travel(deadline + grace() + longest, tick=False):
            release.set()
            while not sent.done:  # no sweep has a right to it yet
                assert not deadline_resolve(game_id=game.id)
            assert sent.ended().status_code == 200
    assert effects(game) == 0


def test_a_move_beyond_the_grace_is_refused_before_its_time_out_is_resolved(
    game: Game, player: Player
) -> None:
    deadline = deadline_of(game)
    with time_machine.travel(deadline + grace() + SECOND):
        refusal = whole_turn(player)
        assert not deadline_resolve(game_id=game.id)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "deadline_passed")
    with time_machine.travel(deadline + fire_delay() + SECOND):
        assert deadline_resolve(game_id=game.id)
    assert effects(game) == 1


@pytest.mark.slow
def test_of_many_races_each_has_one_winner(
    alice: User, bob: User, charlie: User, client_of: ClientOf, settings: Any, note: Note
) -> None:
    settings.REQUEST_SECONDS = 0  # else a sweep would not even set out as early as this
    seed = secrets.randbits(32)
    rng, client = Random(seed), client_of(alice)
    won, head_start = {"move": 0, "timeout": 0}, 0.0
    begin = begun(alice, bob, charlie, timeouts={"policy": Policy.BOT})
    for game in copies(begin, RACES):
        player = Player(client, game.id)
        turn = partial(player.send, 1, "boast", f"lay:{player.view()['table']['hand'][0]}")
        start = timezone.now() + timedelta(seconds=0.2)
        time_out(game, late=timezone.now() - start)
        reply, resolved = at_once(
            partial(at, start, rng.uniform(-NARROW, NARROW) - head_start, turn),
            partial(
                at, start, rng.uniform(-NARROW, NARROW), partial(deadline_resolve, game_id=game.id)
            ),
        )
        played = reply.status_code == 200
        assert not (played and resolved), f"seed {seed}"
        assert played or reply.json()["code"] in ("deadline_passed", "seat_away"), f"seed {seed}"
        resolved = deadline_resolve(game_id=game.id) or resolved  # both may have been too early
        assert (played, resolved, effects(game)) in ((True, False, 0), (False, True, 1))
        won["move" if played else "timeout"] += 1
        head_start += -STEP if played else STEP
    for winner, times in won.items():
        note(f"won by the {winner}", times)
    note("seed", seed)
    assert all(won.values()), f"no race at all; seed {seed}"


def at(start: datetime, offset: float, action: Any) -> Any:
    """Do it at an instant and some seconds before or after it."""
    time.sleep(max(0, (start - datetime.now(UTC)).total_seconds() + offset))
    return action()
