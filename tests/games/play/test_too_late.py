"""Whose time is out cannot get round it."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Loss
from games.play.commands import command_send
from games.play.errors import DeadlinePassed
from games.play.timing import fire_delay, grace
from games.standing_orders.services import orders_set
from games.sweeps import deadlines_sweep
from games.vacations.services import vacation_start, vacations_sweep
from tests.timed import A_DAY_EACH, DAY, HOUR, NOW, Clock, fresh, seat_at, shown_up
from tests.toy_games import options_of, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def late(alice: User, bob: User, charlie: User, clock: Clock) -> Game:
    """A game in which alice's time is out, and no sweep has come yet."""
    game = shown_up(start_game(alice, bob, charlie, pace=A_DAY_EACH))
    clock.move_to(NOW + DAY + grace() + 0.001 * HOUR / 3.6)
    return game


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_a_vacation_stops_no_clock_that_has_run_out(
    who: str, late: Game, alice: User, bob: User, clock: Clock
) -> None:
    vacation_start(user={"alice": alice, "bob": bob}[who])
    game = fresh(late)
    with pytest.raises(DeadlinePassed):
        command_send(
            user=alice,
            game_id=game.id,
            decision=game.decision_id,
            choices=[options_of(alice, game)[0]],
        )
    clock.move_to(NOW + DAY + fire_delay())
    deadlines_sweep()
    assert seat_at(game, 0).loss == Loss.TIMED_OUT
    vacations_sweep()
    assert fresh(game).paused == (who == "bob")  # who has lost his seat stops nothing


def test_a_vacation_in_time_stops_it(alice: User, bob: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    clock.move_to(NOW + DAY + grace())
    vacation_start(user=alice)
    assert fresh(game).paused


def test_no_order_answers_for_who_gives_it_too_late(late: Game, alice: User) -> None:
    with pytest.raises(DeadlinePassed):
        orders_set(user=alice, game_id=late.id, orders=[])
    assert not seat_at(late, 0).has_orders


def test_an_order_that_no_worker_followed_in_time_counts_before_the_clock(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    lay = {"verb": "lay", "highest": "card"}
    given = [{"topic": "boast", "choose": ["pass"]}, {"topic": "card", "choose": [lay]}]
    orders_set(user=alice, game_id=game.id, orders=given)
    clock.move_to(NOW + DAY + fire_delay())
    deadlines_sweep()
    game = fresh(game)
    assert (game.to_act, seat_at(game, 0).lost_at) == (1, None)
    assert game.deadline_at == NOW + DAY + fire_delay() + DAY


def test_an_order_that_leaves_the_decision_open_stops_no_clock(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    given = [{"topic": "boast", "choose": ["pass"]}]
    orders_set(user=alice, game_id=game.id, orders=given)
    clock.move_to(NOW + DAY + fire_delay())
    deadlines_sweep()
    assert (fresh(game).move_count, seat_at(game, 0).loss) == (1, Loss.TIMED_OUT)
