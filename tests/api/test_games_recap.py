"""GET /api/v1/games/{id}/recap/"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from accounts.models import User
from games import tasks
from games.models import Game
from games.seats.resign import seat_resign
from games.standing_orders.services import order_turn_play, orders_set
from tests.conftest import ClientOf
from tests.toy_games import Player, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def recap(player: Player, query: str = "") -> dict[str, Any]:
    response = player.client.get(f"{player.path}recap/{query}")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def events_in(body: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for part in body["paragraphs"] for event in part["events"]]


def events_of(player: Player, after: int = 0) -> list[dict[str, Any]]:
    body = player.client.get(f"{player.path}events/?after={after}&limit=500").json()
    events: list[dict[str, Any]] = body["events"]
    return events


def bobs_turn(alice: User, bob: User) -> Game:
    """Return a game in which Alice has taken a turn, and then Bob."""
    game = start_game(alice, bob)
    while game.to_act == 0 or game.to_act is None:
        game = play(alice, game)
    while game.to_act == 1:
        game = play(bob, game)
    return game


def test_it_begins_behind_my_last_own_move(alice: User, bob: User, client_of: ClientOf) -> None:
    game = bobs_turn(alice, bob)
    player = Player(client_of(alice), game.id)
    last = game.moves.filter(user=alice).latest("number").last_event
    body = recap(player)
    assert (body["since"], body["last_seq"], body["more"]) == (last, game.event_count, False)
    assert events_in(body) == events_of(player, last) != []


def test_nothing_has_happened_since(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    body = recap(Player(client_of(alice), game.id))
    assert (body["paragraphs"], body["since"]) == ([], body["last_seq"])


def test_moves_of_my_orders_are_unread(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    orders_set(user=alice, game_id=game.id, orders=[{"topic": "boast", "choose": ["pass"]}])
    order_turn_play(game_id=game.id)
    body = recap(Player(client_of(alice), game.id))
    assert body["since"] == 0
    assert "kept_quiet" in [event["kind"] for event in events_in(body)]


def test_spectators_say_where_they_have_read_to(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = bobs_turn(alice, bob)
    player = Player(client_of(charlie), game.id)
    assert recap(player)["since"] == 0
    body = recap(player, "?since=3")
    assert events_in(body) == events_of(player, 3)
    dealt = [event for event in events_in(recap(player)) if event["kind"] == "dealt"]
    assert ["cards" in event for event in dealt] == [False, False]


def test_it_can_be_read_in_parts(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player, since, read, more = Player(client_of(alice), game.id), 0, [], True
    while more:
        body = recap(player, f"?since={since}&limit=4")
        read += events_in(body)
        since, more = body["last_seq"], body["more"]
    assert read == events_of(player)


def test_each_paragraph_is_about_one_seat(alice: User, bob: User, client_of: ClientOf) -> None:
    game = bobs_turn(alice, bob)
    for part in recap(Player(client_of(alice), game.id), "?since=2")["paragraphs"]:
        seats = {event["seat"] for event in part["events"] if "seat" in event}
        assert seats <= {part["seat"]}
        assert part["summary"].startswith(part["events"][0]["text"])
        assert (part["first_seq"], part["last_seq"]) == (
            part["events"][0]["seq"],
            part["events"][-1]["seq"],
        )


def test_events_of_the_platform_are_included(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = play(alice, start_game(alice, bob, charlie))
    seat_resign(user=charlie, game_id=game.id)
    body = recap(Player(client_of(alice), game.id))
    assert "charlie has resigned" in body["paragraphs"][-1]["summary"]


def test_a_round_of_citadels_in_paragraphs_of_turns(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    body = {"ruleset": "citadels", "seats": 4, "bots": [{"level": "easy"}] * 3}
    player = Player(client, client.post("/api/v1/games/", body).json()["id"])
    player.post("start")
    game_id, rng = player.path.split("/")[-2], Random(3)
    while player.view()["table"]["round"] < 3:
        tasks.bots_play(game_id)
        decision = player.view()["decision"]
        player.send(decision["id"], rng.choice(decision["options"])["choice"])
    french_recap = recap(player, "?since=0&limit=500&language=fr")
    assert events_in(french_recap) == [
        {**event, "text": french["text"]}
        for event, french in zip(events_of(player), events_in(french_recap), strict=True)
    ]
    for part in french_recap["paragraphs"][1:]:
        first, *others = part["events"]
        assert first["kind"] in ("round_started", "draft_ended", "revealed", "resumed")
        assert part["seat"] == first.get("seat")
        assert not any(event["kind"] in ("round_started", "revealed") for event in others)
        assert part["summary"].startswith(first["text"])
        assert len(part["summary"]) < 400
    parts = [part for part in french_recap["paragraphs"] if " bâtit " in part["summary"]]
    assert parts


def test_it_is_304_until_something_happens(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(bob), game.id)
    path = f"{player.path}recap/"
    etag = player.client.get(path).headers["ETag"]
    assert player.client.get(path, headers={"If-None-Match": etag}).status_code == 304
    play(alice, game, "boast")
    assert player.client.get(path, headers={"If-None-Match": etag}).status_code == 200
