"""Errors to Sentry: what went wrong, and nothing of anybody."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
import sentry_sdk
from sentry_sdk.transport import Transport

from accounts.models import User
from operations import sentry
from tests.conftest import PASSWORD, ClientOf
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
DSN = "https://public@sentry.example.org/1"


class Kept(Transport):
    """Nothing leaves the machine."""

    def __init__(self) -> None:
        super().__init__({"dsn": DSN})
        self.sent: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Any) -> None:
        if (event := envelope.get_event()) is not None:
            self.sent.append(event)


@pytest.fixture
def sentry_log(settings: Any) -> Iterator[Kept]:
    settings.SENTRY_DSN, sentry_log = DSN, Kept()
    sentry.start(transport=sentry_log)
    yield sentry_log
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


def test_an_error_is_sent_without_anybodys_data(
    sentry_log: Kept, alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(alice)
    client.raise_request_exception = False
    game = start_game(alice, bob)
    token = vars(client)["_credentials"]["HTTP_AUTHORIZATION"].split()[1]

    def fails(*, user: User, **words: Any) -> None:
        secret = "the seed of the game"
        logging.getLogger("x").warning("of %s: %s", user.username, secret)
        raise ZeroDivisionError(f"for {user.email} with {token}")

    monkeypatch.setattr("games.play.api.views.command_send", fails)
    monkeypatch.setattr("games.play.api.me.games_of", fails)
    client.post(
        f"/api/v1/games/{game.id}/commands/",
        {"decision": 1, "choices": ["boast"]},
        HTTP_X_REQUEST_ID="mine",
    )
    client.get("/api/v1/me/games/", {"search": PASSWORD})
    event, _ = sentry_log.sent
    assert event["exception"]["values"][-1]["type"] == "ZeroDivisionError"
    assert event["tags"] == {"request": "mine", "game": str(game.id), "user": str(alice.id)}
    assert event["transaction"]
    for event in sentry_log.sent:
        text = repr(event)
        for secret in ("alice", "example.org", token, "seed", PASSWORD, "boast", "127.0.0.1"):
            assert secret not in text, event


def test_nothing_is_sent_unless_it_is_said_where_to(settings: Any) -> None:
    settings.SENTRY_DSN = ""
    sentry.start()
    assert not sentry_sdk.get_client().is_active()
