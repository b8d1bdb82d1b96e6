"""The admin pages of game data are read-only."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import GameState
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")


def test_games_and_moves_are_shown_without_their_secrets(
    alice: User, bob: User, admin_client: Client
) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    row, move = GameState.objects.get(game=game), game.moves.get(number=1)
    pages = [
        "/admin/games/game/",
        f"/admin/games/game/?q={game.id}",
        "/admin/games/game/?q=alice",
        f"/admin/games/game/{game.id}/change/",
        "/admin/games/move/",
        f"/admin/games/move/?q={game.id}",
        f"/admin/games/move/{move.id}/change/",
    ]
    for page in pages:
        response = admin_client.get(page)
        assert response.status_code == 200, page
        text = response.content.decode()
        assert str(game.id) in text, page
        assert row.state not in text
        assert row.nonce not in text
        assert move.events not in text


def test_nothing_can_be_added_changed_or_deleted(
    alice: User, bob: User, admin_client: Client
) -> None:
    game = start_game(alice, bob)
    for page in (
        "/admin/games/game/add/",
        "/admin/games/move/add/",
        f"/admin/games/game/{game.id}/delete/",
    ):
        assert admin_client.get(page).status_code == 403
    changed = admin_client.post(f"/admin/games/game/{game.id}/change/", {"status": "cancelled"})
    assert changed.status_code == 403
