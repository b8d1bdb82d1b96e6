"""Test clocks: the host of a game lets time pass, and what is due then happens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import Preferences, User
from core.errors import Invalid
from games.bots.turns import BotTurnQueue
from games.lobby.errors import NotTheHost
from games.lobby.rematch import game_rematch
from games.lobby.services import game_change
from games.models import Game, Outage, PauseKind, PlayerStatistics, Status, Vote, VoteKind
from games.play.errors import GameFrozen, GameNotFound
from games.play.reminders import reminders_sweep
from games.play.timing import fire_delay
from games.ratings.finalize import ratings_sweep
from games.rules.errors import GameOver
from games.sweeps import deadlines_sweep, lobbies_sweep
from games.test_clock.errors import NoTestClock
from games.test_clock.services import time_pass
from games.votes.services import vote_open, votes_sweep
from notifications.models import OutboxEntry
from tests.conftest import ClientOf
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    Clock,
    fresh,
    left,
    pause,
    platform_event_kinds,
    resume,
    shown_up,
    turn,
)
from tests.toy_games import lobby, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def timed(host: User, *guests: User, **options: Any) -> Game:
    """A started game with a test clock; each turn has a day."""
    return shown_up(
        start_game(host, *guests, **{"pace": A_DAY_EACH, "test_clock": True, **options})
    )


def due(game: Game) -> datetime:
    at = fresh(game).due_at
    assert at is not None
    return at


# --- what becomes due ----------------------------------------------------------------------------


def test_a_deadline_comes_earlier_and_then_passes(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    before = due(game)
    time_pass(user=alice, game_id=game.id, length=23 * HOUR)
    assert (due(game), left(game)) == (before - 23 * HOUR, HOUR)
    assert deadlines_sweep() == 0
    time_pass(user=alice, game_id=game.id, length=HOUR + fire_delay())
    assert deadlines_sweep() == 1
    assert platform_event_kinds(game) == ["time_passed", "time_passed", "seat_lost", "game_ended"]


def test_a_deadline_that_has_passed_moves_on(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    clock.shift(DAY + timedelta(seconds=1))  # passed, and not yet to be resolved
    before = due(game)
    time_pass(user=alice, game_id=game.id, length=HOUR)
    assert due(game) == before - HOUR
    assert deadlines_sweep() == 1


def test_the_reminder_comes_with_its_deadline(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    time_pass(user=alice, game_id=game.id, length=19 * HOUR)
    assert reminders_sweep() == 0
    time_pass(user=alice, game_id=game.id, length=HOUR)
    assert reminders_sweep() == 1
    time_pass(user=alice, game_id=game.id, length=HOUR)
    assert reminders_sweep() == 0  # a reminder was sent for this turn


def test_outages_and_quiet_hours_do_not_stop_it(alice: User, bob: User, clock: Clock) -> None:
    now = timezone.now()
    Outage.objects.create(began_at=now - 2 * DAY, ended_at=now - HOUR, what="sweeps")
    Preferences.objects.create(user=alice, time_zone="UTC", quiet_from="20:00", quiet_to="06:00")
    game = timed(alice, bob)
    deadline = fresh(game).deadline_at
    assert deadline == now + DAY + 2 * 10 * HOUR  # two nights
    time_pass(user=alice, game_id=game.id, length=deadline - now + fire_delay())
    assert deadlines_sweep() == 1


def test_a_deadline_moves_into_hours_that_do_not_count(
    alice: User, bob: User, clock: Clock
) -> None:
    window = {"from": "09:00", "to": "17:00"}
    pace = {"kind": "per_decision", "allowance": 12 * 3600, "window": window}
    game = timed(alice, bob, pace=pace)
    before = fresh(game).deadline_at
    assert before == timezone.now() + 28 * HOUR  # Thursday at four
    time_pass(user=alice, game_id=game.id, length=10 * HOUR)
    assert fresh(game).deadline_at == before - 10 * HOUR  # at six in the morning
    assert deadlines_sweep() == reminders_sweep() == 0
    time_pass(user=alice, game_id=game.id, length=18 * HOUR + fire_delay())
    assert deadlines_sweep() == 1


def test_a_bank_is_used_up(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob, pace={"kind": "reserve", "allowance": 3600, "bank": 7200})
    time_pass(user=alice, game_id=game.id, length=2 * HOUR)
    turn(alice, game)
    assert game.seats.get(number=0).bank == HOUR
    assert game.seats.get(number=1).bank == 2 * HOUR


def test_a_paused_clock_stands_still(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    pause(game, PauseKind.VOTE)
    time_pass(user=alice, game_id=game.id, length=2 * DAY)
    assert left(game) == DAY
    resume(game, PauseKind.VOTE)
    assert fresh(game).deadline_at == timezone.now() + DAY


def test_a_frozen_game_is_left_alone(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    pause(game)
    with pytest.raises(GameFrozen):
        time_pass(user=alice, game_id=game.id, length=DAY)


def test_a_bot_moves_without_its_delay(alice: User, clock: Clock, settings: Settings) -> None:
    game = timed(alice, bots=["novice"], bot_delay=3600)
    turn(alice, game)
    assert BotTurnQueue().work() == 0
    woken = timedelta(seconds=settings.WAKE_SECONDS)  # sweeps leave this time to the wake-up
    time_pass(user=alice, game_id=game.id, length=HOUR + woken)
    assert BotTurnQueue().work() == 1


def test_a_vote_closes(alice: User, bob: User, charlie: User, clock: Clock) -> None:
    game = timed(alice, bob, charlie)
    vote = vote_open(user=bob, game_id=game.id, kind=VoteKind.PAUSE)
    time_pass(user=alice, game_id=game.id, length=DAY)
    votes_sweep()
    assert Vote.objects.get(id=vote.id).passed is False


def test_a_lobby_starts_at_its_time(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, bob, seats=3, test_clock=True, starts_at=timezone.now() + 3 * DAY)
    time_pass(user=alice, game_id=game.id, length=3 * DAY)
    assert lobbies_sweep() == 1
    assert fresh(game).status == Status.ACTIVE


def test_a_lobby_without_activity_expires(alice: User, clock: Clock) -> None:
    game = lobby(alice, seats=2, test_clock=True)
    time_pass(user=alice, game_id=game.id, length=15 * DAY)
    assert lobbies_sweep() == 1
    assert fresh(game).status == Status.CANCELLED


# --- who may ------------------------------------------------------------------------------------


def test_only_the_host_lets_time_pass(alice: User, bob: User, charlie: User) -> None:
    game, hidden = timed(alice, bob), timed(alice, bob, visibility="private")
    for user in (bob, charlie):
        with pytest.raises(NotTheHost):
            time_pass(user=user, game_id=game.id, length=HOUR)
    with pytest.raises(GameNotFound):
        time_pass(user=charlie, game_id=hidden.id, length=HOUR)


def test_a_usual_game_has_no_test_clock(alice: User, bob: User, settings: Settings) -> None:
    usual, other = start_game(alice, bob), timed(alice, bob)
    settings.TEST_CLOCKS = False
    for game in (usual, other):
        with pytest.raises(NoTestClock):
            time_pass(user=alice, game_id=game.id, length=HOUR)


def test_a_game_that_is_over_has_no_time_left(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    time_pass(user=alice, game_id=game.id, length=DAY + fire_delay())
    deadlines_sweep()
    with pytest.raises(GameOver):
        time_pass(user=alice, game_id=game.id, length=HOUR)


# --- it counts for nobody ------------------------------------------------------------------------


def test_a_game_with_a_test_clock_is_unrated(alice: User) -> None:
    game = lobby(alice, seats=2, test_clock=True)
    assert (game.test_clock, game.rated) == (True, False)
    with pytest.raises(Invalid) as created:
        lobby(alice, seats=2, test_clock=True, rated=True)
    with pytest.raises(Invalid) as changed:
        game_change(user=alice, game_id=game.id, rated=True)
    for error in (created.value, changed.value):
        assert error.extras["errors"][0]["pointer"] == "/rated"
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(id=game.id).update(rated=True)


def test_no_statistics_count_it(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    time_pass(user=alice, game_id=game.id, length=DAY + fire_delay())
    deadlines_sweep()
    assert ratings_sweep() == 1
    assert not PlayerStatistics.objects.exists()


def test_its_rematch_has_one_too(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    time_pass(user=alice, game_id=game.id, length=DAY + fire_delay())
    deadlines_sweep()
    assert game_rematch(user=bob, game_id=game.id).test_clock


def test_without_permission_of_the_operator_there_is_none(alice: User, settings: Settings) -> None:
    settings.TEST_CLOCKS = False
    with pytest.raises(Invalid) as caught:
        lobby(alice, seats=2, test_clock=True)
    assert caught.value.extras["errors"][0]["pointer"] == "/test_clock"


# --- over HTTP -----------------------------------------------------------------------------------


def test_a_developer_tries_a_deadline(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    client = client_of(alice)
    body = {"ruleset": "toy", "seats": 2, "pace": A_DAY_EACH, "test_clock": True}
    game = client.post("/api/v1/games/", body).json()
    assert (game["test_clock"], game["rated"]) == (True, False)
    path = f"/api/v1/games/{game['id']}/"
    assert client_of(bob).post(f"{path}join/").status_code == 200
    assert client.post(f"{path}start/").status_code == 200
    view = client.post(f"{path}test-clock/", {"seconds": 3600}).json()
    assert view["deadline"] == "2026-03-05T11:00:00Z"
    events = client_of(bob).get(f"{path}events/").json()["events"]
    assert events[-1]["kind"] == "time_passed"
    assert events[-1]["text"] == "The host lets 1 hour pass: the game has a test clock."
    OutboxEntry.objects.all().delete()
    client.post(f"{path}test-clock/", {"seconds": 20 * 3600})
    reminders_sweep()
    assert OutboxEntry.objects.get().kind == "turn_reminder"


@pytest.mark.parametrize("seconds", [0, 59, -1, 90 * 24 * 3600 + 1, "soon", None])
def test_other_lengths_are_refused(seconds: object, alice: User, client_of: ClientOf) -> None:
    game = lobby(alice, seats=2, test_clock=True)
    reply = client_of(alice).post(f"/api/v1/games/{game.id}/test-clock/", {"seconds": seconds})
    assert reply.status_code == 422
    assert reply.json()["errors"][0]["pointer"] == "/seconds"
