"""Commands that arrive at the same moment: one is accepted, and nothing is lost or doubled."""

from __future__ import annotations

from functools import partial

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from clients.python.records import verify_record
from games.bots.turns import bots_run
from games.models import Game, Move
from tests.conftest import ClientOf
from tests.faults.together import at_once
from tests.toy_games import Player, lobby, options_of, play, seen, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
TIMES = 50


def numbers(game: Game) -> list[int]:
    return list(game.moves.order_by("number").values_list("number", flat=True))


def test_of_two_different_choices_one_is_accepted_each_time(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    users = (alice, bob)
    clients = [(client_of(user), client_of(user)) for user in users]
    contested, games = 0, []
    while contested < TIMES:
        game = start_game(alice, bob, options={"rounds": 4})
        games.append(game)
        while game.to_act is not None:
            options = options_of(users[game.to_act], game)
            if len(options) > 1:
                contend(game, clients[game.to_act], options[0], options[-1])
                contested += 1
            else:
                play(users[game.to_act], game)
            game.refresh_from_db()
    for game in games:
        assert numbers(game) == list(range(game.move_count + 1))
        export = clients[0][0].get(f"/api/v1/games/{game.id}/export/")
        assert verify_record(export.content).ok


def contend(game: Game, clients: tuple[APIClient, APIClient], *choices: str) -> None:
    """Both clients answer the open decision at once, each with a choice of its own."""
    decision = game.decision_id
    replies = at_once(
        *(
            partial(Player(client, game.id).send, decision, choice)
            for client, choice in zip(clients, choices, strict=True)
        )
    )
    accepted = [reply.status_code == 200 for reply in replies]
    assert sorted(accepted) == [False, True], [reply.content for reply in replies]
    winner, loser = accepted.index(True), accepted.index(False)
    problem = replies[loser].json()
    assert replies[loser].status_code == 409
    if replies[winner].json()["game"]["status"] == "finished":
        assert problem["code"] == "game_over"
    else:
        assert problem["code"] == "stale_decision"
        assert problem["decision"]["id"] > decision
    assert replies[winner].json()["moves"] == [decision]
    assert Move.objects.get(game=game, number=decision).choice == choices[winner]


def test_one_request_sent_twice_at_once_is_one_move(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    clients = client_of(alice), client_of(alice)
    for _ in range(10):
        game = start_game(alice, bob)
        replies = at_once(
            *(partial(Player(client, game.id).send, 1, "boast", key="k") for client in clients)
        )
        assert [reply.status_code for reply in replies] == [200, 200]
        assert replies[0].content == replies[1].content
        marks = ["Idempotent-Replayed" in reply.headers for reply in replies]
        assert sorted(marks) == [False, True]
        assert numbers(game) == [0, 1]


def test_two_equal_requests_at_once_create_one_game(alice: User, client_of: ClientOf) -> None:
    body = {"ruleset": "toy", "seats": 2}
    clients = client_of(alice), client_of(alice)
    for number in range(10):
        headers = {"Idempotency-Key": f"k{number}"}
        replies = at_once(
            *(partial(client.post, "/api/v1/games/", body, headers=headers) for client in clients)
        )
        assert [reply.status_code for reply in replies] == [201, 201]
        assert replies[0].content == replies[1].content
        assert Game.objects.count() == number + 1


def test_the_last_seat_is_taken_by_one(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    clients = client_of(bob), client_of(charlie)
    for _ in range(10):
        game = lobby(alice, seats=2)
        replies = at_once(*(partial(Player(client, game.id).post, "join") for client in clients))
        assert sorted(reply.status_code for reply in replies) == [200, 409]
        assert {reply.json().get("code") for reply in replies} == {None, "game_full"}
        assert game.seats.exclude(user=None).count() == 2


def test_a_game_is_started_once(alice: User, bob: User, client_of: ClientOf) -> None:
    clients = client_of(alice), client_of(alice)
    for _ in range(10):
        game = lobby(alice, bob)
        replies = at_once(*(partial(Player(client, game.id).post, "start") for client in clients))
        assert sorted(reply.status_code for reply in replies) == [200, 409]
        assert numbers(game) == [0]


def test_several_workers_at_one_game_of_bots_double_nothing(alice: User) -> None:
    for _ in range(3):
        game = start_game(alice, seats=4, join=False, bots=["easy", "novice"] * 2)
        moved = at_once(*(partial(bots_run, game_id=game.id) for _ in range(4)))
        while sum(moved) < 1000:
            more = bots_run(game_id=game.id)  # a worker that was overtaken leaves the rest
            if not more:
                break
            moved.append(more)
        game.refresh_from_db()
        assert game.status == "finished"
        assert sum(moved) == game.move_count
        assert numbers(game) == list(range(game.move_count + 1))


def test_a_move_and_a_resignation_at_once_are_both_kept_or_the_move_comes_too_late(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    clients = client_of(alice), client_of(alice)
    for _ in range(10):
        game = start_game(alice, bob)
        move, resignation = at_once(
            partial(Player(clients[0], game.id).send, 1, "boast"),
            partial(Player(clients[1], game.id).post, "resign"),
        )
        assert resignation.status_code == 200
        assert move.status_code == 200 or move.json()["code"] == "seat_lost"
        assert numbers(game) == ([0, 1] if move.status_code == 200 else [0])
        assert seen(bob, game)["seats"][0]["lost"] == "resigned"
