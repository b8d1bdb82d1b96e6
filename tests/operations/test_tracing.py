"""Traces: what each span says, and what none may say."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from threading import Event
from typing import Any
from uuid import uuid4

import orjson
import pytest
from django.conf import settings as django_settings
from django.db import OperationalError, connection
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from accounts.models import User
from core import tracing
from core.logs import JsonFormatter
from games import tasks
from games.models import Game
from games.sweeps import timers_sweep
from operations.tracing import (
    RECEIVERS,
    end_within,
    statement_name,
    statement_run,
    task_begin,
    task_end,
)
from tests.citadels.test_settings import loaded
from tests.conftest import ClientOf
from tests.operations.spans import Exported, find_secrets, secrets_of, spans_of
from tests.toy_games import Player, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
ADDRESS = "203.0.113.77"
ALLOWED = {
    "citadels.actor",
    "citadels.game",
    "citadels.request",
    "citadels.user",
    "db.query.text",
    "db.system.name",
    "error.type",
    "http.request.method",
    "http.response.status_code",
    "http.route",
}
"""The attributes of docs/operations/monitor.md."""


class Kept:
    """What this process exports."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.tracer = provider.get_tracer("tests")

    @property
    def request(self) -> ExportTraceServiceRequest:
        return encode_spans(self.exporter.get_finished_spans())

    @property
    def spans(self) -> list[Exported]:
        return list(spans_of(self.request))

    def named(self, name: str) -> list[Exported]:
        return [span for span in self.spans if span.name == name]


@pytest.fixture
def trace_log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """Tracing is on, in this process. Tasks run on the connection of the test."""
    monkeypatch.setattr(connection, "close", lambda: None)
    trace_log = Kept()
    tracing.tracer_set(lambda: trace_log.tracer)
    for signal, receiver in RECEIVERS:
        signal.connect(receiver)
    with connection.execute_wrapper(statement_run):
        yield trace_log
    for signal, receiver in RECEIVERS:
        signal.disconnect(receiver)
    tracing.tracer_set(None)


class Table:
    """A real game of alice with a bot, over HTTP."""

    def __init__(self, alice: User, client_of: ClientOf) -> None:
        self.client = client_of(alice)
        self.client.defaults["REMOTE_ADDR"] = ADDRESS
        self.client.raise_request_exception = False
        self.token = vars(self.client)["_credentials"]["HTTP_AUTHORIZATION"].split()[1]
        self.game: Game = start_game(alice, ruleset="citadels", options={}, bots=["easy"])
        self.player = Player(self.client, self.game.id)
        self.secrets: set[str] = {self.token, ADDRESS, "alice", "example.org", "a-word-of-a-query"}

    def play(self) -> None:
        """Play until alice and the bot have moved, in requests and tasks as the service does it."""
        actors: set[str] = set()
        while actors < {"player", "bot"}:
            self.game.refresh_from_db()
            if self.game.to_act == 0:
                view = self.player.view()
                self.secrets |= secrets_of(view)
                choice = view["decision"]["options"][0]["choice"]
                reply = self.player.send(view["decision"]["id"], choice)
                assert reply.status_code == 200, reply.content
            else:
                tasks.bots_play.apply(args=[str(self.game.id)])
            actors = set(self.game.moves.exclude(seat=None).values_list("actor", flat=True))
        for move in self.game.moves.all():
            self.secrets |= {move.choice, move.events} - {""}
        self.secrets |= {self.game.state.state, self.game.state.nonce}


@pytest.fixture
def table(alice: User, client_of: ClientOf) -> Table:
    return Table(alice, client_of)


# --- what no span says ----------------------------------------------------------------------------


