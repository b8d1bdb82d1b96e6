"""POST /api/v1/games/{id}/history/{move}/try/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.scopes import GAMES_CREATE
from accounts.services import token_issue
from games.models import Game
from tests.conftest import ClientOf
from tests.throttled import at_rates
from tests.toy_games import NOWHERE, Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")
AS_IT_WAS = {"hidden": "as_it_was"}


def path_of(game: Game, move: int = 0) -> str:
    return f"/api/v1/games/{game.id}/history/{move}/try/"


@pytest.fixture
def origin(alice: User, bob: User) -> Game:
    """Return a game of the toy that alice and bob have played to its end."""
    return play_out(start_game(alice, bob), alice, bob)


def test_a_player_tries_another_choice(alice: User, origin: Game, client_of: ClientOf) -> None:
    client = client_of(alice)
    response = client.post(path_of(origin), AS_IT_WAS)
    assert response.status_code == 201, response.content
    document = response.json()
    assert document["tried_from"] == {"game": str(origin.id), "move": 0}
    assert (document["status"], document["visibility"]) == ("active", "private")
    assert (document["rated"], document["your_seat"], document["move_count"]) == (False, 0, 0)
    player = Player(client, document["id"])
    options = document["decision"]["options"]
    reply = player.send(document["decision"]["id"], options[-1]["choice"])
    assert reply.status_code == 200, reply.content
    assert reply.json()["game"]["tried_from"] == document["tried_from"]
    events = client.get(f"{player.path}events/").json()["events"]
    text = "The game begins at a position of another one, after its move 0."
    assert (events[0]["kind"], events[0]["text"]) == ("tried_from", text)
    assert player.post("resign").status_code == 200


def test_the_finished_game_does_not_change(alice: User, origin: Game, client_of: ClientOf) -> None:
    client = client_of(alice)
    url = f"/api/v1/games/{origin.id}/"
    before = {**client.get(url).json(), "server_time": None}
    client.post(path_of(origin), AS_IT_WAS)
    assert {**client.get(url).json(), "server_time": None} == before


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"seat": 2}, "/seat", "no_such_seat"),
        ({"seat": -1}, "/seat", "min_value"),
        ({"hidden": "seen"}, "/hidden", "invalid_choice"),
        ({"bot": {"level": "genius"}}, "/bot/level", "unknown_level"),
        ({"bot": {}}, "/bot/level", "required"),
        ({"luck": "mine"}, "/luck", "unknown"),
    ],
)
def test_errors_point_at_the_wrong_fields(
    body: dict[str, Any], pointer: str, code: str, alice: User, origin: Game, client_of: ClientOf
) -> None:
    response = client_of(alice).post(path_of(origin), {**AS_IT_WAS, **body})
    assert response.status_code == 422
    errors = response.json()["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [(pointer, code)]
    assert Game.objects.count() == 1


def test_refusals_have_codes(
    alice: User, bob: User, charlie: User, origin: Game, client_of: ClientOf
) -> None:
    running = play(alice, start_game(alice, bob))
    private = play_out(start_game(alice, bob, visibility="private"), alice, bob)
    nowhere = Game(id=NOWHERE)
    last = origin.move_count
    for path, body, expected in (
        (path_of(nowhere), AS_IT_WAS, (404, "game_not_found")),
        (path_of(private), AS_IT_WAS, (404, "game_not_found")),
        (path_of(origin, last + 1), AS_IT_WAS, (404, "move_not_found")),
        (path_of(origin, 10**30), AS_IT_WAS, (404, "move_not_found")),
        (path_of(lobby(alice, bob)), AS_IT_WAS, (409, "game_not_started")),
        (path_of(running), AS_IT_WAS, (409, "game_not_finished")),
        (path_of(origin, last), AS_IT_WAS, (409, "no_decision_left")),
        (path_of(origin), {}, (409, "redeal_unavailable")),
    ):
        response = client_of(charlie).post(path, body)
        assert (response.status_code, response.json()["code"]) == expected, path


def test_the_same_key_gives_the_same_game(alice: User, origin: Game, client_of: ClientOf) -> None:
    client, headers = client_of(alice), {"Idempotency-Key": "again"}
    first = client.post(path_of(origin), AS_IT_WAS, headers=headers)
    again = client.post(path_of(origin), AS_IT_WAS, headers=headers)
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert origin.tries.count() == 1
    other = client.post(path_of(origin, 1), AS_IT_WAS, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_tries_are_games_created(alice: User, origin: Game, client_of: ClientOf) -> None:
    client = client_of(alice)
    with at_rates(games_create="2/min"):
        codes = [client.post(path_of(origin), AS_IT_WAS).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


def test_without_the_scope_to_read_the_reply_is_empty(alice: User, origin: Game) -> None:
    client = APIClient()
    text = token_issue(user=alice, name="tries", scopes=[GAMES_CREATE]).text
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    response = client.post(path_of(origin), AS_IT_WAS)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["Location"] == f"/api/v1/games/{origin.tries.get().id}/"


def test_it_is_described_in_french(alice: User, origin: Game, client_of: ClientOf) -> None:
    response = client_of(alice).post(
        path_of(origin, origin.move_count), AS_IT_WAS, headers={"Accept-Language": "fr"}
    )
    assert response.json()["title"] == "À partir de cette position, il ne reste rien à décider."
