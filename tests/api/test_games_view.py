"""GET /api/v1/games/{id}/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.lobby.services import game_join
from games.seats.resign import seat_resign
from tests.conftest import ClientOf
from tests.toy_games import NOWHERE, Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def test_the_deciding_player_sees_the_options(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    decision = Player(client_of(alice), game.id).view()["decision"]
    assert (decision["id"], decision["seat"], decision["topic"]) == (1, 0, "boast")
    assert decision["options"] == [
        {
            "choice": "boast",
            "verb": "boast",
            "label": "boast (en)",
            "marks": ["board-choice-boast"],
        },
        {
            "choice": "pass",
            "verb": "pass",
            "label": "pass (en)",
            "marks": ["board-choice-pass"],
        },
    ]
    assert (decision["question"], decision["about"]) == ("boast? (en)", {})


def test_others_see_the_deciding_seat_without_options(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    for user, seat in ((bob, 1), (charlie, None)):
        view = Player(client_of(user), game.id).view()
        assert view["your_seat"] == seat
        assert view["decision"] == {
            "id": 1,
            "seat": 0,
            "topic": "boast",
            "since": view["decision"]["since"],
            "deadline": view["clock"]["deadline"],
        }


def test_players_see_their_own_hand_and_spectators_none(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    tables = [Player(client_of(user), game.id).view()["table"] for user in (alice, bob, charlie)]
    assert [len(table["hand"] or []) for table in tables] == [2, 2, 0]
    assert tables[0]["hand"] != tables[1]["hand"]


def test_help_explains_what_the_viewer_sees(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    charm = {"charm": {"title": "charm (en)", "text": "counters once (en)"}}
    for user in (alice, bob, charlie):
        player = Player(client_of(user), game.id)
        expected = charm if player.view()["table"]["charm"] else {}
        assert player.view()["help"] == expected
        past = player.client.get(f"{player.path}history/0/").json()
        assert past["help"] == expected
        french = player.client.get(f"{player.path}?language=fr").json()["help"]
        assert french.keys() == expected.keys()
        assert all(entry["title"] == "charm (fr)" for entry in french.values())
    waiting = Player(client_of(alice), lobby(alice, seats=2).id).view()
    assert (waiting["table"], waiting["help"]) == (None, None)


def test_a_finished_game_has_its_result(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    view = Player(client_of(alice), game.id).view()
    assert (view["status"], view["decision"]) == ("finished", None)
    assert set(view["result"]) == {"placements", "scores", "breakdown", "lost", "ended_by"}
    assert view["finished_at"] is not None


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_private_games_are_seen_only_by_their_players(
    visibility: str, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, visibility=visibility)
    player = Player(client_of(charlie), game.id)
    for path in ("", "events/", "export/"):
        response = player.client.get(player.path + path)
        hidden = (response.status_code, response.json().get("code")) == (404, "game_not_found")
        assert hidden == (visibility == "private"), path
    assert Player(client_of(bob), game.id).view()["visibility"] == visibility


def test_the_host_of_a_private_game_sees_it_without_a_seat(
    alice: User, client_of: ClientOf
) -> None:
    bots = ["easy", "easy"]
    game = start_game(alice, seats=2, join=False, bots=bots, visibility="private")
    assert Player(client_of(alice), game.id).view()["table"]["hand"] is None


# --- asking again ------------------------------------------------------------------------------


def fetch_again(player: Player, etag: str) -> Any:
    return player.client.get(player.path, headers={"If-None-Match": etag})


def test_it_is_304_until_something_can_be_seen(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = lobby(alice, seats=2)
    player = Player(client_of(charlie), game.id)

    def etag() -> str:
        response = player.client.get(player.path)
        assert response.headers["Cache-Control"] == "private, no-cache"
        return str(response.headers["ETag"])

    first = etag()
    same = fetch_again(player, first)
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", first)
    assert fetch_again(player, f'"other", {first}').status_code == 304
    game_join(user=bob, game_id=game.id)
    second = etag()
    assert fetch_again(player, first).status_code == 200
    assert fetch_again(player, second).status_code == 304
    Player(client_of(alice), game.id).post("start")
    third = etag()
    play(alice, game, "boast")
    fourth = etag()
    seat_resign(user=bob, game_id=game.id)
    assert len({first, second, third, fourth, etag()}) == 5


def test_etags_differ_between_viewers(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    etags = set()
    for user in (alice, bob, charlie):
        player = Player(client_of(user), game.id)
        etags.add(player.client.get(player.path).headers["ETag"])
    assert len(etags) == 3


def test_a_304_does_not_reveal_private_games(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, visibility="private")
    player = Player(client_of(charlie), game.id)
    assert fetch_again(player, "*").status_code == 404


def test_a_304_reads_no_state(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    etag = player.client.get(player.path).headers["ETag"]
    with django_assert_num_queries(2) as queries:  # token; game with own seat
        assert fetch_again(player, etag).status_code == 304
    assert not any("gamestate" in query["sql"] for query in queries)


def test_an_unknown_game_is_not_found(alice: User, client_of: ClientOf) -> None:
    for path in (f"/api/v1/games/{NOWHERE}/", "/api/v1/games/17/"):
        response = client_of(alice).get(path)
        assert response.status_code == 404
        assert response.headers["Content-Type"] == "application/problem+json"


def test_it_needs_a_token(alice: User, bob: User, anyone: APIClient) -> None:
    assert anyone.get(f"/api/v1/games/{start_game(alice, bob).id}/").status_code == 401
