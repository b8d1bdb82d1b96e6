"""An order and its player answer at the same moment: one of them does."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.models import Actor, Game, Seat
from games.play.commands import command_send
from games.play.errors import StaleDecision
from games.standing_orders.selectors import orders_for
from games.standing_orders.services import order_turn_play, orders_set
from tests.faults.together import at_once
from tests.toy_games import start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
ONCE: dict[str, Any] = {"topic": "boast", "choose": ["pass"], "times": 1}


def by_hand(user: User, game: Game) -> bool:
    """True if the player's own command was accepted."""
    try:
        command_send(user=user, game_id=game.id, decision=1, choices=["boast"])
    except StaleDecision:
        return False
    return True


def by_order(game: Game) -> bool:
    """True if the order was carried out."""
    order_turn_play(game_id=game.id)
    return game.moves.filter(actor=Actor.ORDER).exists()


def test_of_an_order_and_a_command_one_counts(alice: User, bob: User) -> None:
    for _ in range(20):
        game = start_game(alice, bob)
        orders_set(user=alice, game_id=game.id, orders=[ONCE])
        followed, accepted = at_once(partial(by_order, game), partial(by_hand, alice, game))
        assert followed != accepted
        assert list(game.moves.values_list("number", flat=True)) == [0, 1]
        (order,) = orders_for(user=alice, game_id=game.id)
        assert (order["times_left"] == 0) == followed


def test_many_workers_follow_an_order_once(alice: User, bob: User) -> None:
    for _ in range(5):
        game = start_game(alice, bob)
        orders_set(user=alice, game_id=game.id, orders=[{**ONCE, "times": 3}])
        at_once(*[partial(order_turn_play, game_id=game.id)] * 6)
        assert list(game.moves.values_list("number", flat=True)) == [0, 1]
        assert orders_for(user=alice, game_id=game.id)[0]["times_left"] == 2


def boasts(user: User, game: Game) -> bool:
    boast = {"topic": "boast", "choose": ["boast"]}
    return bool(orders_set(user=user, game_id=game.id, orders=[boast]))


def test_new_orders_and_the_old_ones_do_not_both_answer(alice: User, bob: User) -> None:
    for _ in range(10):
        game = start_game(alice, bob)
        orders_set(user=alice, game_id=game.id, orders=[ONCE])
        at_once(partial(by_order, game), partial(boasts, alice, game))
        assert [order["choose"] for order in orders_for(user=alice, game_id=game.id)] == [["boast"]]
        assert Seat.objects.get(game=game, number=0).has_orders
        assert game.moves.filter(number__gt=0).count() <= 1
        order_turn_play(game_id=game.id)
        assert game.moves.filter(number=1).count() == 1
