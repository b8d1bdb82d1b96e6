"""What `citadels-play` offers to developers: JSON, notifications on this machine, replays."""

from __future__ import annotations

import base64
import io
import json
import secrets
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from rich.console import Console
from standardwebhooks import Webhook

from clients.python.citadels_client import Api, Unreachable, cli
from clients.python.citadels_client.keyring import Login, save_login_file
from clients.python.citadels_client.listening import Forwarder, new_notifications
from notifications.services.relay import relay_all
from tests.clients.conftest import RegisterPlayer, prompt_bots
from tests.stub_server import StubHandler, StubServer

__all__ = ["prompt_bots"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots"),
]
Run = Callable[..., list[Any]]


@pytest.fixture
def alice(player: RegisterPlayer, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Api:
    """Alice, who has logged in on this machine."""
    monkeypatch.setenv("CITADELS_HOME", str(tmp_path))
    api = player("alice")
    save_login_file(Login(api._transport.url, api.token, "en"))
    return api


@pytest.fixture
def run(alice: Api) -> Run:
    """``run("list", "--json")``: the documents that a command prints."""

    def run(*words: str) -> list[Any]:
        output = io.StringIO()
        code = cli.main(words, Console(file=output, width=80))
        assert code == 0, output.getvalue()
        return [json.loads(line) for line in output.getvalue().splitlines()]

    return run


def test_games_are_printed_as_json(run: Run) -> None:
    (game,) = run("create", "--json", "--ruleset", "castle", "--bots", "novice")
    (listed,) = run("list", "--json")
    assert listed["id"] == game["id"]
    assert (game["status"], listed["your_turn"]) == ("active", True)


def test_a_game_is_replayed_move_by_move(run: Run, alice: Api, tmp_path: Any) -> None:
    (game,) = run("create", "--json", "--ruleset", "castle", "--bots", "novice")
    decision = alice.game(game["id"])["decision"]
    assert decision
    alice.command(game["id"], decision["id"], [decision["options"][0]["choice"]])
    picture = tmp_path / "table.svg"
    events = run("replay", game["id"], "--json", "--pace", "0", "--picture", str(picture))
    assert events == alice.events(game["id"])
    assert picture.read_text() == alice.board(game["id"], move=events[-1]["move"])


def test_a_shell_completes_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--completion", "bash"])
    assert "listen" in capsys.readouterr().out


class Receiver(StubServer):
    """A program that is being developed: it verifies what it gets."""

    def __init__(self) -> None:
        super().__init__(ReceiverHandler)
        self.calls: list[dict[str, Any]] = []
        self.secret = f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"


class ReceiverHandler(StubHandler):
    server: Receiver

    def do_POST(self) -> None:
        verified = Webhook(self.server.secret).verify(self.body().decode(), dict(self.headers))
        self.server.calls.append({"id": self.headers["webhook-id"], **verified})
        self.reply(204)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


def test_what_happens_is_forwarded_like_a_call_of_a_webhook(
    alice: Api, player: RegisterPlayer, receiver: Receiver
) -> None:
    pauses = iter(range(9))

    def sleep(seconds: float) -> None:
        next(pauses)

    notifications = new_notifications(alice, sleep=sleep)
    game = alice.create(ruleset="castle", seats=2)
    player("bob").join(game["id"])
    alice.start(game["id"])
    relay_all(seconds=5)
    forwarder = Forwarder(f"{receiver.url}/hook", alice.me()["id"], receiver.secret)
    for one in islice(notifications, 2):
        assert forwarder.send(one) == 204
    assert {call["type"] for call in receiver.calls} == {"game_started", "your_turn"}
    assert {call["data"]["game"] for call in receiver.calls} == {game["id"]}
    assert {call["data"]["user"] for call in receiver.calls} == {alice.me()["id"]}


def test_a_program_that_is_not_there_yet_ends_nothing(alice: Api) -> None:
    forwarder = Forwarder("http://127.0.0.1:9/", "someone")
    one = {"id": "a-b", "kind": "your_turn", "created_at": "", "data": {}}
    with pytest.raises(Unreachable):
        forwarder.send(one)
    assert cli.forward(forwarder, one) is None
