"""One move, followed through the processes of `make run`, which all are forks of one process."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson
import pytest

from tests.faults.clients import PASSWORD, PLAYER_ADDRESS, OrdinaryClient
from tests.faults.processes import HANG
from tests.faults.servers import Server, embedded_server
from tests.faults.waiting import until
from tests.games.streams.harness import Parser
from tests.operations.spans import Collector, Exported, find_secrets, secrets_of

pytestmark = pytest.mark.slow
NAME = "wilhelmina"
STATE = (
    "SELECT state, nonce FROM games_gamestate UNION SELECT events, choice FROM games_move "
    "UNION SELECT digest, prefix FROM accounts_apitoken"
)
MOVES = 3
ENVIRONMENT = {
    "OTEL_BSP_SCHEDULE_DELAY": "3600000",  # so that the end of a process has to send its spans
    "LOG_FORMAT": "json",
    "LOG_REQUESTS": "true",
    # A stream reads changes that come at nearly the same time at once, as part of the last one.
    "BOT_MOVE_MS": "1000",
}


@dataclass
class Followed:
    """What was exported and logged while some moves were played, and what nobody may export."""

    collector: Collector
    log: list[dict[str, Any]]
    secrets: set[str]

    def trace_of_a_move(self) -> list[Exported]:
        """Return the spans of a move that a bot has answered."""
        spans = self.collector.spans
        (trace, *_) = [
            task.trace
            for task in spans
            if task.name == "task games.tasks.bots_play" and actors(spans, task.trace) == BOTH
        ]
        return [span for span in spans if span.trace == trace]


BOTH = {"player", "bot"}


def actors(spans: list[Exported], trace: str) -> set[str]:
    return {
        span.attributes["citadels.actor"]
        for span in spans
        if span.trace == trace and span.name == "command"
    }


@pytest.fixture(scope="module")
def followed() -> Iterator[Followed]:
    with Collector() as collector:
        address = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}
        with embedded_server({**ENVIRONMENT, **address}) as server:
            secrets = play(server)
            log = [orjson.loads(line) for line in server.log.splitlines() if line[:1] == "{"]
        yield Followed(collector, log, secrets)  # all processes have ended


def play(server: Server) -> set[str]:
    """Play some moves against a bot, beside a stream; return what nobody may export."""
    client = OrdinaryClient(server.port, NAME)
    game_id = client.game.split("/")[1]
    url = client.expect(201, "POST", "streams/", {"game": game_id})["url"]
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc, timeout=HANG)
    connection.request("GET", f"{parts.path}?{parts.query}")
    stream, parser = connection.getresponse(), Parser()
    secrets = {client.token, PASSWORD, NAME, PLAYER_ADDRESS, *parse_qs(parts.query)["ticket"]}
    for _ in range(MOVES):
        view = own_turn(client)
        secrets |= secrets_of(view)
        decision = view["decision"]
        answer = {"decision": decision["id"], "choices": [decision["options"][0]["choice"]]}
        client.expect(200, "POST", f"{client.game}commands/", answer)
    last = own_turn(client)["decision"]["id"]
    while True:  # until the stream has brought all of it
        messages = parser.take(stream.read1(65536))
        changed = [one.data["decision"] for one in messages if one.kind == "changed"]
        if any(decision["id"] == last for decision in changed):
            break
    connection.close()
    with sqlite3.connect(server.folder / "db.sqlite3") as database:
        stored = {text for row in database.execute(STATE) for text in row}
    return secrets | (stored - {"", "[]"})


def own_turn(client: OrdinaryClient) -> dict[str, Any]:
    """Wait until the player has to decide; return the game."""
    found: list[dict[str, Any]] = []

    def is_open() -> bool:
        found.append(client.expect(200, "GET", client.game))
        return bool((found[-1]["decision"] or {}).get("options"))

    until(is_open, patience=HANG)
    return found[-1]


def test_a_move_is_one_trace_from_the_request_to_the_stream(followed: Followed) -> None:
    spans = followed.trace_of_a_move()
    (request,) = [span for span in spans if span.parent == ""]
    assert request.name == "POST game-commands"
    tasks = [span for span in spans if span.name == "task games.tasks.bots_play"]
    streams = [span for span in spans if span.name == "stream"]
    commands = [span for span in spans if span.name == "command"]
    first = next(task for task in tasks if task.parent == request.id)
    assert {request.id, first.id} <= {span.parent for span in streams}
    assert {span.parent for span in commands} <= {request.id, *(task.id for task in tasks)}
    assert {span.process for span in tasks}.isdisjoint({request.process})
    assert {span.process for span in streams} == {request.process}
    names = {span.name for span in spans}
    assert {"wait for a thread", "engine.load", "engine.play", "engine.bot", "COMMIT"} <= names
    assert {"INSERT games_move", "UPDATE games_game"} <= names


def test_spans_are_parts_of_others(followed: Followed) -> None:
    spans = followed.trace_of_a_move()
    assert {span.parent for span in spans} - {""} <= {span.id for span in spans}
    assert followed.collector.paths == {"/v1/traces"}


def test_log_lines_lead_to_the_trace(followed: Followed) -> None:
    (request, *_) = [span for span in followed.trace_of_a_move() if span.parent == ""]
    (line,) = [line for line in followed.log if line.get("trace_id") == request.trace]
    assert (line["route"], line["span_id"]) == ("game-commands", request.id)
    assert line["request"] == request.attributes["citadels.request"]


def test_nothing_hidden_leaves_the_processes(followed: Followed) -> None:
    assert len(followed.secrets) > 20
    assert find_secrets(followed.collector.requests, followed.secrets) == set()
