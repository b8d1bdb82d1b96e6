"""GET /api/v1/me/turns/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.services.resign import seat_resign
from tests.conftest import ClientOf
from tests.matches import lobby, match, play

pytestmark = pytest.mark.usefixtures("toy")
PATH = "/api/v1/me/turns/"


def turns(client: APIClient) -> list[dict[str, Any]]:
    response = client.get(PATH)
    assert response.status_code == 200
    found: list[dict[str, Any]] = response.json()["turns"]
    return found


def test_it_lists_where_i_have_to_decide_the_longest_waiting_first(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    first, second = (match(alice, bob, pace={"kind": "none"}) for _ in range(2))
    play(alice, first, "pass")  # alice goes on, and has now waited longer in the second
    lobby(alice, bob)
    found = turns(client_of(alice))
    assert [turn["game"] for turn in found] == [str(second.id), str(first.id)]
    since = found[1].pop("since")
    assert found[1] == {
        "game": str(first.id),
        "ruleset": "toy",
        "seat": 0,
        "decision": {"id": 2, "topic": "card"},
        "deadline": None,
        "paused": False,
        "frozen": False,
    }
    assert since > found[0]["since"]
    assert turns(client_of(bob)) == []


def test_a_turn_goes_to_the_next(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play(alice, match(alice, bob), "pass")
    play(alice, game)
    assert turns(client_of(alice)) == []
    assert [turn["seat"] for turn in turns(client_of(bob))] == [1]


def test_who_has_resigned_need_not_decide(alice: User, bob: User, client_of: ClientOf) -> None:
    game = match(alice, bob)
    seat_resign(user=alice, game_id=game.id)
    assert turns(client_of(alice)) == []


def test_it_is_304_until_a_turn_comes_or_goes(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    game, client = match(alice, bob), client_of(alice)
    etag = client.get(PATH).headers["ETag"]
    with django_assert_num_queries(2) as queries:  # token, turns
        assert client.get(PATH, headers={"If-None-Match": etag}).status_code == 304
    assert not any("gamestate" in query["sql"] for query in queries)
    play(alice, game, "boast")
    assert client.get(PATH, headers={"If-None-Match": etag}).status_code == 200


def test_it_needs_a_token(anyone: APIClient, db: None) -> None:
    assert anyone.get(PATH).status_code == 401
