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
from tests.engine.kernel.toy import Toy
from tests.toy_games import NOWHERE, Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")

KIND = "image/svg+xml"


def asked(player: Player, path: str = "board.svg", **headers: str) -> Any:
    return player.client.get(player.path + path, headers=headers)


def words(response: Any) -> list[str]:
    """What can be read in a picture."""
    assert (response.status_code, response["Content-Type"]) == (200, KIND), response.content
    root = ElementTree.fromstring(response.content)
    return [text.text or "" for text in root.iter(f"{{{SVG}}}text")]


def refused(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def test_each_sees_his_own_hand_and_a_spectator_none(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    for user in (alice, bob, charlie):
        player = Player(client_of(user), game.id)
        hand = player.view()["table"]["hand"]
        shown = words(asked(player))
        assert shown == ["toy (en)", "0: alice", "1: bob", f"to act: 0, hand: {hand}"]


def test_who_has_resigned_sees_what_a_spectator_sees(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=alice, game_id=game.id)
    assert words(asked(Player(client_of(alice), game.id)))[-1].endswith("hand: None")


def test_a_match_that_is_over_shows_its_result(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    shown = words(asked(Player(client_of(alice), game.id)))
    assert shown[-2:] == [
        "to act: None, hand: []",
        f"scores: {(game.result or {})['scores']}",
    ]


def test_it_speaks_the_language_that_is_asked_for(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    accepted = asked(player, **{"Accept-Language": "fr-CA"})
    named = asked(player, "board.svg?language=fr")
    for response in (accepted, named):
        assert words(response)[0] == "toy (fr)"
        assert response["Content-Language"] == "fr"
    assert refused(asked(player, "board.svg?language=french")) == (422, "invalid")


# --- the past ------------------------------------------------------------------------------------


def test_the_past_is_drawn_as_its_viewer_knew_it(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    people = [Player(client_of(user), game.id) for user in (alice, bob, charlie)]
    told = [[words(asked(player)) for player in people]]
    for _ in range(4):
        game = play((alice, bob)[game.to_act or 0], game)
        told.append([words(asked(player)) for player in people])
    for move, then in enumerate(told):
        assert [words(asked(one, f"history/{move}/board.svg")) for one in people] == then


def test_any_seat_can_be_looked_at_when_the_match_is_over(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(charlie), game.id)
    seat = "history/0/board.svg?seat=1"
    assert refused(asked(player, seat)) == (409, "game_not_finished")
    hand = Player(client_of(bob), game.id).view()["table"]["hand"]
    game = play_out(game, alice, bob)
    assert words(asked(player, seat))[-1] == f"to act: 0, hand: {hand}"
    last = words(asked(player, f"history/{game.move_count}/board.svg?seat=1"))
    assert last[-1] == f"scores: {(game.result or {})['scores']}"
    assert refused(asked(player, "history/0/board.svg?seat=7")) == (422, "invalid")
    assert refused(asked(player, "history/99/board.svg")) == (404, "move_not_found")


# --- how it is sent ------------------------------------------------------------------------------


def test_it_is_sent_again_only_when_something_has_changed(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    for path in ("board.svg", "history/0/board.svg"):
        first = asked(player, path)
        again = asked(player, path, **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
        assert first["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept-Language"} <= set(first["Vary"].split(", "))
    tag = asked(player)["ETag"]
    play(alice, game)
    assert asked(player, **{"If-None-Match": tag}).status_code == 200


def test_a_browser_is_told_to_run_and_fetch_nothing(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    response = asked(Player(client_of(alice), start_game(alice, bob).id))
    policy = {part.strip() for part in response["Content-Security-Policy"].split(";")}
    assert policy == {
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "frame-ancestors 'none'",
        "sandbox",
    }
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("accept", [KIND, "image/*", "image/avif,image/webp,*/*;q=0.8"])
def test_it_can_be_asked_for_by_its_type(
    accept: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    assert words(asked(player, Accept=accept))
    assert refused(asked(player, "history/99/board.svg", Accept=accept))[0] == 404
    assert refused(asked(player, Accept="application/json")) == (406, "not_acceptable")


def test_what_cannot_be_drawn_is_a_problem(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = Player(client_of(alice), lobby(alice, seats=2).id)
    assert refused(asked(waiting)) == (409, "game_not_started")
    assert refused(asked(waiting, "history/0/board.svg")) == (409, "game_not_started")
    called_off = lobby(alice, seats=2)
    game_cancel(user=alice, game_id=called_off.id)
    assert refused(asked(Player(waiting.client, called_off.id))) == (409, "game_not_started")
    assert refused(asked(Player(waiting.client, NOWHERE))) == (404, "game_not_found")
    player = Player(client_of(alice), start_game(alice, bob).id)
    monkeypatch.setattr(Toy, "picture", lambda *_: None)
    for path in ("board.svg", "history/0/board.svg"):
        assert refused(asked(player, path)) == (404, "picture_not_found")


def test_private_matches_are_drawn_for_their_players_only(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, visibility="private")
    for path in ("board.svg", "history/0/board.svg"):
        stranger = asked(Player(client_of(charlie), game.id), path)
        assert refused(stranger) == (404, "game_not_found")
        assert words(asked(Player(client_of(bob), game.id), path))


def test_it_asks_the_database_no_more_than_the_match_itself(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    player = Player(client_of(bob), start_game(alice, bob).id)
    tag = asked(player)["ETag"]
    with django_assert_num_queries(2):
        player.view()
    with django_assert_num_queries(2):  # token; game, state and seats
        words(asked(player))
    with django_assert_num_queries(2):  # token; game and own seat
        assert asked(player, **{"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        ("citadels", {"Citadels", "Vous seul voyez ceci"}),
        ("castle", {"Carcassonne: The Castle", "Sujets en réserve\N{NO-BREAK SPACE}: 6", "3,11"}),
    ],
)
def test_every_game_is_drawn(
    ruleset: str, told: set[str], alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, ruleset=ruleset, options={})
    player = Player(client_of(alice), game.id)
    now = asked(player, "board.svg?language=fr")
    assert told | {"alice", "bob"} <= set(words(now))
    assert asked(player, "history/0/board.svg?language=fr").content == now.content


def test_players_and_spectators_of_the_castle_see_one_picture(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, ruleset="castle", options={})
    people = [Player(client_of(user), game.id) for user in (alice, bob, charlie)]
    pictures = [asked(player).content for player in people]
    for _ in range(3):
        game = play((alice, bob)[game.to_act or 0], game)
    assert len(set(pictures)) == 1
    assert {asked(player, "history/0/board.svg").content for player in people} == set(pictures)
    assert len({asked(player).content for player in people} | set(pictures)) == 2
