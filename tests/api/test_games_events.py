"""GET /api/v1/games/{id}/events/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from engine import registry
from tests.conftest import ClientOf
from tests.matches import Player, lobby, match, play, play_out

pytestmark = pytest.mark.usefixtures("toy")


def history(player: Player, query: str = "") -> dict[str, Any]:
    response = player.client.get(f"{player.path}events/{query}")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def test_each_reads_the_history_as_he_may_know_it(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = match(alice, bob)
    alices, bobs, charlies = (
        history(Player(client_of(user), game.id)) for user in (alice, bob, charlie)
    )
    assert [event["seq"] for event in charlies["events"]] == [1, 2]
    assert ["cards" in event for event in alices["events"]] == [True, False]
    assert ["cards" in event for event in bobs["events"]] == [False, True]
    assert charlies["events"][0]["text"] == "alice dealt (en)"
    assert charlies["events"][0]["move"] == 0


def test_it_goes_on_after_what_was_read(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(match(alice, bob), alice, bob)
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


def test_it_tells_what_is_new_and_no_more(alice: User, bob: User, client_of: ClientOf) -> None:
    game = match(alice, bob)
    player = Player(client_of(bob), game.id)
    last = history(player)["last_seq"]
    assert history(player, f"?after={last}") == {"last_seq": last, "events": []}
    play(alice, game, "boast")
    body = history(player, f"?after={last}")
    assert [event["kind"] for event in body["events"]] == ["boasted"]
    assert body["last_seq"] == last + 1


def test_it_says_events_in_the_language_asked_for(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), match(alice, bob).id)
    assert history(player, "?language=fr")["events"][0]["text"] == "alice dealt (fr)"


def test_a_lobby_has_no_history(alice: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), lobby(alice, seats=2).id)
    assert history(player) == {"last_seq": 0, "events": []}


@pytest.mark.parametrize(
    "query", ["?after=-1", "?after=x", "?limit=0", "?limit=501", "?language=x"]
)
def test_it_points_at_what_is_wrong(
    query: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/games/{match(alice, bob).id}/events/{query}")
    assert (response.status_code, response.json()["code"]) == (422, "invalid")


def test_view_history_and_resigning_say_the_same_when_the_game_is_gone(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(client_of(alice), match(alice, bob).id)
    monkeypatch.delitem(registry.RULESETS, "toy")
    events = player.client.get(f"{player.path}events/")
    for response in (player.client.get(player.path), events, player.post("resign")):
        assert (response.status_code, response.json()["code"]) == (503, "rules_unavailable")


def test_it_loads_no_state(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    player = Player(client_of(alice), match(alice, bob).id)
    history(player)
    with django_assert_num_queries(5) as queries:  # token, match, own seat, moves, notices
        history(player)
    assert not any("gamestate" in query["sql"] for query in queries)


def test_it_needs_a_token(alice: User, bob: User, anyone: APIClient) -> None:
    assert anyone.get(f"/api/v1/games/{match(alice, bob).id}/events/").status_code == 401
