"""POST /api/v1/games/{id}/resign/"""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")


def test_the_seat_is_given_to_a_bot_and_shown_as_resigned(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    response = Player(client_of(alice), game.id).post("resign")
    assert response.status_code == 200
    seat = response.json()["seats"][0]
    assert (seat["user"]["username"], seat["bot"], seat["lost"]) == ("alice", "greedy", "resigned")


def test_who_has_resigned_can_do_no_more(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob, timeouts={"when_alone": "play_on"})
    player = Player(client_of(alice), game.id)
    player.post("resign")
    for response in (player.post("resign"), player.send(1, "boast")):
        assert (response.status_code, response.json()["code"]) == (409, "seat_lost")


def test_it_refuses_strangers_and_lobbies(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    stranger = Player(client_of(charlie), start_game(alice, bob).id).post("resign")
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_seated")
    early = Player(client_of(alice), lobby(alice, bob).id).post("resign")
    assert (early.status_code, early.json()["code"]) == (409, "game_not_started")