def test_nothing_hidden_leaves_the_process(
    trace_log: Kept, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play()
    table.client.get(f"{table.player.path}events/", {"kinds": "a-word-of-a-query"})
    table.client.get("/api/v1/me/games/", {"search": "a-word-of-a-query"})
    table.player.put("notes", {"text": "a-note-for-me"})
    assert table.player.send(table.game.decision_id, "no-such-choice").status_code == 409
    table.player.post("dry-runs", {"decision": table.game.decision_id, "choices": ["no-such"]})

    def fails(**words: Any) -> None:
        raise OperationalError(f"{table.token} of alice@example.org wrote a-note-for-me")

    monkeypatch.setattr("games.play.api.views.command_send", fails)
    assert table.player.send(1, "a-choice").status_code == 503
    secrets = table.secrets | {"a-note-for-me", "no-such", "a-choice"}
    assert len(secrets) > 20
    assert {"POST game-commands", "task games.tasks.bots_play", "command", "engine.bot"} <= {
        span.name for span in trace_log.spans
    }
    assert find_secrets([trace_log.request], secrets) == set()
    assert {name for span in trace_log.spans for name in span.attributes} <= ALLOWED


def test_the_search_finds_what_statements_hold(trace_log: Kept, table: Table) -> None:
    """With their parameters, which is what an instrumentation may be told to export."""

    def leaks(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        values = " ".join(map(str, params or ()))
        with tracing.span("leak", "CLIENT", {"db.query.text": f"{sql} {values}"}):
            return execute(sql, params, many, context)

    with connection.execute_wrapper(leaks):
        table.play()
    found = find_secrets([trace_log.request], table.secrets)
    choices = set(table.game.moves.exclude(choice="").values_list("choice", flat=True))
    assert choices <= found
    assert table.game.state.state in found


def test_the_search_finds_what_a_request_holds(trace_log: Kept, table: Table) -> None:
    for secret in (table.token, ADDRESS, "a-word-of-a-query"):
        with tracing.trace("leak", "SERVER"):
            tracing.describe({"http.request.header": f"Bearer {secret}"})
    assert find_secrets([trace_log.request], table.secrets) == {
        table.token,
        ADDRESS,
        "a-word-of-a-query",
    }


# --- what spans say ------------------------------------------------------------------------------


def test_a_request_is_a_span_with_its_route_and_status(
    trace_log: Kept, table: Table, alice: User
) -> None:
    table.client.get(table.player.path, headers={"X-Request-ID": "mine"})
    (span,) = trace_log.named("GET game")
    assert span.attributes == {
        "http.request.method": "GET",
        "http.route": "game",
        "http.response.status_code": 200,
        "citadels.request": "mine",
        "citadels.game": str(table.game.id),
        "citadels.user": str(alice.id),
    }
    assert span.parent == ""
    statements = [span for span in trace_log.spans if "db.query.text" in span.attributes]
    assert {one.trace for one in statements} == {span.trace}
    assert {one.attributes["db.system.name"] for one in statements} == {connection.vendor}
    assert "SELECT accounts_apitoken" in {one.name for one in statements}


def test_a_refusal_is_no_failure_and_an_error_is_one(
    trace_log: Kept, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.client.get(f"/api/v1/games/{uuid4()}/")

    def fails(**words: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.play.api.views.game_view_for", fails)
    table.client.get(table.player.path)
    refused, failed = trace_log.named("GET game")
    assert (refused.attributes["error.type"], refused.failed) == ("game_not_found", False)
    assert (failed.attributes["error.type"], failed.failed) == ("internal_error", True)


def test_addresses_that_clients_invent_name_no_span(trace_log: Kept, table: Table) -> None:
    table.client.generic("BREW", "/api/v1/coffee/")
    assert [span.name for span in trace_log.spans if span.parent == ""] == ["- -"]


def test_a_move_says_who_made_it_and_how_it_failed(trace_log: Kept, table: Table) -> None:
    table.play()
    commands = trace_log.named("command")
    assert {span.attributes["citadels.actor"] for span in commands} == {"player", "bot"}
    assert not any(span.failed for span in commands)
    table.player.send(9999, "keep:king")
    last = trace_log.named("command")[-1]
    assert (last.attributes["error.type"], last.failed) == ("StaleDecision", True)


def test_a_task_continues_the_trace_of_its_message(trace_log: Kept) -> None:
    with tracing.trace("a request", "SERVER"):
        message = {"traceparent": tracing.traceparent(), "request_id": "mine"}
    tasks.bots_play.push_request(**message)
    task_begin(tasks.bots_play)
    task_end(tasks.bots_play)
    tasks.bots_play.pop_request()
    (request,), (task,) = (
        trace_log.named("a request"),
        trace_log.named("task games.tasks.bots_play"),
    )
    assert (task.trace, task.parent) == (request.trace, request.id)


def test_clients_cannot_choose_a_trace(trace_log: Kept, table: Table) -> None:
    chosen = "4bf92f3577b34da6a3ce929d0e0e4736"
    headers = {"traceparent": f"00-{chosen}-00f067aa0ba902b7-01"}
    table.client.get(table.player.path, headers=headers)
    (span,) = trace_log.named("GET game")
    assert (span.trace == chosen, span.parent) == (False, "")


def test_work_outside_of_requests_and_tasks_has_no_spans(trace_log: Kept, table: Table) -> None:
    timers_sweep()
    assert trace_log.spans == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('SELECT "a"."x" FROM "games_game" AS "a"', "SELECT games_game"),
        ('SELECT s."id"\nFROM games_seat s JOIN games_game g', "SELECT games_seat"),
        ('INSERT INTO "games_move" ("x") VALUES (%s)', "INSERT games_move"),
        ('UPDATE "games_game" SET "x" = %s', "UPDATE games_game"),
        ('DELETE FROM "games_pause" WHERE "x" = %s', "DELETE games_pause"),
        ("BEGIN IMMEDIATE", "BEGIN"),
        ("", ""),
    ],
)
def test_a_statement_is_named_by_its_verb_and_table(text: str, name: str) -> None:
    assert statement_name(text) == name


# --- logs ----------------------------------------------------------------------------------------


def line_of_log() -> dict[str, Any]:
    record = logging.LogRecord("x", logging.INFO, "f", 1, "something", (), None)
    found: dict[str, Any] = orjson.loads(JsonFormatter().format(record))
    return found


def test_a_log_line_says_in_which_span_it_was_written(trace_log: Kept) -> None:
    with tracing.trace("a request", "SERVER"):
        line = line_of_log()
    (span,) = trace_log.spans
    assert (line["trace_id"], line["span_id"]) == (span.trace, span.id)
    assert "trace_id" not in line_of_log()  # outside of it


def test_a_log_line_names_no_trace_that_was_not_sampled(trace_log: Kept) -> None:
    with tracing.trace("a task", "CONSUMER", parent=f"00-{'1' * 32}-{'2' * 16}-00"):
        assert tracing.traceparent().endswith("-00")  # so that nobody else samples it, either
        assert "trace_id" not in line_of_log()
    assert trace_log.spans == []


def test_without_tracing_nothing_is_measured(table: Table) -> None:
    with tracing.trace("a request", "SERVER"), tracing.span("a part"):
        assert tracing.traceparent() == ""
        assert "trace_id" not in line_of_log()


# --- turning it on -------------------------------------------------------------------------------

START = "import sys, django; django.setup(); print('opentelemetry.exporter' in sys.modules)"
WITHOUT = "import sys; sys.modules['opentelemetry'] = None; " + START
PRODUCTION = {"DJANGO_SETTINGS_MODULE": "citadels.settings.production"}
ON = {**PRODUCTION, "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}


def test_who_does_not_trace_needs_no_library(tmp_path: Any) -> None:
    # Nor does it import the exporter, if it is there. (redis-py imports the SDK where it can.)
    for program in (WITHOUT, START):
        run = loaded(tmp_path, program=program, more=PRODUCTION)
        assert (run.returncode, run.stdout) == (0, "False\n"), run.stderr


def test_who_traces_without_the_library_is_told(tmp_path: Any) -> None:
    run = loaded(tmp_path, program=WITHOUT, more=ON)
    assert run.returncode != 0
    assert "OTEL_EXPORTER_OTLP_ENDPOINT needs requirements/tracing.txt." in run.stderr


def test_a_process_that_only_starts_exports_nothing_yet(tmp_path: Any) -> None:
    """It may fork: each fork starts its own exporter, at its first span."""
    program = START + "; import threading; print(threading.active_count())"
    run = loaded(tmp_path, program=program, more=ON)
    assert (run.returncode, run.stdout) == (0, "True\n1\n"), run.stderr


def test_a_process_does_not_wait_long_for_a_collector_that_hangs() -> None:
    hangs = Event()
    end_within(0.01, hangs.wait)  # returns, though this never does
    hangs.set()


def test_the_attributes_are_written_down() -> None:
    text = (django_settings.BASE_DIR / "docs" / "operations" / "monitor.md").read_text(
        encoding="utf-8"
    )
    section = text[text.index("## Traces") :].partition("\n## ")[0]
    assert {name for name in ALLOWED if f"`{name}`" in section} == ALLOWED
