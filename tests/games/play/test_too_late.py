"""A player who has run out of time cannot avoid the timeout."""

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
def overdue_game(alice: User, bob: User, charlie: User, clock: Clock) -> Game:
    """Return a game in which alice has run out of time, before any sweep."""
    game = shown_up(start_game(alice, bob, charlie, pace=A_DAY_EACH))
    clock.move_to(NOW + DAY + grace() + 0.001 * HOUR / 3.6)
    return game


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_a_vacation_stops_no_clock_that_has_run_out(
    who: str, overdue_game: Game, alice: User, bob: User, clock: Clock
) -> None:
    vacation_start(user={"alice": alice, "bob": bob}[who])
    game = fresh(overdue_game)
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
    assert fresh(game).paused == (
        who == "bob"
    )  # alice has lost her seat, so her vacation stops nothing


def test_a_vacation_before_the_deadline_stops_the_clock(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    clock.move_to(NOW + DAY + grace())
    vacation_start(user=alice)
    assert fresh(game).paused


def test_a_standing_order_given_too_late_does_not_answer(overdue_game: Game, alice: User) -> None:
    with pytest.raises(DeadlinePassed):
        orders_set(user=alice, game_id=overdue_game.id, orders=[])
    assert not seat_at(overdue_game, 0).has_orders


def test_a_standing_order_given_in_time_counts_before_the_timeout(
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


def test_a_standing_order_that_does_not_fit_stops_no_clock(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    given = [{"topic": "boast", "choose": ["pass"]}]
    orders_set(user=alice, game_id=game.id, orders=given)
    clock.move_to(NOW + DAY + fire_delay())
    deadlines_sweep()
    assert (fresh(game).move_count, seat_at(game, 0).loss) == (1, Loss.TIMED_OUT)
