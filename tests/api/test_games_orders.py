"""GET and PUT /api/v1/games/{id}/orders/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.bots.turns import bots_run
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby, play, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")

MODEST: dict[str, Any] = {"topic": "boast", "choose": ["pass"]}
HIGHEST: dict[str, Any] = {"topic": "card", "choose": [{"verb": "lay", "highest": "card"}]}


class Orders(Player):
    """A player with standing orders."""

    def __init__(self, client: APIClient, game_id: Any) -> None:
        super().__init__(client, game_id)
        self.path += "orders/"

    def put(self, *orders: Any) -> Any:
        return self.client.put(self.path, {"orders": list(orders)})

    def get(self) -> Any:
        return self.client.get(self.path)


def problem(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_orders_are_shown_to_their_player(alice: User, bob: User, client_of: ClientOf) -> None:
    orders = Orders(client_of(bob), start_game(alice, bob).id)
    response = orders.put(MODEST, {**HIGHEST, "times": 3, "delay": 60})
    assert response.status_code == 200
    assert orders.get().json() == response.json()
    first, second = response.json()["orders"]
    assert first.pop("created_at").endswith("Z")
    assert first == {
        **MODEST,
        "only_when": None,
        "otherwise": "stop",
        "delay": 0,
        "times": None,
        "position": 0,
        "times_left": None,
        "stopped_at": None,
        "stop_reason": None,
    }
    assert (second["position"], second["times_left"], second["delay"]) == (1, 3, 60)
    assert orders.put().json() == {"orders": []}


def test_an_order_becomes_a_move_like_any_other(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    assert Orders(client_of(alice), game.id).put(MODEST).status_code == 200
    bots_run(game_id=game.id)
    assert seen(bob, game)["decision"]["topic"] == "card"
    for client in (client_of(alice), client_of(bob)):
        events = client.get(f"/api/v1/games/{game.id}/events/").json()["events"]
        assert (events[-1]["kind"], events[-1]["move"]) == ("kept_quiet", 1)
        assert b"order" not in client.get(f"/api/v1/games/{game.id}/").content
        assert b"order" not in client.get(f"/api/v1/games/{game.id}/events/").content


def test_an_order_that_ended_says_why(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    orders = Orders(client_of(alice), game.id)
    orders.put({"topic": "boast", "choose": ["boast:never"]})
    bots_run(game_id=game.id)
    (order,) = orders.get().json()["orders"]
    assert order["stop_reason"] == "nothing_fits"
    assert order["stopped_at"] is not None


@pytest.mark.parametrize(
    ("orders", "pointer", "code"),
    [
        ([{**MODEST, "topic": "bribe"}], "/orders/0/topic", "unknown_topic"),
        ([MODEST, {"topic": "card"}], "/orders/1/choose", "required"),
        ([{**MODEST, "choose": ["lay:3"]}], "/orders/0/choose/0", "unknown_verb"),
        ([MODEST] * 31, "/orders", "max_length"),
        ({}, "/orders", "not_a_list"),
        (None, "/orders", "null"),
    ],
)
def test_a_refusal_names_the_field_and_keeps_the_old_orders(
    orders: Any, pointer: str, code: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Orders(client_of(bob), start_game(alice, bob).id)
    before = player.put(HIGHEST).json()
    response = player.client.put(player.path, {"orders": orders})
    assert problem(response) == (422, "invalid")
    (error,) = response.json()["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert player.get().json() == before


def test_the_orders_are_required(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Orders(client_of(bob), start_game(alice, bob).id)
    response = player.client.put(player.path, {})
    assert (problem(response), response.json()["errors"][0]["pointer"]) == (
        (422, "invalid"),
        "/orders",
    )


def test_only_players_may_read_and_write_orders(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    open_game, hidden = start_game(alice, bob), start_game(alice, bob, visibility="private")
    other = client_of(charlie)
    for response in (
        Orders(other, open_game.id).get(),
        Orders(other, open_game.id).put(),
    ):
        assert problem(response) == (403, "not_seated")
    for response in (Orders(other, hidden.id).get(), Orders(other, hidden.id).put()):
        assert problem(response) == (404, "game_not_found")


def test_it_refuses_lobbies_lost_seats_and_finished_games(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    early = lobby(alice, bob)
    assert problem(Orders(client, early.id).put(MODEST)) == (409, "game_not_started")
    assert Orders(client, early.id).get().json() == {"orders": []}
    game = start_game(alice, bob, charlie)
    Orders(client, game.id).put(HIGHEST)
    Player(client, game.id).post("resign")
    assert problem(Orders(client, game.id).put(MODEST)) == (409, "seat_lost")
    assert Orders(client, game.id).get().json()["orders"][0]["stop_reason"] == "seat_lost"
    Player(client_of(bob), game.id).post("resign")
    assert problem(Orders(client_of(charlie), game.id).put(MODEST)) == (409, "game_over")


def test_a_stale_command_gets_the_open_decision(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    Orders(client_of(alice), game.id).put(MODEST)
    bots_run(game_id=game.id)
    response = Player(client_of(alice), game.id).send(1, "boast")
    assert problem(response) == (409, "stale_decision")
    assert response.json()["decision"]["id"] == 2
    game = play(alice, game)
    assert game.to_act == 1
