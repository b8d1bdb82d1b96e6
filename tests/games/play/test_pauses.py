"""Pauses: the clock runs only while there is none, and the time left is kept."""

from __future__ import annotations

import pytest
from django.db.models import ProtectedError

from accounts.models import User
from games.bots import turns
from games.bots.turns import bots_run
from games.models import Game, Pause, PauseKind, Status
from games.play.errors import GameFrozen
from games.seats.resign import seat_resign
from games.sweeps import deadlines_sweep
from notifications.models import OutboxEntry
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    NOW,
    ZERO,
    Clock,
    fresh,
    left,
    pause,
    platform_event_kinds,
    resume,
    seat_at,
    shown_up,
    turn,
)
from tests.toy_games import lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")
VACATION, VOTE, MODERATOR, QUARANTINE = (
    PauseKind.VACATION,
    PauseKind.VOTE,
    PauseKind.MODERATOR,
    PauseKind.QUARANTINE,
)


@pytest.fixture
def game(alice: User, bob: User, clock: Clock) -> Game:
    return shown_up(start_game(alice, bob, pace=A_DAY_EACH))


def test_the_time_left_is_kept_and_never_refilled(game: Game, clock: Clock) -> None:
    clock.shift(6 * HOUR)
    pause(game, VOTE)
    assert (game.paused, game.deadline_at, left(game)) == (True, None, 18 * HOUR)
    clock.shift(10 * DAY)
    assert left(game) == 18 * HOUR
    resume(game, VOTE)
    assert (game.paused, left(game)) == (False, 18 * HOUR)
    assert game.deadline_at == NOW + 11 * DAY


def test_repeated_pauses_do_not_change_the_time_left(game: Game, clock: Clock) -> None:
    for hours in range(1, 5):
        clock.shift(hours * HOUR)
        pause(game, VOTE)
        clock.shift(DAY)
        resume(game, VOTE)
    assert left(game) == 14 * HOUR


def test_the_clock_runs_after_the_last_of_overlapping_pauses(
    game: Game, alice: User, bob: User, clock: Clock
) -> None:
    reasons = [(VACATION, alice), (VACATION, bob), (VOTE, None), (MODERATOR, None)]
    clock.shift(HOUR)
    for kind, owner in reasons:
        assert pause(game, kind, owner)
        clock.shift(HOUR)
    for kind, owner in reasons:
        assert game.paused
        assert game.deadline_at is None
        assert resume(game, kind, owner)
        clock.shift(HOUR)
    assert (game.paused, left(game)) == (False, 22 * HOUR)  # one before, one after


def test_an_owner_has_one_pause_of_a_kind(game: Game, alice: User) -> None:
    assert pause(game, VACATION, alice)
    assert not pause(game, VACATION, alice)
    assert pause(game, MODERATOR)
    assert not pause(game, MODERATOR)
    assert Pause.objects.count() == 2


def test_a_pause_that_does_not_exist_cannot_be_removed(game: Game, bob: User) -> None:
    pause(game, VACATION, game.created_by)
    version = fresh(game).version
    assert not resume(game, VACATION, bob)
    assert not resume(game, VOTE)
    assert (fresh(game).paused, game.version) == (True, version)


def test_moves_are_possible_while_the_clock_is_stopped(
    game: Game, alice: User, clock: Clock
) -> None:
    clock.shift(5 * HOUR)
    pause(game, VOTE)
    clock.shift(DAY)
    game = turn(alice, game)
    assert (game.to_act, game.deadline_at, left(game)) == (1, None, DAY)
    clock.shift(DAY)
    resume(game, VOTE)
    assert (left(game), game.deadline_at) == (DAY, NOW + 5 * HOUR + 3 * DAY)


def test_a_clock_segment_that_ends_in_a_pause_keeps_its_time(
    alice: User, bob: User, clock: Clock
) -> None:
    pace = {"kind": "fischer", "initial": 36000, "increment": 3600, "cap": 72000}
    game = start_game(alice, bob, pace=pace)
    clock.shift(4 * HOUR)
    pause(game, VOTE)
    clock.shift(DAY)
    game = turn(alice, game)
    assert seat_at(game, 0).bank == 7 * HOUR


def test_bots_play_on_while_only_the_clock_is_stopped(alice: User, clock: Clock) -> None:
    game = start_game(alice, bots=["easy"], pace=A_DAY_EACH)
    pause(game, VACATION, alice)
    game = turn(alice, game)
    assert game.auto_at is not None
    bots_run(game_id=game.id)
    assert fresh(game).moves.filter(seat=1).exists()


def test_nothing_is_due_during_a_pause(game: Game, clock: Clock) -> None:
    clock.shift(DAY)  # to the deadline itself
    pause(game, VOTE)
    clock.shift(30 * DAY)
    assert deadlines_sweep() == 0
    assert left(game) == ZERO
    resume(game, VOTE)
    assert game.deadline_at == NOW + 31 * DAY
    assert seat_at(game, 0).lost_at is None


