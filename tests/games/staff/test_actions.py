"""Staff services on the clock, the turns and the seats of a game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from core.errors import Invalid
from games.models import Actor, Game, Loss, PlayerStatistics, SeatAssignment, Status, VoteKind
from games.play.errors import GameFrozen, GameNotRunning, SeatLost, StaleDecision
from games.ratings.finalize import game_count
from games.rules.errors import IllegalChoice
from games.seats.handover import seat_offer
from games.seats.resign import seat_resign
from games.staff import (
    choice_play,
    deadline_extend,
    deadline_reset,
    default_play,
    game_freeze,
    game_unfreeze,
    seat_to_bot,
    seat_to_user,
    turn_excuse,
)
from games.staff.errors import NothingToDo
from games.votes.services import vote_open
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    NOW,
    ZERO,
    Clock,
    fresh,
    left,
    platform_event_kinds,
    seat_at,
    shown_up,
    time_out,
)
from tests.toy_games import counted, lobby, options_of, play, play_out, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")
FISCHER = {"kind": "fischer", "initial": 24 * 3600, "increment": 3600, "cap": 48 * 3600}


@pytest.fixture
def timed(alice: User, bob: User, charlie: User, clock: Clock) -> Game:
    """A game of three players who have all moved. Alice has a day and no excuse."""
    return shown_up(start_game(alice, bob, charlie, pace=A_DAY_EACH))


def notices(user: User) -> list[str]:
    rows = OutboxEntry.objects.order_by("id")
    return [row.kind for row in rows if str(user.id) in row.users]


# --- freezing ------------------------------------------------------------------------------------


def test_nobody_acts_in_a_frozen_game_and_no_time_is_lost(
    timed: Game, alice: User, clock: Clock
) -> None:
    clock.shift(HOUR)
    game_freeze(game_id=timed.id)
    with pytest.raises(GameFrozen):
        play(alice, timed, "boast")
    clock.shift(9 * DAY)
    game_unfreeze(game_id=timed.id)
    assert left(timed) == 23 * HOUR
    assert play(alice, timed).move_count == 1
    assert platform_event_kinds(timed) == ["clock_paused", "clock_resumed"]


def test_what_is_done_already_is_not_done_again(timed: Game) -> None:
    with pytest.raises(NothingToDo):
        game_unfreeze(game_id=timed.id)
    game_freeze(game_id=timed.id)
    with pytest.raises(NothingToDo):
        game_freeze(game_id=timed.id)
    assert platform_event_kinds(timed) == ["clock_paused"]


def test_a_game_that_is_over_or_has_not_begun_refuses_every_act(
    alice: User, bob: User, charlie: User
) -> None:
    over = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    version = over.version
    for game_id in (over.id, lobby(alice, seats=2).id):
        for act in (game_freeze, game_unfreeze, deadline_reset):
            with pytest.raises(GameNotRunning):
                act(game_id=game_id)
        with pytest.raises(GameNotRunning):
            deadline_extend(game_id=game_id, length=HOUR)
        with pytest.raises(GameNotRunning):
            turn_excuse(game_id=game_id, seat=0)
        with pytest.raises(GameNotRunning):
            default_play(game_id=game_id, decision=1)
        with pytest.raises(GameNotRunning):
            seat_to_bot(game_id=game_id, seat=0, level="easy")
        with pytest.raises(GameNotRunning):
            seat_to_user(game_id=game_id, seat=0, username="charlie")
    assert fresh(over).version == version


# --- deadlines -----------------------------------------------------------------------------------


def test_a_deadline_is_extended_running_late_or_frozen(timed: Game, clock: Clock) -> None:
    deadline_extend(game_id=timed.id, length=6 * HOUR)
    assert fresh(timed).deadline_at == NOW + 30 * HOUR
    clock.shift(31 * HOUR)  # an hour too late
    deadline_extend(game_id=timed.id, length=6 * HOUR)
    assert left(timed) == 6 * HOUR
    game_freeze(game_id=timed.id)
    deadline_extend(game_id=timed.id, length=HOUR)
    assert (fresh(timed).deadline_at, timed.clock_left) == (None, 7 * HOUR)
    events = timed.platform_events.filter(kind="deadline_extended").values_list("data", flat=True)
    assert [data["seconds"] // 3600 for data in events] == [6, 6, 1]


def test_a_length_is_from_a_second_to_a_year(timed: Game) -> None:
    for length in (ZERO, -HOUR, timedelta(days=366)):
        with pytest.raises(Invalid):
            deadline_extend(game_id=timed.id, length=length)


def test_without_a_clock_there_is_no_deadline_to_move(alice: User, bob: User) -> None:
    game = start_game(alice, bob, pace={"kind": "none"})
    with pytest.raises(NothingToDo):
        deadline_extend(game_id=game.id, length=HOUR)
    with pytest.raises(NothingToDo):
        deadline_reset(game_id=game.id)


def test_a_deadline_restarts_and_its_player_is_notified(
    timed: Game, alice: User, clock: Clock
) -> None:
    clock.shift(20 * HOUR)
    deadline_reset(game_id=timed.id)
    assert left(timed) == DAY
    assert platform_event_kinds(timed) == ["deadline_reset"]
    assert notices(alice)[-1] == "deadline_moved"


def test_a_bank_that_is_kept_begins_where_this_turn_began(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=FISCHER))
    before = left(game)
    clock.shift(5 * HOUR)
    assert left(game) != before
    deadline_reset(game_id=game.id)
    assert left(game) == before


# --- excuses -------------------------------------------------------------------------------------


def test_a_seat_that_was_lost_by_time_is_given_back(timed: Game, alice: User, clock: Clock) -> None:
    game = counted(time_out(clock, timed))
    assert (seat_at(game, 0).loss, PlayerStatistics.objects.get(user=alice).timed_out) == (
        Loss.TIMED_OUT,
        1,
    )
    turn_excuse(game_id=game.id, seat=0)
    seat = seat_at(game, 0)
    assert (seat.loss, seat.lost_at, seat.bot, seat.counted) == ("", None, "", False)
    record = PlayerStatistics.objects.get(user=alice)
    assert (record.timed_out, record.recent) == (0, "")
    assert SeatAssignment.objects.get(game=game, user=alice).ended_at is None
    assert left(game) == DAY
    assert play(alice, game).move_count == 1
    assert platform_event_kinds(game) == ["seat_lost", "miss_forgiven"]


@pytest.mark.parametrize(
    "timeouts",
    [{"policy": "forfeit"}, {"policy": "bot"}, {"policy": "default_move"}, {"excuses": 1}],
)
def test_an_excuse_restores_every_column_of_a_seat(
    alice: User, bob: User, charlie: User, clock: Clock, timeouts: dict[str, Any]
) -> None:
    game = shown_up(start_game(alice, bob, charlie, pace=A_DAY_EACH, timeouts=timeouts))
    rows = game.seats.filter(number=0).values()
    before = rows.get()
    time_out(clock, game)
    game_count(game_id=game.id)
    assert rows.get() != before
    turn_excuse(game_id=game.id, seat=0)
    assert rows.get() == before
    with pytest.raises(NothingToDo):
        turn_excuse(game_id=game.id, seat=0)


def test_after_an_excuse_a_bank_restarts_with_the_time_that_the_excuse_gave(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=FISCHER, timeouts={"excuses": 1}))
    time_out(clock, game)
    assert left(game) == HOUR
    clock.shift(HOUR / 2)
    deadline_reset(game_id=game.id)
    assert left(game) == HOUR


def test_a_player_who_gets_a_seat_back_has_time_on_every_turn(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    """This also applies if the bank was used up when the player lost the seat."""
    game = shown_up(start_game(alice, bob, charlie, pace=FISCHER))
    game.seats.filter(number=0).update(bank=ZERO)
    time_out(clock, game)
    turn_excuse(game_id=game.id, seat=0)
    assert left(game) == HOUR
    assert seat_at(game, 0).bank == HOUR


def test_nothing_is_forgiven_where_nothing_was_missed(timed: Game, bob: User) -> None:
    seat_resign(user=bob, game_id=timed.id)
    for seat in (0, 1):
        with pytest.raises(NothingToDo):
            turn_excuse(game_id=timed.id, seat=seat)
    with pytest.raises(Invalid):
        turn_excuse(game_id=timed.id, seat=3)


# --- answering for a seat ------------------------------------------------------------------------


def test_a_moderator_answers_what_the_rules_have_for_the_absent(timed: Game) -> None:
    game_freeze(game_id=timed.id)
    default_play(game_id=timed.id, decision=timed.decision_id)
    move = fresh(timed).moves.get(number=1)
    assert (move.actor, move.user, timed.frozen, timed.deadline_at) == (
        Actor.MODERATOR,
        None,
        True,
        None,
    )
    assert platform_event_kinds(timed)[-1] == "played_by_moderator"


def test_or_one_of_the_options_and_nothing_else(timed: Game, alice: User) -> None:
    choice = options_of(alice, timed)[-1]
    choice_play(game_id=timed.id, decision=timed.decision_id, choice=choice)
    assert fresh(timed).moves.get(number=1).choice == choice
    with pytest.raises(IllegalChoice):
        choice_play(game_id=timed.id, decision=timed.decision_id, choice="lay:99")


def test_of_two_answers_to_one_decision_the_second_is_refused(timed: Game, alice: User) -> None:
    decision = timed.decision_id
    play(alice, timed)
    with pytest.raises(StaleDecision) as refusal:
        default_play(game_id=timed.id, decision=decision)
    assert "options" not in refusal.value.extras["decision"]
    assert fresh(timed).move_count == 1


# --- seats ---------------------------------------------------------------------------------------


def test_a_bot_takes_the_place_of_a_player(timed: Game, alice: User, bob: User) -> None:
    seat_to_bot(game_id=timed.id, seat=0, level="novice")
    seat = seat_at(timed, 0)
    assert (seat.loss, seat.bot, fresh(timed).deadline_at) == (Loss.REMOVED, "novice", None)
    assert timed.auto_at is not None
    with pytest.raises(SeatLost):
        play(alice, timed, "boast")
    counted(timed)
    assert PlayerStatistics.objects.get(user=alice).recent == ""
    assert "seat_removed" in notices(alice)
    for number in (0, 1):
        with pytest.raises((NothingToDo, Invalid)):
            seat_to_bot(game_id=timed.id, seat=number, level="oracle" if number else "easy")


def test_another_user_takes_a_seat_with_its_secrets_and_its_clock(
    timed: Game, alice: User, bob: User, clock: Clock
) -> None:
    dora = user_named("dora")
    hand = seen(alice, timed)["table"]
    seat_offer(user=alice, game_id=timed.id, to="dora")
    vote_open(user=alice, game_id=timed.id, kind=VoteKind.PAUSE)
    clock.shift(HOUR)
    seat_to_user(game_id=timed.id, seat=0, username="dora")
    assert left(timed) == 23 * HOUR
    assert seen(dora, timed)["table"] == hand
    assert seen(alice, timed)["table"] != hand
    assert not timed.seat_offers.filter(closed_at=None).exists()
    assert (notices(alice)[-1], notices(dora)[-1]) == ("seat_removed", "seat_given")
    with pytest.raises(Invalid):
        seat_to_user(game_id=timed.id, seat=1, username="alice")  # who knows seat 0
    play(dora, timed)


def test_a_lost_seat_is_taken_over_and_the_loss_stays_with_who_lost_it(
    timed: Game, alice: User
) -> None:
    dora = user_named("dora")
    seat_resign(user=alice, game_id=timed.id)
    seat_to_user(game_id=timed.id, seat=0, username="dora")
    assert PlayerStatistics.objects.get(user=alice).resigned == 1
    assert left(timed) == DAY
    assert play(dora, timed).status == Status.ACTIVE
    assert not seat_at(timed, 0).counted


def test_the_seat_of_a_bot_is_no_players(alice: User, bob: User) -> None:
    game = start_game(alice, bots=["easy"])
    with pytest.raises(NothingToDo):
        seat_to_user(game_id=game.id, seat=1, username="bob")
