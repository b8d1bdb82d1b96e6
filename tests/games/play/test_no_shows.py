"""No-shows: the game ends at no loss for the other players."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.bots.turns import bots_run
from games.lobby.services import game_join, game_start
from games.models import Game, Loss, Status
from games.rules.errors import IllegalChoice
from games.seats.resign import seat_resign
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.timed import A_DAY_EACH, Clock, fresh, platform_event_kinds, seat_at, time_out, turn
from tests.toy_games import lobby, play, start_game

pytestmark = pytest.mark.usefixtures("toy")


def miss_first_turn(clock: Clock, game: Game) -> Game:
    """Let the time of the seat to act run out before its first move."""
    return time_out(clock, game)


def notification_kinds_of(user: User) -> list[str]:
    return [entry.kind for entry in OutboxEntry.objects.all() if str(user.id) in entry.users]


def users_of(game: Game) -> list[User | None]:
    return [seat.user for seat in game.seats.order_by("number")]


def test_the_others_get_seats_in_a_new_game_with_the_same_settings(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    chosen: dict[str, Any] = {
        "pace": {**A_DAY_EACH, "weekends_off": True},
        "timeouts": {"excuses": 3, "policy": "bot"},
        "options": {"rounds": 3},
        "visibility": "unlisted",
        "vacations": False,
        "bot_delay": 7,
    }
    game = turn(alice, start_game(alice, bob, charlie, bots=["easy"], **chosen))
    game = miss_first_turn(clock, game)
    assert (game.status, game.result, game.to_act) == (Status.CANCELLED, None, None)
    assert (seat_at(game, 1).loss, platform_event_kinds(game)) == (Loss.ABSENT, ["game_called_off"])
    again = game.reopened_as
    assert again is not None
    assert (again.status, again.move_count, again.created_by) == (Status.LOBBY, 0, alice)
    assert users_of(again) == [alice, None, charlie, None]
    assert [seat.bot for seat in again.seats.order_by("number")] == ["", "", "", "easy"]
    for name in ("options", "visibility", "vacations", "bot_delay", "pace", "timeouts"):
        assert getattr(again, name) == getattr(game, name)


def test_a_reopened_game_can_be_filled_and_played(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = miss_first_turn(clock, turn(alice, start_game(alice, bob, pace=A_DAY_EACH)))
    assert game.reopened_as is not None
    game_join(user=charlie, game_id=game.reopened_as.id)
    again = game_start(user=alice, game_id=game.reopened_as.id)
    assert turn(alice, again).to_act == 1
    assert seat_at(again, 0).acted_at is not None


def test_if_the_host_is_absent_the_first_present_player_becomes_the_host(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = miss_first_turn(clock, start_game(alice, bob, charlie, pace=A_DAY_EACH))
    assert game.reopened_as is not None
    assert game.reopened_as.created_by == bob
    assert users_of(game.reopened_as) == [None, bob, charlie]


def test_a_host_without_a_seat_remains_the_host(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = lobby(alice, seats=2, join=False, pace=A_DAY_EACH)
    for user in (bob, charlie):
        game_join(user=user, game_id=game.id)
    game = miss_first_turn(clock, game_start(user=alice, game_id=game.id))
    assert game.reopened_as is not None
    assert game.reopened_as.created_by == alice


def test_a_player_who_resigned_before_is_not_seated_again(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = start_game(alice, bob, charlie, pace=A_DAY_EACH)
    seat_resign(user=charlie, game_id=game.id)
    game = miss_first_turn(clock, turn(alice, game))
    assert game.reopened_as is not None
    assert users_of(game.reopened_as) == [alice, None, None]
    assert not any(seat.bot for seat in game.reopened_as.seats.all())


def test_without_present_players_the_game_is_not_reopened(alice: User, clock: Clock) -> None:
    game = miss_first_turn(clock, start_game(alice, bots=["easy"], pace=A_DAY_EACH))
    assert (game.status, game.reopened_as) == (Status.CANCELLED, None)
    assert Game.objects.count() == 1


def test_further_absent_players_are_detected_in_the_next_game(
    alice: User, bob: User, clock: Clock
) -> None:
    """Nobody moves: each new game has one player fewer, until no game is reopened."""
    game = miss_first_turn(clock, start_game(alice, bob, pace=A_DAY_EACH))
    assert game.reopened_as is not None
    again = game.reopened_as
    game_join(user=user_named("dora"), game_id=again.id)
    game = miss_first_turn(clock, game_start(user=bob, game_id=again.id))
    assert game.reopened_as is not None
    assert [user and user.username for user in users_of(game.reopened_as)] == [None, "bob"]


def test_it_is_cancelled_if_the_options_say_so(alice: User, bob: User, clock: Clock) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH, timeouts={"when_absent": "cancel"})
    game = miss_first_turn(clock, turn(alice, game))
    assert (game.status, game.reopened_as) == (Status.CANCELLED, None)


@pytest.mark.parametrize(
    "timeouts", [{"excuses": 5}, {"policy": "bot"}, {"policy": "default_move"}]
)
def test_no_excuse_and_no_bot_helps_a_player_who_never_moved(
    timeouts: dict[str, Any], alice: User, bob: User, clock: Clock
) -> None:
    game = miss_first_turn(clock, start_game(alice, bob, pace=A_DAY_EACH, timeouts=timeouts))
    assert game.status == Status.CANCELLED


def test_a_player_who_moved_once_is_not_a_no_show(alice: User, bob: User, clock: Clock) -> None:
    game = turn(bob, turn(alice, start_game(alice, bob, pace=A_DAY_EACH)))
    game = time_out(clock, game)
    assert (game.status, game.result is not None) == (Status.FINISHED, True)
    assert seat_at(game, game.result["lost"][0]).loss == Loss.TIMED_OUT  # type: ignore[index]


def test_a_refused_command_does_not_count_as_presence(alice: User, bob: User) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    with pytest.raises(IllegalChoice):
        play(alice, game, "lay:99")
    assert seat_at(game, 0).acted_at is None


def test_each_player_is_notified_of_what_happened(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = turn(alice, start_game(alice, bob, charlie, pace=A_DAY_EACH))
    OutboxEntry.objects.all().delete()
    miss_first_turn(clock, game)
    assert (notification_kinds_of(alice), notification_kinds_of(charlie)) == (
        ["game_reopened"],
        ["game_reopened"],
    )
    assert notification_kinds_of(bob) == ["game_cancelled"]


def test_nothing_is_due_in_a_cancelled_game(alice: User, bob: User, clock: Clock) -> None:
    game = miss_first_turn(clock, start_game(alice, bob, pace=A_DAY_EACH))
    columns = (game.due_at, game.auto_at, game.remind_at, game.clock_left, game.paused)
    assert columns == (None, None, None, None, False)
    assert bots_run(game_id=game.id) == 0
    assert fresh(game).move_count == 0