def test_a_game_that_ends_during_a_pause_has_no_pauses_left(
    game: Game, alice: User, bob: User, clock: Clock
) -> None:
    pause(game, VOTE)
    game = play_out(game, alice, bob)
    assert (game.status, game.paused, game.pauses.count()) == (Status.FINISHED, False, 0)
    assert not pause(game, VOTE)


def test_a_lobby_has_no_clock_to_stop(alice: User, bob: User) -> None:
    assert not pause(lobby(alice, bob))


# --- pauses that freeze the game -----------------------------------------------------------------


@pytest.mark.parametrize("kind", [MODERATOR, QUARANTINE])
def test_some_pauses_freeze_the_game(
    kind: PauseKind, game: Game, alice: User, clock: Clock
) -> None:
    pause(game, kind)
    assert game.frozen
    with pytest.raises(GameFrozen):
        play(alice, game, "boast")
    clock.shift(DAY)
    resume(game, kind)
    assert (game.frozen, left(game)) == (False, DAY)
    assert turn(alice, game).to_act == 1


@pytest.mark.parametrize("kind", [VACATION, VOTE])
def test_other_pauses_only_stop_the_clock(kind: PauseKind, game: Game, alice: User) -> None:
    pause(game, kind)
    assert not game.frozen
    assert play(alice, game, "boast").move_count == 1


def test_bots_do_not_move_in_a_frozen_game(alice: User, clock: Clock) -> None:
    game = turn(alice, start_game(alice, bots=["easy"], pace=A_DAY_EACH, bot_delay=60))
    pause(game, MODERATOR)
    assert game.auto_at is None
    assert bots_run(game_id=game.id) == 0
    clock.shift(DAY)
    pause(game, VOTE)
    resume(game, MODERATOR)
    assert game.auto_at == NOW + DAY + HOUR / 60  # it thinks while the clock is stopped
    assert (game.paused, game.frozen) == (True, False)


def test_a_bot_that_was_thinking_when_the_game_was_frozen_does_not_move(
    alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = turn(alice, start_game(alice, bots=["easy"], pace=A_DAY_EACH))
    moves, choose = game.move_count, turns.bot_choose

    def slowly(thinking: turns.BotTurn) -> str:
        pause(game, MODERATOR)
        return choose(thinking)

    monkeypatch.setattr(turns, "bot_choose", slowly)
    bots_run(game_id=game.id)
    assert fresh(game).move_count == moves


def test_players_can_resign_a_frozen_game(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = start_game(alice, bob, charlie, pace=A_DAY_EACH)
    pause(game, MODERATOR)
    seat_resign(user=alice, game_id=game.id)
    assert fresh(game).auto_at is None
    resume(game, MODERATOR)
    assert game.auto_at is not None


# --- what players see ----------------------------------------------------------------------------


def test_each_pause_has_events_when_it_begins_and_ends(game: Game, bob: User) -> None:
    pause(game, VACATION, bob)
    pause(game, MODERATOR)
    resume(game, VACATION, bob)
    resume(game, MODERATOR)
    data = game.platform_events.values_list("kind", "data")
    assert list(data) == [
        ("clock_paused", {"reason": "vacation", "seat": 1}),
        ("clock_paused", {"reason": "moderator", "seat": None}),
        ("clock_resumed", {"reason": "vacation", "seat": 1}),
        ("clock_resumed", {"reason": "moderator", "seat": None}),
    ]
    assert platform_event_kinds(game) == [
        "clock_paused",
        "clock_paused",
        "clock_resumed",
        "clock_resumed",
    ]


def test_the_owner_of_a_pause_cannot_be_deleted(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    pause(game, PauseKind.MODERATOR, charlie)
    with pytest.raises(ProtectedError):
        charlie.delete()  # the clock would be stopped forever
    resume(game, PauseKind.MODERATOR, charlie)
    charlie.delete()
    assert fresh(game).deadline_at is not None


def test_players_are_notified_when_the_clock_stops_and_runs_again(game: Game, bob: User) -> None:
    pause(game, VACATION, bob)
    pause(game, MODERATOR)
    resume(game, VACATION, bob)
    resume(game, MODERATOR)
    notices = OutboxEntry.objects.filter(kind__startswith="clock_").order_by("id")
    assert [(one.kind, one.data["reason"]) for one in notices] == [
        ("clock_paused", "vacation"),
        ("clock_resumed", "moderator"),
    ]
    game.refresh_from_db()
    assert game.deadline_at is not None
    assert notices[1].data["deadline"] == game.deadline_at.isoformat().replace("+00:00", "Z")
