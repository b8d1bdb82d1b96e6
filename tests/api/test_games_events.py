"""GET /api/v1/games/{id}/events/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.seats.resign import seat_resign
from tablekernel import registry
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def history(player: Player, query: str = "") -> dict[str, Any]:
    response = player.client.get(f"{player.path}events/{query}")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def test_viewers_read_only_what_they_may_know(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    alices, bobs, charlies = (
        history(Player(client_of(user), game.id)) for user in (alice, bob, charlie)
    )
    assert [event["seq"] for event in charlies["events"]] == [1, 2]
    assert ["cards" in event for event in alices["events"]] == [True, False]
    assert ["cards" in event for event in bobs["events"]] == [False, True]
    assert charlies["events"][0]["text"] == "alice dealt (en)"
    assert charlies["events"][0]["move"] == 0


def test_it_continues_after_the_last_event(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player = Player(client_of(alice), game.id)
    everything = history(player)["events"]
    assert len(everything) == game.event_count
    for limit in (1, 2, 5):
        read: list[Any] = []
        last = 0
        while True:
            body = history(player, f"?after={last}&limit={limit}")
            assert len(body["events"]) <= limit
            last = body["last_seq"]
            if not body["events"]:
                break
            read += body["events"]
        assert read == everything
        assert last == game.event_count


def test_it_returns_only_new_events(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(bob), game.id)
    last = history(player)["last_seq"]
    nothing = {"first_seq": last + 1, "last_seq": last, "more": False, "events": []}
    assert history(player, f"?after={last}") == nothing
    play(alice, game, "boast")
    body = history(player, f"?after={last}")
    assert [event["kind"] for event in body["events"]] == ["boasted"]
    assert body["last_seq"] == last + 1


def test_texts_are_in_the_requested_language(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    assert history(player, "?language=fr")["events"][0]["text"] == "alice dealt (fr)"


def test_a_lobby_has_no_events(alice: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), lobby(alice, seats=2).id)
    assert history(player) == {"first_seq": 1, "last_seq": 0, "more": False, "events": []}


@pytest.mark.parametrize(
    "query",
    [
        "?after=-1",
        "?after=x",
        "?limit=0",
        "?limit=501",
        "?language=x",
        "?before=0",
        "?kinds=A,b",
        "?kinds=a,",
    ],
)
def test_errors_point_at_the_wrong_fields(
    query: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/games/{start_game(alice, bob).id}/events/{query}")
    assert (response.status_code, response.json()["code"]) == (422, "invalid")


def test_requests_fail_alike_when_the_ruleset_is_gone(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    monkeypatch.delitem(registry.RULESETS, "toy")
    events = player.client.get(f"{player.path}events/")
    for response in (player.client.get(player.path), events, player.post("resign")):
        assert (response.status_code, response.json()["code"]) == (503, "rules_unavailable")


def test_it_loads_no_state(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    history(player)
    # token; game, own seat; game again, moves, platform events
    with django_assert_num_queries(6) as queries:
        history(player)
    assert not any("gamestate" in query["sql"] for query in queries)


# --- backwards, and in part --------------------------------------------------------------------


def test_it_reads_backwards_page_by_page(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player = Player(client_of(alice), game.id)
    everything = history(player)["events"]
    for limit in (1, 3, 100):
        read: list[Any] = []
        first = game.event_count + 1
        while True:
            body = history(player, f"?before={first}&limit={limit}")
            first = body["first_seq"]
            if not body["events"]:
                break
            assert len(body["events"]) <= limit
            read = body["events"] + read
        assert read == everything
        assert first == 1


def test_a_stretch_between_two_numbers(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    body = history(Player(client_of(alice), game.id), "?after=3&before=7")
    assert [event["seq"] for event in body["events"]] == [4, 5, 6]


def test_it_leaves_out_other_kinds(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player = Player(client_of(alice), game.id)
    expected = [e for e in history(player)["events"] if e["kind"] in ("won", "paid")]
    assert len(expected) >= 4
    assert history(player, "?kinds=won,paid")["events"] == expected
    assert history(player, "?kinds=won,paid&limit=2")["events"] == expected[:2]
    last = expected[-1]["seq"]
    before = history(player, f"?kinds=won,paid&limit=1&before={last}")
    assert before["events"] == expected[-2:-1]
    assert history(player, "?kinds=unheard_of")["events"] == []


def test_kinds_of_the_platform_can_be_requested(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    seat_resign(user=bob, game_id=game.id)
    (lost,) = history(Player(client_of(alice), game.id), "?kinds=seat_lost")["events"]
    assert (lost["kind"], lost["seat"]) == ("seat_lost", 1)


def test_it_is_304_until_something_happens(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    path = f"{player.path}events/?after=2"
    etag = player.client.get(path).headers["ETag"]
    assert player.client.get(path, headers={"If-None-Match": etag}).status_code == 304
    play(alice, game, "boast")
    assert player.client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_it_needs_a_token(alice: User, bob: User, anyone: APIClient) -> None:
    assert anyone.get(f"/api/v1/games/{start_game(alice, bob).id}/events/").status_code == 401


def test_more_is_true_while_there_is_a_further_page(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    assert [len(history(player)["events"]), history(player)["more"]] == [2, False]
    pages = [history(player, f"?{query}&limit=1") for query in ("after=0", "after=1", "before=3")]
    assert [page["events"][0]["seq"] for page in pages] == [1, 2, 2]
    assert [page["more"] for page in pages] == [True, False, True]
    assert not history(player, "?before=2&limit=1")["more"]
