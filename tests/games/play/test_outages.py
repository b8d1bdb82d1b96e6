"""Outages: nobody loses time while the service is down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
import urllib3
from django.conf import settings
from django.test import override_settings

from accounts.models import User
from games.models import Game, Heartbeat, Outage, PauseKind, PlatformEvent
from games.play import outages
from games.play.event_texts import sentence
from games.play.outages import SWEEPS, WEB, heartbeat
from games.play.timeouts import deadline_rearm, deadline_resolve
from games.play.timing import fire_delay
from games.rules.live_game import TextContext
from games.sweeps import deadlines_sweep, timers_sweep
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
    turn,
)
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")

GAP = timedelta(seconds=settings.MAX_GAP_SECONDS)


@pytest.fixture
def game(alice: User, bob: User, charlie: User, clock: Clock) -> Game:
    return shown_up(start_game(alice, bob, charlie, pace=A_DAY_EACH))


def sweep() -> int:
    return timers_sweep()


def run_sweeps(clock: Clock, length: timedelta) -> None:
    """Let the service run for a while; a few sweeps represent the many that would run."""
    with (
        override_settings(MAX_GAP_SECONDS=HOUR.total_seconds()),
        mock.patch.object(outages, "WEB_MISSED", HOUR),
    ):
        for _ in range(length // HOUR):
            clock.shift(HOUR)
            sweep()
        clock.shift(length % HOUR)
        sweep()


def test_nobody_loses_a_seat_for_a_deadline_during_an_outage(game: Game, clock: Clock) -> None:
    sweep()
    run_sweeps(clock, 23 * HOUR)
    clock.shift(3 * HOUR)
    sweep()
    assert (seat_at(game, 0).lost_at, left(game)) == (None, HOUR)
    run_sweeps(clock, HOUR + fire_delay())
    assert seat_at(game, 0).lost_at is not None


def test_an_outage_is_stored_once_by_several_sweeps(clock: Clock, db: None) -> None:
    sweep()
    clock.shift(3 * HOUR)
    for _ in range(2):
        timers_sweep()
    (outage,) = Outage.objects.all()
    assert (outage.began_at, outage.ended_at, outage.what) == (NOW, NOW + 3 * HOUR, SWEEPS)
    assert [one.name for one in Heartbeat.objects.all()] == [SWEEPS]


def test_short_gaps_and_clocks_that_go_back_are_no_outages(clock: Clock, db: None) -> None:
    heartbeat()
    clock.shift(GAP)
    heartbeat()
    clock.shift(-HOUR)
    heartbeat()
    assert not Outage.objects.exists()
    assert Heartbeat.objects.get(name=SWEEPS).at == NOW + GAP


def test_the_first_sweep_ever_stores_no_outage(game: Game, clock: Clock) -> None:
    clock.shift(DAY + fire_delay())
    assert sweep() == 1
    assert not Outage.objects.exists()


def test_players_see_their_new_deadline_as_soon_as_the_service_is_back(
    game: Game, clock: Clock
) -> None:
    sweep()
    version = game.version
    clock.shift(3 * HOUR)
    sweep()
    assert (fresh(game).deadline_at, game.version) == (NOW + 27 * HOUR, version + 1)
    assert game.due_at == NOW + 27 * HOUR + fire_delay()
    clock.shift(1)
    sweep()
    assert fresh(game).version == version + 1


def test_the_log_of_a_game_names_each_outage_that_moved_its_deadline_once(
    game: Game, alice: User, clock: Clock
) -> None:
    """A sweep, another process or a player in the middle of a turn may notice it first."""
    sweep()
    clock.shift(3 * HOUR)
    game = play(alice, game)  # alice has to decide again
    for _ in range(2):
        sweep()
        deadline_rearm(game_id=game.id)
    clock.shift(GAP / 2)
    sweep()
    clock.shift(2 * HOUR)
    sweep()
    first, second = PlatformEvent.objects.filter(game=game, kind="outage_skipped")
    assert first.data == {
        "seat": 0,
        "began_at": NOW.isoformat(),
        "ended_at": (NOW + 3 * HOUR).isoformat(),
        "parts": ["sweeps"],
        "seconds": 3 * 3600,
    }
    assert (second.data["began_at"], second.data["seconds"]) == (
        (NOW + 3 * HOUR + GAP / 2).isoformat(),
        2 * 3600,
    )
    text = sentence({"kind": first.kind, **first.data}, TextContext("en", {0: "alice"}))
    assert text == (
        "The service was unavailable from 2026-03-04 12:00 to 2026-03-04 15:00 UTC: this time does "
        "not count, and alice has 3 hours more."
    )


def test_an_outage_in_hours_that_do_not_count_moves_nothing_and_is_not_told(
    alice: User, bob: User, clock: Clock
) -> None:
    pace = {**A_DAY_EACH, "window": {"from": "00:00", "to": "12:00"}, "quiet_hours": False}
    game = shown_up(start_game(alice, bob, pace=pace))
    sweep()
    clock.shift(3 * HOUR)  # from noon
    sweep()
    assert not PlatformEvent.objects.filter(game=game).exists()


def test_no_clock_counts_an_outage_before_it_is_stored(
    game: Game, alice: User, clock: Clock
) -> None:
    """The web process is available before the sweeps run again."""
    sweep()
    run_sweeps(clock, 20 * HOUR)
    clock.shift(10 * HOUR)
    assert left(game) == 4 * HOUR
    game = turn(alice, game)  # after the stored deadline
    assert (game.to_act, game.deadline_at) == (1, NOW + 30 * HOUR + DAY)
    assert left(game) == DAY


def test_a_process_resolves_nothing_right_after_it_was_suspended(game: Game, clock: Clock) -> None:
    """It had stored its heartbeat; then the machine was suspended."""
    heartbeat()
    clock.shift(2 * DAY)
    assert not deadline_resolve(game_id=game.id)
    assert deadlines_sweep() == 0
    assert seat_at(game, 0).lost_at is None


def test_an_outage_uses_up_no_bank(alice: User, bob: User, clock: Clock) -> None:
    pace = {"kind": "fischer", "initial": 36000, "increment": 0, "cap": 36000}
    game = start_game(alice, bob, pace=pace)
    sweep()
    run_sweeps(clock, HOUR)
    clock.shift(5 * HOUR)
    sweep()
    run_sweeps(clock, HOUR)
    game = turn(alice, game)
    assert seat_at(game, 0).bank == 8 * HOUR


def test_an_outage_that_a_pause_overlaps_counts_once(game: Game, clock: Clock) -> None:
    sweep()
    run_sweeps(clock, HOUR)
    pause(game, PauseKind.VOTE)
    clock.shift(5 * HOUR)
    resume(game, PauseKind.VOTE)
    clock.shift(5 * HOUR)
    sweep()
    assert left(game) == 23 * HOUR


def test_two_outages_at_a_time_are_one(game: Game, clock: Clock) -> None:
    for what in (SWEEPS, WEB):
        Outage.objects.create(began_at=NOW + HOUR, ended_at=NOW + 2 * HOUR, what=what)
    Outage.objects.create(began_at=NOW + HOUR / 2, ended_at=NOW + 1.5 * HOUR, what=WEB)
    clock.shift(5 * HOUR)
    assert left(game) == 20.5 * HOUR


# --- the web process -----------------------------------------------------------------------------


class Web:
    """A fake of the web process at WEB_PROBE_URL."""

    def __init__(self) -> None:
        self.status: int | None = 200
        self.requests = 0

    def request(self, method: str, url: str) -> Any:
        self.requests += 1
        if self.status is None:
            raise urllib3.exceptions.NewConnectionError(None, "refused")  # type: ignore[arg-type]
        return urllib3.HTTPResponse(status=self.status)


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Web:
    settings.WEB_PROBE_URL = "http://web:8000/healthz"
    web = Web()
    monkeypatch.setattr(outages, "_http", web)
    return web


@pytest.mark.parametrize("status", [None, 500, 503])
def test_nobody_forfeits_while_players_cannot_reach_the_service(
    status: int | None, game: Game, web: Web, clock: Clock
) -> None:
    sweep()
    run_sweeps(clock, DAY - 2 * MINUTE)
    web.status = status
    run_sweeps_with_web(clock, 5 * MINUTE)
    assert seat_at(game, 0).lost_at is None
    web.status = 200
    clock.shift(20)
    sweep()
    assert seat_at(game, 0).lost_at is None
    assert Outage.objects.filter(what=WEB).count() == 1
    rest = left(game)
    assert rest is not None
    assert MINUTE < rest <= 2 * MINUTE
    run_sweeps_with_web(clock, 4 * MINUTE)
    assert seat_at(game, 0).lost_at is not None


def run_sweeps_with_web(clock: Clock, length: timedelta) -> None:
    """Like ``run_sweeps``, often enough that the web process is not considered down."""
    for _ in range(length // MINUTE):
        clock.shift(MINUTE)
        sweep()


def test_a_player_who_moves_right_after_a_web_outage_loses_no_time(
    alice: User, bob: User, web: Web, clock: Clock
) -> None:
    pace = {"kind": "reserve", "allowance": 3600, "bank": 5 * 3600}
    game = shown_up(start_game(alice, bob, pace=pace))
    sweep()
    web.status = None
    run_sweeps_with_web(clock, 3 * HOUR)
    turn(alice, game)  # no probe has noticed it yet
    assert seat_at(game, 0).bank == 5 * HOUR


@pytest.mark.parametrize("status", [200, 301, 404])
def test_any_answer_below_500_counts_as_available(
    status: int, web: Web, clock: Clock, db: None
) -> None:
    web.status = status
    run_sweeps_with_web(clock, 10 * MINUTE)
    assert not Outage.objects.exists()
    assert Heartbeat.objects.get(name=WEB).at == NOW + 10 * MINUTE


def test_the_web_process_is_not_probed_at_every_sweep(web: Web, clock: Clock, db: None) -> None:
    for _ in range(12):
        sweep()
        clock.shift(5)
    assert web.requests == 3


def test_a_url_that_has_never_answered_stops_no_deadline(
    game: Game, web: Web, clock: Clock
) -> None:
    web.status = None
    clock.shift(DAY + fire_delay())
    assert sweep() == 1
    assert seat_at(game, 0).lost_at is not None


def test_where_players_move_a_url_that_became_wrong_stops_no_deadline(
    alice: User, bob: User, game: Game, web: Web, clock: Clock
) -> None:
    other = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    sweep()
    run_sweeps_with_web(clock, DAY - 5 * MINUTE)
    web.status = None
    run_sweeps_with_web(clock, 10 * MINUTE)
    assert seat_at(game, 0).lost_at is None
    turn(alice, other)
    sweep()
    clock.shift(5)
    sweep()
    assert seat_at(game, 0).lost_at is not None
    assert not Outage.objects.exists()
