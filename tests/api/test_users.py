"""GET /api/v1/users/... and GET /api/v1/rulesets/{slug}/leaderboard/"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import PlayerStatistics, Rating
from games.ratings.model import SETTLED_BELOW, Skill, settled_until
from tests.conftest import ClientOf, user_named
from tests.toy_games import counted, lobby, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def fetch(client: APIClient, path: str) -> dict[str, Any]:
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def names(body: dict[str, Any]) -> list[str]:
    return [user["username"] for user in body["results"]]


def create_rating(
    user: User, shown: int, sigma: float = 2, ruleset: str = "toy", days_ago: int = 0
) -> None:
    skill, played_at = Skill(25, sigma), timezone.now() - timedelta(days=days_ago)
    Rating.objects.create(
        user=user,
        ruleset=ruleset,
        mu=25,
        sigma=sigma,
        shown=shown,
        rated_games=20,
        played_at=played_at,
        settled_until=settled_until(skill, played_at),
    )


# --- profiles ----------------------------------------------------------------------------------


def test_a_profile_tells_how_somebody_plays(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = counted(play_out(start_game(alice, bob), alice, bob))
    body = fetch(client_of(charlie), "users/ALICE/")
    assert (body["username"], body["id"]) == ("alice", str(alice.id))
    assert body["since"] == alice.date_joined.date().isoformat()
    (rating,) = body["ratings"]
    assert (rating["ruleset"], rating["rated_games"], rating["provisional"]) == ("toy", 1, True)
    assert (body["record"]["finished"], body["record"]["reliability"]) == (1, None)
    assert body["record"]["median_response"] == 1
    assert [game["id"] for game in body["recent_games"]] == [str(game.id)]


def test_a_user_who_never_played_has_a_profile(alice: User, client_of: ClientOf) -> None:
    body = fetch(client_of(alice), "users/alice/")
    assert (body["ratings"], body["recent_games"]) == ([], [])
    assert body["record"]["turns"] == 0
    assert body["record"]["median_response"] is None


def test_a_profile_tells_nothing_private(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    hidden = [start_game(alice, bob, visibility=v) for v in ("private", "unlisted")]
    for path in ("users/alice/", "users/alice/games/"):
        body = fetch(client_of(charlie), path)
        text = str(body)
        assert all(str(game.id) not in text for game in hidden)
        assert "example.org" not in text
    together = fetch(client_of(bob), "users/alice/games/")["results"]
    assert {game["id"] for game in together} == {str(game.id) for game in hidden}


def test_the_games_of_a_user_can_be_filtered(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    running, waiting = start_game(alice, bob), lobby(alice, seats=2)
    start_game(bob, charlie)
    client = client_of(charlie)
    assert [g["id"] for g in fetch(client, "users/alice/games/")["results"]] == [
        str(waiting.id),
        str(running.id),
    ]
    active = fetch(client, "users/alice/games/?status=active")["results"]
    assert [g["id"] for g in active] == [str(running.id)]


@pytest.mark.parametrize("name", ["nobody", "a b", "%00", "-", "a" * 200])
def test_an_unknown_name_is_not_found(name: str, alice: User, client_of: ClientOf) -> None:
    for path in (f"users/{name}/", f"users/{name}/games/"):
        response = client_of(alice).get(f"/api/v1/{path}")
        assert (response.status_code, response.json()["code"]) == (404, "user_not_found")


def test_a_deleted_user_has_no_profile(alice: User, bob: User, client_of: ClientOf) -> None:
    create_rating(bob, 1500)
    User.objects.filter(id=bob.id).update(is_active=False)
    client = client_of(alice)
    assert client.get("/api/v1/users/bob/").status_code == 404
    assert names(fetch(client, "users/?search=bob")) == []
    assert fetch(client, "rulesets/toy/leaderboard/")["results"] == []


# --- finding people ----------------------------------------------------------------------------


def test_people_are_found_by_how_their_names_begin(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    user_named("Alina")
    user_named("al_x")
    client = client_of(bob)
    assert sorted(names(fetch(client, "users/?search=ALI"))) == ["Alina", "alice"]
    assert names(fetch(client, "users/?search=al_")) == ["al_x"]
    assert names(fetch(client, "users/?search=%25")) == []
    assert len(names(fetch(client, "users/"))) == 4


def test_they_come_in_pages(alice: User, client_of: ClientOf) -> None:
    everybody = {user_named(f"player{n}").username for n in range(7)}
    client, path, found = client_of(alice), "/api/v1/users/?search=player&limit=3", []
    while path:
        body = client.get(path).json()
        found += names(body)
        path = body["next"]
    assert len(found) == 7
    assert set(found) == everybody


# --- leaderboards ------------------------------------------------------------------------------


def test_the_best_come_first_and_equals_share_a_rank(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    for user, shown in ((alice, 1500), (bob, 1700), (charlie, 1500)):
        create_rating(user, shown)
    create_rating(user_named("dora"), 1400)
    create_rating(user_named("newcomer"), 1900, sigma=SETTLED_BELOW)
    create_rating(user_named("away"), 1900, days_ago=91)
    create_rating(user_named("elsewhere"), 1900, ruleset="citadels")
    rows = fetch(client_of(alice), "rulesets/toy/leaderboard/")["results"]
    assert [(row["rank"], row["user"]["username"], row["rating"]) for row in rows] == [
        (1, "bob", 1700),
        (2, "alice", 1500),
        (2, "charlie", 1500),
        (4, "dora", 1400),
    ]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_ranks_go_on_from_page_to_page(limit: int, alice: User, client_of: ClientOf) -> None:
    for n, shown in enumerate((1600, 1500, 1500, 1500, 1400, 1400, 1300)):
        create_rating(user_named(f"player{n}"), shown)
    client, path, rows = client_of(alice), f"rulesets/toy/leaderboard/?limit={limit}", []
    while path:
        body = fetch(client, path)
        rows += body["results"]
        path = (body["next"] or "").partition("/api/v1/")[2]
    assert [row["rank"] for row in rows] == [1, 2, 2, 2, 5, 5, 7]
    assert len({row["user"]["username"] for row in rows}) == 7


def test_there_is_no_leaderboard_of_a_game_that_is_not_there(
    alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get("/api/v1/rulesets/chess/leaderboard/")
    assert (response.status_code, response.json()["code"]) == (404, "ruleset_not_found")


@pytest.mark.parametrize("path", ["rulesets/toy/leaderboard/", "users/"])
@pytest.mark.parametrize("cursor", ["cD14", "x", "cD0lMDA="])  # p=x, nothing, p=%00
def test_a_cursor_of_ones_own_making_is_refused(
    path: str, cursor: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/{path}?cursor={cursor}")
    assert (response.status_code, response.json()["code"]) == (422, "invalid")


# --- what it costs -----------------------------------------------------------------------------


def test_they_need_few_statements(
    alice: User, bob: User, client_of: ClientOf, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        counted(play_out(start_game(alice, bob), alice, bob))
    PlayerStatistics.objects.update(recent="f" * 20)
    Rating.objects.update(settled_until=timezone.now() + timedelta(days=1))
    client = client_of(alice)
    for path in (
        "users/bob/",
        "users/bob/games/",
        "users/?search=b",
        "rulesets/toy/leaderboard/",
    ):
        # two of them are the savepoint of the token's last use
        with django_assert_max_num_queries(10):
            fetch(client, path)


def test_they_need_a_token(anyone: APIClient, db: None) -> None:
    for path in ("users/", "users/bob/", "users/bob/games/", "rulesets/citadels/leaderboard/"):
        assert anyone.get(f"/api/v1/{path}").status_code == 401
