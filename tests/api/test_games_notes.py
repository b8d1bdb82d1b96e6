"""GET and PUT /api/v1/games/{id}/notes/"""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from tests.conftest import ClientOf
from tests.toy_games import NOWHERE, start_game

pytestmark = pytest.mark.usefixtures("toy")


def path(game_id: Any) -> str:
    return f"/api/v1/games/{game_id}/notes/"


def test_a_note_is_read_by_its_author_alone(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    mine, bobs = client_of(alice), client_of(bob)
    assert mine.get(path(game.id)).json() == {"text": "", "updated_at": None}
    for text in ("  a secret\n", "another"):
        written = mine.put(path(game.id), {"text": text})
        assert (written.status_code, written.json()["text"]) == (200, text)
        assert mine.get(path(game.id)).json() == written.json()
    assert bobs.get(path(game.id)).json()["text"] == ""
    assert client_of(charlie).put(path(game.id), {"text": "mine"}).status_code == 200
    assert mine.get(path(game.id)).json()["text"] == "another"
    for client in (bobs, client_of(charlie)):
        assert "another" not in client.get(f"/api/v1/games/{game.id}/").content.decode()


def test_it_is_304_while_nothing_changes(alice: User, bob: User, client_of: ClientOf) -> None:
    game, client = start_game(alice, bob), client_of(alice)
    for _ in range(2):
        tag = client.get(path(game.id)).headers["ETag"]
        again = client.get(path(game.id), headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert client.put(path(game.id), {"text": "new"}).headers["ETag"] != tag


def test_it_is_refused(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob, visibility="private")
    for client, where in ((client_of(charlie), game.id), (client_of(alice), NOWHERE)):
        assert client.get(path(where)).json()["code"] == "game_not_found"
        assert client.put(path(where), {"text": "x"}).json()["code"] == "game_not_found"
    for body in ({}, {"text": "x" * 20_001}, {"text": None}):
        assert client_of(alice).put(path(game.id), body).json()["code"] == "invalid"
