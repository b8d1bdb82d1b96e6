"""Helpers that use the admin pages like staff, without a browser."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from accounts.models import User
from games.models import Game


def client_for(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_of(game: Game) -> str:
    return f"/admin/games/game/{game.id}/change/"


def text_of(client: Client, game: Game, **asked: Any) -> str:
    """Return the page of a game."""
    response = client.get(page_of(game), asked)
    assert response.status_code == 200, response.content
    return response.content.decode()


def act_on(client: Client, game: Game, action: str, **given: Any) -> Any:
    """Submit the form of an action."""
    return client.post(f"/admin/games/game/{game.id}/actions/{action}/", given)


def hidden(page: str) -> dict[str, str]:
    """Return the hidden fields of an action's form."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
