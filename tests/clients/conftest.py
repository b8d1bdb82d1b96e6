"""The real service for clients: over HTTP, its bots played whenever a client waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias
from uuid import UUID

import pytest
from django.core.servers.basehttp import WSGIRequestHandler
from pytest_django.live_server_helper import LiveServer

from clients.python.citadels_client import Api
from games.bots import turns
from tests.conftest import PASSWORD

# It writes headers and body apart, and would wait 40 ms in between for the client's word.
WSGIRequestHandler.disable_nagle_algorithm = True

PlayerNamed: TypeAlias = Callable[[str], Api]


@pytest.fixture
def player(live_server: LiveServer) -> PlayerNamed:
    """``player("alice")``: the client of a new user who has logged in."""

    def named(username: str) -> Api:
        api = Api(live_server.url)
        api.register(username, PASSWORD)
        api.log_in(username, PASSWORD)
        return api

    return named


@pytest.fixture
def prompt_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play as soon as they are woken, in the process that wakes them."""

    def play(game_id: UUID, after: int = 0) -> None:
        turns.bots_run(game_id=game_id)

    for module in ("games.play.wakeup", "games.bots.turns"):
        monkeypatch.setattr(f"{module}.bots_wake", play)
