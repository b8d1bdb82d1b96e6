"""GET /api/v1/games/{id}/reveal/ and /verify/"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from accounts.models import User
from games import tasks
from games.history import reveal
from games.models import Game, Move
from games.rules import replays
from games.seats.resign import seat_resign
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    reveal.verdict_on.cache_clear()
    reveal.rounds_of.cache_clear()


def fetch(player: Player, what: str) -> dict[str, Any]:
    response = player.client.get(f"{player.path}{what}")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


@pytest.fixture
def citadels(alice: User, client_of: ClientOf) -> Player:
    """Return a player in a finished game of Citadels that bots played."""
    client = client_of(alice)
    bots = [{"level": "easy"}] * 4
    body = {"ruleset": "citadels", "seats": 4, "bots": bots, "join": False}
    player = Player(client, client.post("/api/v1/games/", body).json()["id"])
    player.post("start")
    while player.view()["status"] != "finished":
        tasks.bots_play(player.path.split("/")[-2])
    return player


def test_everything_is_revealed_after_the_game(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    body = fetch(Player(client_of(charlie), game.id), "reveal/")
    promised = sha256(bytes.fromhex(body["seed"]) + bytes.fromhex(body["nonce"])).hexdigest()
    assert body["commitment"] == promised == game.commitment
    assert body["hidden"]["hands"] == [[], []]
    assert body["result"] == game.result
    assert [seat["total"] for seat in body["scores"]] == body["result"]["scores"]


def test_nothing_is_revealed_during_the_game(alice: User, bob: User, client_of: ClientOf) -> None:
    for game in (lobby(alice, bob), start_game(alice, bob)):
        for what in ("reveal/", "verify/"):
            response = client_of(alice).get(f"/api/v1/games/{game.id}/{what}")
            assert (response.status_code, response.json()["code"]) == (409, "game_not_finished")


def test_a_game_that_ended_early_has_no_scores(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    seat_resign(user=alice, game_id=game.id)
    player = Player(client_of(bob), game.id)
    body = fetch(player, "reveal/")
    assert body["scores"] is None
    assert [len(hand) for hand in body["hidden"]["hands"]] == [2, 2]
    assert fetch(player, "verify/")["ok"] is True


def test_the_points_of_citadels_add_up_district_by_district(citadels: Player) -> None:
    result = citadels.view()["result"]
    table = fetch(citadels, "reveal/")["table"]
    for language in ("en", "fr"):
        body = fetch(citadels, f"reveal/?language={language}")
        for row, total, items, seat in zip(
            body["scores"], result["scores"], result["breakdown"], table["seats"], strict=True
        ):
            assert row["total"] == total == sum(item["points"] for item in row["items"])
            districts = [item for item in row["items"] if item["item"] == "district"]
            assert [item["district"] for item in districts] == [
                district["district"] for district in seat["city"]
            ]
            assert sum(item["points"] for item in districts) == items["districts"]
            bonuses = {i["item"]: i["points"] for i in row["items"] if i["item"] != "district"}
            assert bonuses == {name: n for name, n in items.items() if name != "districts"}
            assert all(item["title"] and item["text"] for item in row["items"])


@pytest.mark.slow
def test_the_characters_of_each_round_of_citadels(citadels: Player) -> None:
    body = fetch(citadels, "reveal/")
    last = citadels.view()["table"]
    assert [part["round"] for part in body["rounds"]] == list(range(1, last["round"] + 1))
    assert len(body["hidden"]["deck"]) == last["deck_size"]
    assert [len(seat["hand"]) for seat in body["hidden"]["seats"]] == [
        seat["hand_size"] for seat in last["seats"]
    ]
    for part in body["rounds"]:
        cards = [name for seat in part["characters"] for name in seat]
        cards += part["face_up"] + part["aside"]
        assert sorted(cards) == sorted(last["cast"])
        assert all(len(seat) == 1 for seat in part["characters"])
        for seat in range(4):
            past_table = fetch(citadels, f"history/{part['move']}/?seat={seat}")["table"]
            assert past_table["round"] == part["round"]
            assert past_table["you"]["characters"] == part["characters"][seat]


# --- verifying ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_service_verifies_its_own_record(citadels: Player) -> None:
    body = fetch(citadels, "verify/")
    assert (body["ok"], body["move"]) == (True, None)
    assert body["moves"] == citadels.view()["move_count"]
    assert body["commitment"] == citadels.view()["commitment"]
    assert str(body["moves"]) in body["reason"]


def test_it_names_the_move_that_differs(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    wrong = game.moves.get(number=3)
    Game.objects.filter(id=game.id).update(version=game.version)
    Move.objects.filter(id=wrong.id).delete()
    wrong.id, wrong.state_hash = None, "0" * 64
    wrong.save(force_insert=True)
    body = fetch(Player(client_of(alice), game.id), "verify/")
    assert (body["ok"], body["move"]) == (False, 3)


def test_repeated_requests_replay_a_game_once(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player = Player(client_of(alice), game.id)
    first = fetch(player, "verify/"), fetch(player, "reveal/")
    calls: list[object] = []
    monkeypatch.setattr(replays, "record_verify", calls.append)
    monkeypatch.setattr(replays, "reveal_rounds", lambda ruleset, **words: calls.append(words))
    assert (fetch(player, "verify/"), fetch(player, "reveal/")) == first
    assert calls == []


def test_they_are_304_while_nothing_changes(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), play_out(start_game(alice, bob), alice, bob).id)
    for what in ("reveal/", "verify/"):
        etag = player.client.get(player.path + what).headers["ETag"]
        again = player.client.get(player.path + what, headers={"If-None-Match": etag})
        assert again.status_code == 304
