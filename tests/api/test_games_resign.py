"""POST /api/v1/games/{id}/resign/"""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")


def test_a_bot_takes_the_seat_which_is_marked_as_resigned(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    response = Player(client_of(alice), game.id).post("resign")
    assert response.status_code == 200
    seat = response.json()["seats"][0]
    assert (seat["user"]["username"], seat["bot"], seat["lost"]) == ("alice", "easy", "resigned")


def test_a_player_who_resigned_cannot_act(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob, timeouts={"when_alone": "play_on"})
    player = Player(client_of(alice), game.id)
    player.post("resign")
    for response in (player.post("resign"), player.send(1, "boast")):
        assert (response.status_code, response.json()["code"]) == (409, "seat_lost")


def test_it_refuses_other_users_and_lobbies(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    refusal = Player(client_of(charlie), start_game(alice, bob).id).post("resign")
    assert (refusal.status_code, refusal.json()["code"]) == (403, "not_seated")
    early = Player(client_of(alice), lobby(alice, bob).id).post("resign")
    assert (early.status_code, early.json()["code"]) == (409, "game_not_started")
