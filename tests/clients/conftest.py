"""Fixtures for tests of clients, which talk to a live server over HTTP."""

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

# The handler writes headers and body separately. With Nagle's algorithm, the second write would
# wait 40 ms for the acknowledgment of the first.
WSGIRequestHandler.disable_nagle_algorithm = True

RegisterPlayer: TypeAlias = Callable[[str], Api]


@pytest.fixture
def player(live_server: LiveServer) -> RegisterPlayer:
    """Return a function that registers a user, logs in, and returns their client."""

    def register(username: str) -> Api:
        api = Api(live_server.url)
        api.register(username, PASSWORD)
        api.log_in(username, PASSWORD)
        return api

    return register


@pytest.fixture
def prompt_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make bots play as soon as they are woken, in the same process."""

    def play(game_id: UUID, after: int = 0) -> None:
        turns.bots_run(game_id=game_id)

    for module in ("games.play.wakeup", "games.bots.turns"):
        monkeypatch.setattr(f"{module}.bots_wake", play)
