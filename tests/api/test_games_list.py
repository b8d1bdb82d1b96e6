"""GET /api/v1/games/ and GET /api/v1/me/games/"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.lobby.services import player_remove
from games.play import lists
from tests.conftest import ClientOf
from tests.games.lobby.lobbies import rate, set_reliability
from tests.toy_games import lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")


def ids(response: Any) -> list[str]:
    assert response.status_code == 200, response.content
    return [game["id"] for game in response.json()["results"]]


def test_it_lists_public_games_newest_first(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    first = lobby(alice, seats=2)
    second = start_game(alice, bob)
    lobby(alice, seats=2, visibility="private")
    lobby(alice, seats=2, visibility="unlisted")
    assert ids(client_of(charlie).get("/api/v1/games/")) == [str(second.id), str(first.id)]


def test_it_filters_by_status_and_game(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    open_game, running = lobby(alice, seats=2), start_game(alice, bob)
    client = client_of(charlie)
    assert ids(client.get("/api/v1/games/?status=lobby")) == [str(open_game.id)]
    assert ids(client.get("/api/v1/games/?status=active&ruleset=toy")) == [str(running.id)]
    assert ids(client.get("/api/v1/games/?ruleset=citadels")) == []
    wrong = client.get("/api/v1/games/?status=paused")
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/status")


def test_it_shows_seats_and_no_table(alice: User, bob: User, client_of: ClientOf) -> None:
    start_game(alice, bob)
    (game,) = client_of(bob).get("/api/v1/games/").json()["results"]
    assert [seat["user"]["username"] for seat in game["seats"]] == ["alice", "bob"]
    assert game["your_seat"] == 1
    assert "table" not in game


def test_it_gives_pages(alice: User, charlie: User, client_of: ClientOf) -> None:
    games = [str(lobby(alice, seats=2).id) for _ in range(5)]
    client, path, find_titles = client_of(charlie), "/api/v1/games/?limit=2", []
    while path:
        response = client.get(path)
        find_titles += ids(response)
        path = response.json()["next"]
    assert find_titles == games[::-1]


def test_it_needs_a_fixed_number_of_statements(
    alice: User, bob: User, charlie: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    client = client_of(charlie)
    client.get("/api/v1/games/")
    for _ in range(4):
        start_game(alice, bob)
    with django_assert_num_queries(3):  # token, page, games with hosts and seats
        ids(client.get("/api/v1/games/"))


def test_my_games_are_those_that_i_play_or_created(
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


@pytest.mark.parametrize("query", ["search=club", "rated=true", "bots=false", "turn_min=0"])
def test_a_filter_without_an_index_searches_the_newest_games(
    query: str, alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = {"kind": "per_decision", "allowance": 86400}
    titles = ["club 4", "club 3", "club 2", "club 1"]
    for number, title in enumerate(reversed(titles)):
        lobby((alice, bob)[number % 2], seats=2, title=title, pace=day)
    assert find_titles(bob, client_of, query) == titles
    monkeypatch.setattr(lists, "SEARCHED", 2)
    assert find_titles(bob, client_of, "status=lobby") == titles
    assert find_titles(bob, client_of, query) == titles[:2]
    assert find_titles(bob, client_of, f"{query}&created_by=bob") == ["club 4", "club 2"]
    assert find_titles(bob, client_of, f"{query}&ruleset=citadels") == []


def test_each_filter_has_an_index_or_limits_the_search() -> None:
    limiting = {*lists.WITHOUT_INDEX, *lists.WITHOUT_INDEX_OR_NONE}
    assert lists.Filters.__annotations__.keys() - limiting == {"status", "ruleset", "created_by"}


def test_games_that_fit_are_searched_among_lobbies(
    alice: User, bob: User, charlie: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby(alice, seats=2, title="open")
    monkeypatch.setattr(lists, "SEARCHED", 1)
    start_game(alice, charlie)
    assert find_titles(bob, client_of, "fits_me=true") == ["open"]


# --- finding one -------------------------------------------------------------------------------


def find_titles(user: User, client_of: ClientOf, query: str) -> list[str]:
    """Return the titles of the games that a query finds, in order."""
    response = client_of(user).get(f"/api/v1/games/?{query}")
    assert response.status_code == 200, response.content
    return [game["title"] for game in response.json()["results"]]


def test_it_filters_by_settings(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    def create_with_pace(title: str, pace: dict[str, Any]) -> None:
        lobby(alice, seats=4, title=title, pace=pace)

    hour, day = 3600, 86400
    create_with_pace("quick", {"kind": "per_decision", "allowance": hour})
    create_with_pace("slow", {"kind": "reserve", "allowance": day, "bank": day})
    create_with_pace(
        "chess", {"kind": "fischer", "initial": day, "increment": hour * 8, "cap": day * 2}
    )
    create_with_pace("endless", {"kind": "none"})
    lobby(bob, charlie, seats=4, title="bots", bots=["easy"], rated=False)
    queries = {
        "pace=none": ["endless"],
        f"turn_min={hour * 8}&turn_max={day}": ["chess", "slow"],
        f"turn_max={hour}": ["quick"],
        "free_seats=3": ["endless", "chess", "slow", "quick"],
        "bots=true": ["bots"],
        "bots=false&pace=fischer": ["chess"],
        "rated=false": ["bots"],
        "rated=true&pace=reserve": ["slow"],
        "created_by=BOB": ["bots"],
        "created_by=charlie": [],
        "search=LES": ["endless"],
        "search=bo": ["bots"],
        "search=ali&free_seats=1&pace=none": ["endless"],
        "search=%25": [],
    }
    for query, titles in queries.items():
        assert find_titles(charlie, client_of, query) == titles, query


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("free_seats=many", "/free_seats"),
        ("sort=best", "/sort"),
        ("pace=sand", "/pace"),
        ("turn_min=-1", "/turn_min"),
        ("turn_max=99999999999999999999", "/turn_max"),
        ("rated=perhaps", "/rated"),
        ("search=%00", "/search"),
        ("limit=two", "/limit"),
        ("limit=101", "/limit"),
    ],
)
def test_a_filter_that_means_nothing_is_refused(
    query: str, pointer: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/games/?{query}")
    assert response.status_code == 422
    assert [error["pointer"] for error in response.json()["errors"]] == [pointer]


def test_it_finds_games_that_admit_me(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    lobby(alice, seats=3, title="all")
    lobby(alice, seats=3, title="strong", min_rating=1600)
    lobby(alice, seats=3, title="weak", max_rating=1500)
    lobby(alice, seats=3, title="firm", min_reliability=90)
    removed = lobby(alice, bob, seats=3, title="removed")
    player_remove(user=alice, game_id=removed.id, seat=1)
    start_game(alice, charlie, title="running")
    assert find_titles(bob, client_of, "fits_me=true") == ["firm", "weak", "all"]
    rate(bob, 1600)
    set_reliability(bob, finished=8, timed_out=2)
    assert find_titles(bob, client_of, "fits_me=true") == ["strong", "all"]
    assert len(find_titles(bob, client_of, "fits_me=false")) == 6


def test_it_sorts_by_how_full_and_how_soon(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    now = timezone.now()
    lobby(alice, seats=5, title="empty", starts_at=now + timedelta(hours=3))
    lobby(alice, bob, charlie, seats=4, title="nearly")
    lobby(alice, bob, seats=4, title="half", starts_at=now + timedelta(hours=1))
    lobby(bob, seats=3, title="new")
    assert find_titles(bob, client_of, "sort=fullest&free_seats=1") == [
        "nearly",
        "new",
        "half",
        "empty",
    ]
    assert find_titles(bob, client_of, "sort=soonest") == ["half", "empty"]
    assert find_titles(bob, client_of, "sort=newest")[:2] == ["new", "half"]


@pytest.mark.parametrize("sort", ["newest", "fullest", "soonest"])
def test_pages_lead_on_and_back_whatever_comes_meanwhile(
    sort: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    at = timezone.now() + timedelta(hours=1)
    for number in range(7):  # three equally full games, created at the same time
        lobby(alice, seats=3 + number % 3, title=str(number), starts_at=at)
    client = client_of(bob)
    whole = [g["title"] for g in client.get(f"/api/v1/games/?sort={sort}").json()["results"]]
    assert sorted(whole) == [str(number) for number in range(7)]
    pages = []
    path = f"/api/v1/games/?sort={sort}&limit=3"
    while path:
        page = client.get(path).json()
        pages.append(page)
        path = page["next"]
        if len(pages) == 1:  # one more at each end of the list
            for seats in (2, 5):
                lobby(bob, seats=seats, title=f"late {seats}", starts_at=at)
    titles = [game["title"] for page in pages for game in page["results"]]
    assert [title for title in titles if "late" not in title] == whole
    back = client.get(pages[2]["previous"]).json()
    assert back["results"] == pages[1]["results"]
    first = client.get(back["previous"]).json()
    early = [game["title"] for game in first["results"] if "late" not in game["title"]]
    assert early == whole[3 - len(early) : 3]
    assert len(first["results"]) == 3
    assert pages[0]["previous"] is None


def test_ids_list_these_games_as_far_as_they_are_visible(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    public, other = lobby(alice, seats=2), lobby(alice, seats=2)
    unlisted = lobby(alice, seats=2, visibility="unlisted")
    private = start_game(alice, bob, visibility="private")
    unknown = "00000000-0000-0000-0000-000000000000"
    query = f"?ids={private.id},{unlisted.id},{public.id},{unknown}"
    seen = [str(unlisted.id), str(public.id)]
    assert ids(client_of(charlie).get(f"/api/v1/games/{query}")) == seen
    assert ids(client_of(bob).get(f"/api/v1/games/{query}")) == [str(private.id), *seen]
    assert str(other.id) in ids(client_of(charlie).get("/api/v1/games/?ids="))
    assert ids(client_of(charlie).get(f"/api/v1/games/{query}&status=active")) == []


@pytest.mark.parametrize("text", ["one", ",", "00000000-0000-0000-0000-000000000000,"])
def test_ids_that_are_no_ids_are_refused(text: str, alice: User, client_of: ClientOf) -> None:
    response = client_of(alice).get(f"/api/v1/games/?ids={text}")
    assert response.status_code == 422
    assert {error["pointer"] for error in response.json()["errors"]} == {"/ids"}


def test_at_most_fifty_ids_are_accepted(alice: User, client_of: ClientOf) -> None:
    text = ",".join(["00000000-0000-0000-0000-000000000000"] * 50)
    assert client_of(alice).get(f"/api/v1/games/?ids={text}").status_code == 200
    assert client_of(alice).get(f"/api/v1/games/?ids={text[:36]},{text}").status_code == 422
