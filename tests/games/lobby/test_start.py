"""Automatic starts, and lobbies that are cancelled."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games import sweeps
from games.lobby.errors import NotReady
from games.lobby.services import (
    bot_place,
    game_change,
    game_create,
    game_join,
    game_leave,
    game_start,
    ready_set,
)
from games.models import Failure, Game, Status
from games.sweeps import lobbies_sweep
from tablekernel.errors import OptionsRefused
from tests.games.lobby.lobbies import notifications_of, seat_names
from tests.tablekernel.toy import ToyRules
from tests.timed import DAY, HOUR, NOW, Clock, fresh
from tests.toy_games import bot_named, lobby

pytestmark = pytest.mark.usefixtures("toy", "clock")
SOON = NOW + HOUR


def status(game: Game) -> str:
    return str(fresh(game).status)


# --- when it is full, when all are ready -------------------------------------------------------


def test_a_game_starts_when_the_last_player_joins(alice: User, bob: User, charlie: User) -> None:
    game = lobby(alice, bob, seats=3, start_when_full=True)
    assert status(game) == "lobby"
    assert game_join(user=charlie, game_id=game.id).status == Status.ACTIVE
    game.refresh_from_db()
    assert (game.status, game.to_act, game.expires_at, game.free_seats) == ("active", 0, None, 0)
    assert notifications_of(bob, "game_started") == [("game_started", {})]


def test_a_game_starts_when_the_last_bot_is_placed(alice: User) -> None:
    game = lobby(alice, seats=2, start_when_full=True)
    bot_place(user=alice, game_id=game.id, seat=1, level="easy")
    assert status(game) == "active"


def test_a_game_against_bots_starts_at_once(alice: User) -> None:
    game = game_create(
        user=alice,
        ruleset="toy",
        seats=2,
        options={},
        bots=[bot_named("easy")],
        start_when_full=True,
    )
    assert status(game) == "active"


def test_a_full_lobby_starts_when_its_host_sets_start_when_full(alice: User, bob: User) -> None:
    game = lobby(alice, bob)
    game_change(user=alice, game_id=game.id, title="Now", start_when_full=True)
    assert (status(game), fresh(game).title) == ("active", "Now")


def test_without_automatic_start_the_host_starts_the_game(alice: User, bob: User) -> None:
    assert status(lobby(alice, bob)) == "lobby"


@pytest.mark.parametrize("when_full", [False, True])
def test_with_a_ready_check_it_starts_when_the_last_player_is_ready(
    when_full: bool, alice: User, bob: User
) -> None:
    game = lobby(alice, bob, bots=["easy"], ready_check=True, start_when_full=when_full)
    ready_set(user=alice, game_id=game.id, ready=True)
    with pytest.raises(NotReady) as error:
        game_start(user=alice, game_id=game.id)
    assert error.value.extras == {"seats": [1]}
    ready_set(user=bob, game_id=game.id, ready=True)
    assert status(game) == "active"


def test_the_start_waits_for_a_player_who_is_no_longer_ready(
    alice: User, bob: User, charlie: User
) -> None:
    game = lobby(alice, bob, seats=3, ready_check=True)
    for user in (alice, bob):
        ready_set(user=user, game_id=game.id, ready=True)
    game_join(user=charlie, game_id=game.id)
    ready_set(user=bob, game_id=game.id, ready=False)
    ready_set(user=charlie, game_id=game.id, ready=True)
    assert status(game) == "lobby"
    ready_set(user=bob, game_id=game.id, ready=True)
    assert status(game) == "active"


def test_a_game_that_the_rules_no_longer_allow_can_still_be_joined(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lobby(alice, seats=2, start_when_full=True)
    monkeypatch.setattr(ToyRules, "check_options", refuse)
    game_join(user=bob, game_id=game.id)
    assert (status(game), seat_names(game)) == ("lobby", ["alice", "bob"])


def refuse(self: ToyRules, options: dict[str, Any], seats: int) -> dict[str, Any]:
    raise OptionsRefused("rounds_out_of_range", "One round only.", "/rounds")


# --- at a set time -----------------------------------------------------------------------------


def sweep_at_set_time(clock: Clock) -> int:
    clock.move_to(SOON)
    return lobbies_sweep()


def test_at_its_set_time_bots_take_the_free_seats(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, bob, seats=4, bots=["novice"], starts_at=SOON)
    clock.move_to(SOON - HOUR / 60)
    assert lobbies_sweep() == 0
    assert sweep_at_set_time(clock) == 1
    assert (status(game), seat_names(game)) == ("active", ["alice", "bob", "easy", "novice"])
    assert (fresh(game).started_at, fresh(game).starts_at) == (SOON, None)
    assert lobbies_sweep() == 0


def test_a_full_lobby_waits_for_its_set_time(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, bob, starts_at=SOON)
    assert status(game) == "lobby"
    sweep_at_set_time(clock)
    assert status(game) == "active"


def test_with_start_when_full_it_does_not_wait_for_its_set_time(alice: User, bob: User) -> None:
    game = lobby(alice, bob, starts_at=SOON, start_when_full=True)
    assert (status(game), fresh(game).lobby_due_at) == ("active", None)


def test_with_too_few_players_it_is_cancelled(alice: User, clock: Clock) -> None:
    game = lobby(alice, seats=3, starts_at=SOON)
    sweep_at_set_time(clock)
    assert (status(game), seat_names(game)) == ("cancelled", ["alice", None, None])
    assert notifications_of(alice, "game_cancelled") == [("game_cancelled", {"why": "too_few"})]


def test_a_full_game_against_bots_starts_with_one_player(alice: User, clock: Clock) -> None:
    game = lobby(alice, seats=3, bots=["novice"] * 2, starts_at=SOON)
    sweep_at_set_time(clock)
    assert (status(game), seat_names(game)) == ("active", ["alice", "novice", "novice"])


def test_a_player_who_is_not_ready_at_the_set_time_loses_the_seat(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = lobby(alice, bob, charlie, starts_at=SOON, ready_check=True)
    for user in (alice, charlie):
        ready_set(user=user, game_id=game.id, ready=True)
    sweep_at_set_time(clock)
    assert (status(game), seat_names(game)) == ("active", ["alice", "easy", "charlie"])
    assert notifications_of(bob, "kicked", "game_started") == [
        ("kicked", {"seat": 1, "why": "not_ready"})
    ]


def test_with_too_few_ready_players_it_is_cancelled(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, bob, starts_at=SOON, ready_check=True)
    ready_set(user=alice, game_id=game.id, ready=True)
    sweep_at_set_time(clock)
    assert (status(game), seat_names(game)) == ("cancelled", ["alice", "bob"])


def test_the_set_time_can_be_changed(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, bob, starts_at=SOON)
    game_change(user=alice, game_id=game.id, starts_at=SOON + HOUR)
    assert sweep_at_set_time(clock) == 0
    game_change(user=alice, game_id=game.id, starts_at=None)
    clock.shift(2 * HOUR)
    assert (lobbies_sweep(), status(game)) == (0, "lobby")


def test_a_failing_start_is_tried_again_and_then_left_to_the_host(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lobby(alice, bob, starts_at=SOON)
    good = lobby(bob, alice, starts_at=SOON)
    with monkeypatch.context() as patch:
        patch.setattr("games.lobby.start.game_begin", explode_for(game))
        sweep_at_set_time(clock)
        assert (status(game), status(good)) == ("lobby", "active")
        for _ in range(5):
            clock.shift(HOUR)
            lobbies_sweep()
    assert Failure.objects.filter(game=game, task="lobby_due_at").count() == 5
    game.refresh_from_db()
    assert (game.starts_at, game.expires_at) == (None, SOON + 5 * HOUR + DAY)
    game_start(user=alice, game_id=game.id)
    assert status(game) == "active"


def explode_for(bad: Game) -> Any:
    from games.lobby import start

    begin = start.game_begin

    def explode(game: Game, chairs: Any) -> Game:
        if game.id == bad.id:
            raise RuntimeError("poison")
        return begin(game, chairs)

    return explode


def test_a_missed_start_is_cancelled_after_a_day(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lobby(alice, bob, starts_at=SOON)
    monkeypatch.setattr(ToyRules, "check_options", refuse)
    sweep_at_set_time(clock)
    for _ in range(5):
        clock.shift(HOUR)
        lobbies_sweep()
    assert status(game) == "lobby"
    clock.shift(DAY)
    lobbies_sweep()
    assert status(game) == "cancelled"


# --- idle lobbies ------------------------------------------------------------------------------


def test_an_idle_lobby_is_cancelled(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, bob, seats=3)
    clock.shift(13 * DAY)
    assert lobbies_sweep() == 0
    game_leave(user=bob, game_id=game.id)
    clock.shift(13 * DAY)
    assert (lobbies_sweep(), status(game)) == (0, "lobby")
    clock.shift(DAY)
    assert (lobbies_sweep(), status(game)) == (1, "cancelled")
    assert notifications_of(alice, "game_cancelled") == [("game_cancelled", {"why": "expired"})]


def test_a_lobby_with_a_later_set_time_is_not_cancelled(
    alice: User, bob: User, clock: Clock
) -> None:
    game = lobby(alice, bob, starts_at=NOW + 30 * DAY)
    clock.shift(29 * DAY)
    assert (lobbies_sweep(), status(game)) == (0, "lobby")
    clock.shift(DAY)
    assert (lobbies_sweep(), status(game)) == (1, "active")


def test_the_timer_sweep_resolves_lobbies(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, bob, starts_at=SOON)
    clock.move_to(SOON)
    sweeps.timers_sweep()
    assert status(game) == "active"
