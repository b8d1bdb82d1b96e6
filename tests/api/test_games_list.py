"""GET /api/v1/games/ and GET /api/v1/me/games/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.conftest import ClientOf
from tests.matches import lobby, match

pytestmark = pytest.mark.usefixtures("toy")


def ids(response: Any) -> list[str]:
    assert response.status_code == 200, response.content
    return [game["id"] for game in response.json()["results"]]


def test_it_lists_public_matches_newest_first(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    first = lobby(alice, seats=2)
    second = match(alice, bob)
    lobby(alice, seats=2, visibility="private")
    lobby(alice, seats=2, visibility="unlisted")
    assert ids(client_of(charlie).get("/api/v1/games/")) == [str(second.id), str(first.id)]


def test_it_filters_by_status_and_game(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    open_game, running = lobby(alice, seats=2), match(alice, bob)
    client = client_of(charlie)
    assert ids(client.get("/api/v1/games/?status=lobby")) == [str(open_game.id)]
    assert ids(client.get("/api/v1/games/?status=active&ruleset=toy")) == [str(running.id)]
    assert ids(client.get("/api/v1/games/?ruleset=citadels")) == []
    wrong = client.get("/api/v1/games/?status=paused")
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/status")


def test_it_shows_who_sits_where_and_no_table(alice: User, bob: User, client_of: ClientOf) -> None:
    match(alice, bob)
    (game,) = client_of(bob).get("/api/v1/games/").json()["results"]
    assert [seat["user"]["username"] for seat in game["seats"]] == ["alice", "bob"]
    assert game["your_seat"] == 1
    assert "table" not in game


def test_it_gives_pages(alice: User, charlie: User, client_of: ClientOf) -> None:
    games = [str(lobby(alice, seats=2).id) for _ in range(5)]
    client, path, found = client_of(charlie), "/api/v1/games/?limit=2", []
    while path:
        response = client.get(path)
        found += ids(response)
        path = response.json()["next"]
    assert found == games[::-1]


def test_it_asks_the_database_a_fixed_number_of_questions(
    alice: User, bob: User, charlie: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    client = client_of(charlie)
    client.get("/api/v1/games/")
    for _ in range(4):
        match(alice, bob)
    with django_assert_num_queries(4):  # token, page, matches with their hosts, seats with users
        ids(client.get("/api/v1/games/"))


def test_my_matches_are_those_i_sit_in_or_created(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    mine = lobby(bob, alice, visibility="private")
    watched = lobby(alice, seats=2, join=False, visibility="unlisted")
    lobby(bob, charlie)
    assert ids(client_of(alice).get("/api/v1/me/games/")) == [str(watched.id), str(mine.id)]
    assert ids(client_of(alice).get("/api/v1/me/games/?status=active")) == []


@pytest.mark.parametrize("path", ["/api/v1/games/", "/api/v1/me/games/"])
def test_it_needs_a_token(path: str, anyone: APIClient, db: None) -> None:
    assert anyone.get(path).status_code == 401
