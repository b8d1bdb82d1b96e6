"""Log-ins of the Python client."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer
from rich.console import Console

from accounts.models import User
from clients.python.citadels_client import Api, Problem, cli
from clients.python.citadels_client.keyring import load_login
from clients.python.citadels_client.oauth import device_log_in
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


class Waiting:
    """While a program waits, time passes, and after its first question a person answers."""

    def __init__(self, user: User, output: io.StringIO, answer: dict[str, str]) -> None:
        self.user, self.output, self.answer = user, output, answer
        self.travel = time_machine.travel(timezone.now())
        self.clock = self.travel.start()
        self.pauses = 0

    def __call__(self, seconds: float) -> None:
        self.clock.shift(seconds)
        self.pauses += 1
        if self.pauses == 2:
            browser = Client()
            browser.force_login(self.user)
            (code,) = re.findall(r"code: (\S+)", self.output.getvalue())
            assert browser.post("/device/", {"user_code": code, **self.answer}).status_code == 200


@pytest.fixture
def terminal(
    live_server: LiveServer, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> io.StringIO:
    """What `citadels-play` prints on a machine where nobody has logged in."""
    monkeypatch.setenv("CITADELS_HOME", str(tmp_path))
    settings.PUBLIC_URL = live_server.url
    settings.OAUTH2_PROVIDER = {**settings.OAUTH2_PROVIDER, "OIDC_ISS_ENDPOINT": live_server.url}
    return io.StringIO()


@pytest.fixture
def log_in(
    terminal: io.StringIO, live_server: LiveServer, alice: User, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., int]]:
    """``log_in(allow="true")``: log in while alice presses this button. Returns the exit code."""
    with ExitStack() as stack:

        def log_in(**answer: str) -> int:
            waiting = Waiting(alice, terminal, answer)
            stack.callback(waiting.travel.stop)
            waits = partial(device_log_in, sleep=waiting)
            monkeypatch.setattr(cli, "device_log_in", waits)
            words = ["log-in", "--url", live_server.url]
            return cli.main(words, Console(file=terminal, width=200))

        yield log_in


def test_a_browser_logs_a_terminal_in_which_refreshes_its_token(
    log_in: Callable[..., int], terminal: io.StringIO
) -> None:
    assert log_in(allow="true") == 0, terminal.getvalue()
    assert "Logged in as alice" in terminal.getvalue()
    first = load_login()
    AccessToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert cli.main(["list"], Console(file=terminal)) == 0, terminal.getvalue()
    assert load_login().refresh_token != first.refresh_token
    assert Api(first.url, load_login().token).me()["username"] == "alice"


def test_a_terminal_registers_again_only_if_it_is_no_longer_known(
    log_in: Callable[..., int], terminal: io.StringIO
) -> None:
    def client_id() -> str:
        terminal.seek(0)
        terminal.truncate()
        assert log_in(allow="true") == 0, terminal.getvalue()
        return load_login().client_id

    first = client_id()
    assert client_id() == first
    Application.objects.all().delete()
    assert client_id() != first
    assert [one.name for one in Application.objects.all()] == ["Terminal client"]


def test_a_terminal_that_is_refused_says_so(
    log_in: Callable[..., int], terminal: io.StringIO
) -> None:
    assert log_in() == 1
    assert "access_denied" in terminal.getvalue()
