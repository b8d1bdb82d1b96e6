"""GET /api/v1/games/{id}/board.svg and GET /api/v1/games/{id}/history/{move}/board.svg"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from accounts.models import User
from engine.drawing.svg import SVG
from games.lobby.services import game_cancel
from games.seats.resign import seat_resign
from tests.conftest import ClientOf
from tests.engine.kernel.toy import ToyPresentation
from tests.toy_games import NOWHERE, Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")

KIND = "image/svg+xml"


def fetch_board(player: Player, path: str = "board.svg", **headers: str) -> Any:
    return player.client.get(player.path + path, headers=headers)


def words(response: Any) -> list[str]:
    """Return the texts in a picture."""
    assert (response.status_code, response["Content-Type"]) == (200, KIND), response.content
    root = ElementTree.fromstring(response.content)
    return [text.text or "" for text in root.iter(f"{{{SVG}}}text")]


def problem_of(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def test_players_see_their_own_hand_and_spectators_none(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    for user in (alice, bob, charlie):
        player = Player(client_of(user), game.id)
        hand = player.view()["table"]["hand"]
        texts = words(fetch_board(player))
        assert texts == ["toy (en)", "0: alice", "1: bob", f"to act: 0, hand: {hand}"]


def test_a_player_who_resigned_sees_what_spectators_see(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=alice, game_id=game.id)
    assert words(fetch_board(Player(client_of(alice), game.id)))[-1].endswith("hand: None")


def test_a_finished_game_shows_its_result(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    texts = words(fetch_board(Player(client_of(alice), game.id)))
    assert texts[-2:] == [
        "to act: None, hand: []",
        f"scores: {(game.result or {})['scores']}",
    ]


def test_it_is_in_the_requested_language(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    accepted = fetch_board(player, **{"Accept-Language": "fr-CA"})
    named = fetch_board(player, "board.svg?language=fr")
    for response in (accepted, named):
        assert words(response)[0] == "toy (fr)"
        assert response["Content-Language"] == "fr"
    assert problem_of(fetch_board(player, "board.svg?language=french")) == (422, "invalid")


# --- the past ------------------------------------------------------------------------------------


def test_past_positions_are_drawn_as_the_viewer_knew_them(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    people = [Player(client_of(user), game.id) for user in (alice, bob, charlie)]
    pictures = [[words(fetch_board(player)) for player in people]]
    for _ in range(4):
        game = play((alice, bob)[game.to_act or 0], game)
        pictures.append([words(fetch_board(player)) for player in people])
    for move, expected in enumerate(pictures):
        assert [words(fetch_board(one, f"history/{move}/board.svg")) for one in people] == expected


def test_every_seat_can_be_viewed_after_the_game(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(charlie), game.id)
    seat = "history/0/board.svg?seat=1"
    assert problem_of(fetch_board(player, seat)) == (409, "game_not_finished")
    hand = Player(client_of(bob), game.id).view()["table"]["hand"]
    game = play_out(game, alice, bob)
    assert words(fetch_board(player, seat))[-1] == f"to act: 0, hand: {hand}"
    last = words(fetch_board(player, f"history/{game.move_count}/board.svg?seat=1"))
    assert last[-1] == f"scores: {(game.result or {})['scores']}"
    assert problem_of(fetch_board(player, "history/0/board.svg?seat=7")) == (422, "invalid")
    assert problem_of(fetch_board(player, "history/99/board.svg")) == (404, "move_not_found")


# --- how it is sent ------------------------------------------------------------------------------


def test_it_is_sent_again_only_when_something_has_changed(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    for path in ("board.svg", "history/0/board.svg"):
        first = fetch_board(player, path)
        again = fetch_board(player, path, **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
        assert first["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept-Language"} <= set(first["Vary"].split(", "))
    tag = fetch_board(player)["ETag"]
    play(alice, game)
    assert fetch_board(player, **{"If-None-Match": tag}).status_code == 200


def test_the_policy_forbids_scripts_and_requests(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    response = fetch_board(Player(client_of(alice), start_game(alice, bob).id))
    policy = {part.strip() for part in response["Content-Security-Policy"].split(";")}
    assert policy == {
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "frame-ancestors 'none'",
        "sandbox",
    }
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("accept", [KIND, "image/*", "image/avif,image/webp,*/*;q=0.8"])
def test_it_can_be_requested_by_media_type(
    accept: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    assert words(fetch_board(player, Accept=accept))
    assert problem_of(fetch_board(player, "history/99/board.svg", Accept=accept))[0] == 404
    assert problem_of(fetch_board(player, Accept="application/json")) == (406, "not_acceptable")


def test_a_missing_picture_is_a_problem(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = Player(client_of(alice), lobby(alice, seats=2).id)
    assert problem_of(fetch_board(waiting)) == (409, "game_not_started")
    assert problem_of(fetch_board(waiting, "history/0/board.svg")) == (409, "game_not_started")
    called_off = lobby(alice, seats=2)
    game_cancel(user=alice, game_id=called_off.id)
    assert problem_of(fetch_board(Player(waiting.client, called_off.id))) == (
        409,
        "game_not_started",
    )
    assert problem_of(fetch_board(Player(waiting.client, NOWHERE))) == (404, "game_not_found")
    player = Player(client_of(alice), start_game(alice, bob).id)
    monkeypatch.setattr(ToyPresentation, "picture", lambda *_: None)
    for path in ("board.svg", "history/0/board.svg"):
        assert problem_of(fetch_board(player, path)) == (404, "picture_not_found")


def test_private_games_are_drawn_only_for_their_players(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, visibility="private")
    for path in ("board.svg", "history/0/board.svg"):
        response = fetch_board(Player(client_of(charlie), game.id), path)
        assert problem_of(response) == (404, "game_not_found")
        assert words(fetch_board(Player(client_of(bob), game.id), path))


def test_it_needs_no_more_statements_than_the_game(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    player = Player(client_of(bob), start_game(alice, bob).id)
    tag = fetch_board(player)["ETag"]
    with django_assert_num_queries(2):
        player.view()
    with django_assert_num_queries(2):  # token; game, state and seats
        words(fetch_board(player))
    with django_assert_num_queries(2):  # token; game and own seat
        assert fetch_board(player, **{"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(
    ("ruleset", "texts"),
    [
        ("citadels", {"Citadels", "Vous seul voyez ceci"}),
        ("castle", {"Carcassonne: The Castle", "Sujets en réserve\N{NO-BREAK SPACE}: 6", "3,11"}),
    ],
)
def test_every_game_is_drawn(
    ruleset: str, texts: set[str], alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, ruleset=ruleset, options={})
    player = Player(client_of(alice), game.id)
    now = fetch_board(player, "board.svg?language=fr")
    assert texts | {"alice", "bob"} <= set(words(now))
    assert fetch_board(player, "history/0/board.svg?language=fr").content == now.content


def test_players_and_spectators_of_the_castle_see_one_picture(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, ruleset="castle", options={})
    people = [Player(client_of(user), game.id) for user in (alice, bob, charlie)]
    pictures = [fetch_board(player).content for player in people]
    for _ in range(3):
        game = play((alice, bob)[game.to_act or 0], game)
    assert len(set(pictures)) == 1
    assert {fetch_board(player, "history/0/board.svg").content for player in people} == set(
        pictures
    )
    assert len({fetch_board(player).content for player in people} | set(pictures)) == 2
