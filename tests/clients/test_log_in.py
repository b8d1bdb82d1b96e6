"""Log-ins of the Python client."""

from __future__ import annotations

from uuid import uuid4

import pytest
from pytest_django.live_server_helper import LiveServer

from clients.python.citadels_client import Api, Problem
from tests.clients.conftest import RegisterPlayer
from tests.conftest import PASSWORD


@pytest.fixture
def delayed_user(player: RegisterPlayer, live_server: LiveServer) -> tuple[Api, str]:
    """Return the client and the name of a user whose name has too many failed log-ins."""
    name = f"ada-{uuid4().hex[:8]}"  # all tests share the cache of the live server
    ada = player(name)
    attacker = Api(live_server.url, patience=0)
    for code in ["bad_credentials"] * 5 + ["too_many_failures"]:
        with pytest.raises(Problem) as refusal:
            attacker.log_in(name, "wrong")
        assert refusal.value.code == code
    return ada, name


def test_a_client_that_logged_in_does_not_wait_for_others(delayed_user: tuple[Api, str]) -> None:
    api, name = delayed_user
    assert api.log_in(name, PASSWORD)
