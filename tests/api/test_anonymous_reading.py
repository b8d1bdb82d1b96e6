"""Where the operator allows it, everybody reads what spectators of public games see."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, Visibility
from tests.conftest import ClientOf
from tests.permissions import Row, declared, full, rows
from tests.roles import World
from tests.throttled import at_rates
from tests.toy_games import NOWHERE, lobby, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

OF_A_GAME = ("", "rules/", "events/", "recap/", "history/0/", "board.svg", "history/0/board.svg")
OF_THE_REQUEST = ("server_time", "request_id")


def anonymous_rows() -> list[Row]:
    known = declared()
    return [row for row in rows() if (one := known.get(row.address)) and one.anonymous]


def game_of(host: User, guest: User, **options: Any) -> Game:
    return start_game(host, guest, **options)


def comparable(reply: Any) -> Any:
    """What a reply says, without what differs between two equal requests."""
    if not reply["Content-Type"].endswith("json"):
        return reply.content
    return {name: one for name, one in reply.json().items() if name not in OF_THE_REQUEST}


def test_it_is_off_unless_the_operator_allows_it(alice: User, bob: User, anyone: APIClient) -> None:
    game = game_of(alice, bob)
    for path in ("games/", f"games/{game.id}/", f"games/{game.id}/board.svg"):
        assert anyone.get(f"/api/v1/{path}").json()["code"] == "not_authenticated"


@pytest.mark.slow
@pytest.mark.usefixtures("anonymous_reading")
def test_anonymous_readers_get_what_spectators_get_in_every_state() -> None:
    world = World()
    anonymous = APIClient()
    found = anonymous_rows()
    assert len(found) > 15
    for row in found:
        public = world.games.get((row.state, Visibility.PUBLIC))
        private = world.games.get((row.state, Visibility.PRIVATE))
        path = full(row.path).format(**world.names(public))
        theirs, mine = world.clients["spectator"].get(path), anonymous.get(path)
        assert mine.status_code == theirs.status_code, (row, mine.content)
        assert comparable(mine) == comparable(theirs), row
        if private is not None:
            hidden = anonymous.get(full(row.path).format(**world.names(private)))
            assert hidden.status_code == 404, row


@pytest.mark.usefixtures("anonymous_reading")
def test_versions_are_those_of_spectators(
    alice: User, bob: User, charlie: User, client_of: ClientOf, anyone: APIClient
) -> None:
    game = game_of(alice, bob)
    for path in OF_A_GAME:
        mine = anyone.get(f"/api/v1/games/{game.id}/{path}")
        theirs = client_of(charlie).get(f"/api/v1/games/{game.id}/{path}")
        assert mine["ETag"] == theirs["ETag"]
        again = anyone.get(f"/api/v1/games/{game.id}/{path}", HTTP_IF_NONE_MATCH=mine["ETag"])
        assert again.status_code == 304


@pytest.mark.usefixtures("anonymous_reading")
def test_a_private_game_looks_like_one_that_does_not_exist(
    alice: User, bob: User, anyone: APIClient
) -> None:
    hidden = game_of(alice, bob, visibility=Visibility.PRIVATE)
    for path in (*OF_A_GAME, "reveal/", "verify/", "export/"):
        there, nowhere = (
            anyone.get(f"/api/v1/games/{name}/{path}") for name in (hidden.id, NOWHERE)
        )
        assert there.status_code == nowhere.status_code == 404
        assert comparable(there) == comparable(nowhere)


@pytest.mark.usefixtures("anonymous_reading")
def test_lists_have_no_private_games_though_bots_have_no_user_either(
    alice: User, bob: User, anyone: APIClient
) -> None:
    bots = {"bots": ["novice"], "visibility": Visibility.PRIVATE}
    public, private = game_of(alice, bob), start_game(alice, seats=2, **bots)
    listed = anyone.get("/api/v1/games/").json()["results"]
    assert [one["id"] for one in listed] == [str(public.id)]
    asked = anyone.get(f"/api/v1/games/?ids={public.id},{private.id}").json()["results"]
    assert [one["id"] for one in asked] == [str(public.id)]


@pytest.mark.usefixtures("anonymous_reading")
def test_games_that_fit_me_need_an_account(alice: User, anyone: APIClient) -> None:
    lobby(alice, seats=2)
    reply = anyone.get("/api/v1/games/?fits_me=true")
    assert (reply.status_code, reply.json()["code"]) == (401, "not_authenticated")


@pytest.mark.usefixtures("anonymous_reading")
def test_nothing_else_opens(alice: User, bob: User, anyone: APIClient) -> None:
    game = lobby(alice, seats=2)
    for path in ("me/", "me/turns/", "users/", "users/alice/", "games/records/"):
        assert anyone.get(f"/api/v1/{path}").status_code == 401
    for path in ("messages/", "notes/", "votes/", "orders/", "stream/", "invitations/"):
        assert anyone.get(f"/api/v1/games/{game.id}/{path}").status_code == 401
    for path in ("join/", "start/", "cancel/", "commands/"):
        assert anyone.post(f"/api/v1/games/{game.id}/{path}").status_code == 401
    assert anyone.post("/api/v1/games/", {"ruleset": "toy", "seats": 2}).status_code == 401


@pytest.mark.usefixtures("anonymous_reading")
def test_a_token_that_is_not_valid_is_not_ignored(alice: User, anyone: APIClient) -> None:
    anyone.credentials(HTTP_AUTHORIZATION="Bearer nonsense")
    assert anyone.get("/api/v1/games/").json()["code"] == "invalid_token"


@pytest.mark.usefixtures("anonymous_reading")
def test_they_have_a_rate_limit_of_their_own(
    alice: User, client_of: ClientOf, anyone: APIClient
) -> None:
    with at_rates(anonymous="2/hour"):
        replies = [anyone.get("/api/v1/games/") for _ in range(3)]
        assert [reply.status_code for reply in replies] == [200, 200, 429]
        assert replies[0]["RateLimit-Policy"].startswith('"anonymous";q=2')
        assert anyone.get("/api/v1/rulesets/").status_code == 200
        assert client_of(alice).get("/api/v1/games/").status_code == 200
