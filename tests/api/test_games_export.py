"""GET /api/v1/games/{id}/export/"""

from __future__ import annotations

import pytest

from accounts.models import User
from clients.python.records import verify_record
from games.bots.turns import bots_run
from games.seats.resign import seat_resign
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def test_the_record_of_a_finished_game_is_verified_offline(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    response = client_of(charlie).get(f"/api/v1/games/{game.id}/export/")
    assert response.headers["Content-Type"] == "application/json"
    assert f"game-{game.id}.json" in response.headers["Content-Disposition"]
    verdict = verify_record(response.content)
    assert verdict.ok, verdict.reason
    record = response.json()
    assert record["commitment"] == game.commitment
    assert len(record["moves"]) == game.move_count
    assert [seat["username"] for seat in record["about"]["seats"]] == ["alice", "bob"]


def test_it_is_the_same_bytes_each_time(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    path = f"/api/v1/games/{game.id}/export/"
    assert client_of(alice).get(path).content == client_of(bob).get(path).content


def test_a_changed_byte_is_seen(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    data = client_of(alice).get(f"/api/v1/games/{game.id}/export/").content
    changed = data.replace(b'"username":"alice"', b'"username":"alicf"')
    assert not verify_record(changed).ok


def test_a_record_with_bots_and_a_resignation_is_verified(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, bots=["novice"], timeouts={"when_alone": "play_on"})
    play(alice, game, "boast")
    seat_resign(user=alice, game_id=game.id)
    seat_resign(user=bob, game_id=game.id)
    bots_run(game_id=game.id)
    response = client_of(alice).get(f"/api/v1/games/{game.id}/export/")
    assert verify_record(response.content).ok
    about = response.json()["about"]
    assert about["placements"] == [2, 3, 1] or about["placements"] == [3, 2, 1]
    assert [seat["bot"] for seat in about["seats"]] == ["easy", "easy", "novice"]
    assert {seat["bot_profile"] for seat in about["seats"]} == {"balanced"}


def test_it_is_secret_until_the_game_is_finished(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    for game in (lobby(alice, bob), start_game(alice, bob)):
        response = Player(client_of(alice), game.id).client.get(f"/api/v1/games/{game.id}/export/")
        assert (response.status_code, response.json()["code"]) == (409, "game_not_finished")


def test_a_record_that_ended_early_is_verified_without_a_result(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    play(alice, game, "boast")
    seat_resign(user=alice, game_id=game.id)
    response = client_of(bob).get(f"/api/v1/games/{game.id}/export/")
    assert verify_record(response.content).ok
    body = response.json()
    assert body["result"] is None
    assert (body["about"]["placements"], body["about"]["ended_by"]) == ([2, 1], "last_player")
