"""The figures for Prometheus: what is counted, and what is read when somebody asks."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4
from wsgiref.util import setup_testing_defaults

import pytest
import yaml
from django.db import OperationalError, connections, transaction
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.exposition import make_wsgi_app
from redis import Redis, RedisError

from accounts.models import User
from core.metrics import count_request
from games import sweeps
from games.bots import turns
from games.maintenance.services import maintenance_begin
from games.models import PauseKind
from games.play.due_games import quarantine
from games.play.locking import game_lock, seats_of
from games.play.outages import heartbeat
from games.play.pauses import pause_add
from games.play.save import game_save
from games.play.timeouts import deadline_resolve
from games.play.timing import fire_delay
from games.sweeps import timers_sweep
from moderation.actions.bulk import EXTEND_ALL, PAUSE_ALL, UNPAUSE_ALL
from moderation.errors import NotPermitted
from notifications.models import OutboxEntry
from operations import collector, db_metrics, exporter
from operations.collector import ServiceCollector
from serving.queues import queue_lengths
from tests.conftest import ClientOf
from tests.timed import A_DAY_EACH, DAY, Clock, shown_up
from tests.toy_games import Player, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


@pytest.fixture(autouse=True)
def connection_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """In production, the request runs in its own thread and closes its connection."""
    monkeypatch.setattr(type(connections), "close_all", lambda self: None)


class Figures:
    """How much each figure has grown since."""

    def __init__(self) -> None:
        self.before = dict(self.read())

    def read(self) -> Iterator[tuple[tuple[str, str], float]]:
        for family in REGISTRY.collect():
            for one in family.samples:
                if not one.name.endswith(("_bucket", "_created", "_sum")):
                    yield (one.name, ",".join(one.labels.values())), one.value

    def grown(self, name: str) -> dict[str, float]:
        return {
            labels: value - self.before.get((found, labels), 0)
            for (found, labels), value in self.read()
            if found == name and value != self.before.get((found, labels), 0)
        }


@pytest.fixture
def figures() -> Figures:
    return Figures()


def test_requests_are_counted_by_route_and_status(
    figures: Figures, alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    tag = player.client.get(player.path).headers["ETag"]
    assert player.client.get(player.path, headers={"If-None-Match": tag}).status_code == 304
    assert player.send(1, "boast").status_code == 200
    assert player.send(1, "boast").status_code == 409
    assert figures.grown("citadels_request_seconds_count") == {
        "GET,game,200": 1,
        "GET,game,304": 1,
        "POST,game-commands,200": 1,
        "POST,game-commands,409": 1,
    }
    assert figures.grown("citadels_commands_total") == {"played": 1, "stale_decision": 1}


def test_a_command_that_loses_the_database_is_counted(
    figures: Figures,
    alice: User,
    bob: User,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)

    def fails(**words: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr("games.play.api.views.command_send", fails)
    assert player.send(1, "boast").status_code == 503
    assert figures.grown("citadels_commands_total") == {"unavailable": 1}
    assert figures.grown("citadels_request_seconds_count")["POST,game-commands,503"] == 1


def test_bulk_actions_are_counted_when_they_are_stored(
    figures: Figures, ada: User, maya: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        PAUSE_ALL.run(by=ada, reason="A card is broken.")
        UNPAUSE_ALL.run(by=ada, reason="It is fixed.")
        assert figures.grown("citadels_bulk_actions_total") == {}, "nothing is stored yet"
        EXTEND_ALL.run(by=ada, length=timedelta(days=1), reason="The service was away.")
        with pytest.raises(NotPermitted):
            PAUSE_ALL.run(by=maya, reason="I may not.")
    assert figures.grown("citadels_bulk_actions_total") == {
        "pause_all": 1,
        "unpause_all": 1,
        "extend_all": 1,
    }


def test_commands_are_counted_by_what_became_of_them(
    figures: Figures, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    assert player.post("dry-runs", {"decision": 1, "choices": ["boast"]})
    for _ in range(2):
        assert player.send(1, "boast", key="k").status_code == 200
    assert Player(client_of(charlie), game.id).send(2, "boast").status_code == 403
    assert figures.grown("citadels_commands_total") == {
        "played": 1,
        "replayed": 1,
        "not_seated": 1,
    }


def test_what_callers_choose_makes_no_figure_of_its_own(
    figures: Figures, client_of: ClientOf, alice: User
) -> None:
    client = client_of(alice)
    for word in ("one", "two"):
        client.get(f"/api/v1/{word}/")
        client.generic(word.upper(), f"/api/v1/users/{word}/")
    assert set(figures.grown("citadels_request_seconds_count")) == {"GET,-,404", "-,user,405"}


def test_bots_are_counted_and_those_that_fail(
    figures: Figures, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    assert turns.bot_turn_play(game_id=game.id) is not None
    assert figures.grown("citadels_bot_seconds_count") == {"easy": 1}
    monkeypatch.setattr(turns, "bot_choice", lambda bots, **words: "nonsense")
    assert turns.bot_turn_play(game_id=game.id) is not None
    assert figures.grown("citadels_bot_seconds_count") == {"easy": 2}
    assert figures.grown("citadels_bots_failed_total") == {"easy": 1}


def test_what_is_due_is_counted_when_a_sweep_takes_it_on(
    figures: Figures, alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    clock.shift(DAY + fire_delay() + timedelta(seconds=4))
    failed: list[object] = []

    def one_fails(*, game_id: UUID) -> bool:
        if not failed:
            failed.append(game_id)
            raise ZeroDivisionError
        return deadline_resolve(game_id=game_id)

    monkeypatch.setattr(sweeps, "deadline_resolve", one_fails)
    timers_sweep()
    assert figures.grown("citadels_timer_lag_seconds_count") == {"deadline": 2}
    assert figures.grown("citadels_attempts_failed_total") == {"deadline": 1}


# --- what is read ---------------------------------------------------------------------------------


def scrape_port() -> dict[str, float]:
    """What Prometheus is told by the port, as a process without others answers it."""
    count_request("GET", "game", 200, 0.01)
    environ: dict[str, Any] = {}
    setup_testing_defaults(environ)
    reply = make_wsgi_app(exporter.registry())(environ, lambda status, headers: None)
    lines = b"".join(reply).decode().splitlines()
    figures = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in figures}


def test_the_port_tells_how_the_service_stands(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "queue_lengths", lambda: {"bots": 7})
    games = [shown_up(start_game(alice, bob, pace=A_DAY_EACH)) for _ in range(3)]
    heartbeat()
    quarantine(game_id=games[0].id)
    with transaction.atomic():
        game = game_lock(games[1].id)
        pause_add(game=game, seats=seats_of(game), kind=PauseKind.MODERATOR, now=timezone.now())
        game_save(game)
    clock.shift(DAY + fire_delay() + timedelta(seconds=30))
    figures = scrape_port()
    assert figures["citadels_database_up"] == figures["citadels_broker_up"] == 1
    assert figures['citadels_queue_length{queue="bots"}'] == 7
    assert figures["citadels_games_quarantined"] == 1
    assert figures["citadels_games_frozen"] == 1
    assert figures["citadels_maintenance"] == 0
    maintenance_begin(by=None, reason="A new version.")
    assert scrape_port()["citadels_maintenance"] == 1
    assert figures['citadels_due{kind="deadline"}'] == 1
    assert figures['citadels_due_oldest_seconds{kind="deadline"}'] == 30
    assert figures['citadels_heartbeat_age_seconds{driver="sweeps"}'] > DAY.total_seconds()
    assert figures['citadels_outbox{kind="entry"}'] == OutboxEntry.objects.count() > 0
    assert figures['citadels_outbox_oldest_seconds{kind="entry"}'] > DAY.total_seconds()
    assert any(name.startswith("citadels_request_seconds") for name in figures)


def test_what_was_counted_is_told_without_a_database_or_a_broker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(**words: Any) -> Any:
        raise OperationalError("gone")

    def gone_too() -> Any:
        raise RedisError("gone")

    monkeypatch.setattr(db_metrics, "heartbeat_ages", gone)
    monkeypatch.setattr(collector, "queue_lengths", gone_too)
    figures = scrape_port()
    assert figures["citadels_database_up"] == figures["citadels_broker_up"] == 0
    assert "citadels_games_frozen" not in figures
    assert any(name.startswith("citadels_request_seconds") for name in figures)


@pytest.mark.redis
def test_messages_that_wait_in_redis_are_told(settings: Any) -> None:
    with Redis.from_url(settings.REDIS_URL) as broker:
        name = f"test-{uuid4()}"
        broker.rpush(name, "one", "two")
        try:
            settings.CELERY_TASK_ROUTES = {"*": {"queue": name}}
            assert queue_lengths()[name] == 2
        finally:
            broker.delete(name)


def test_the_age_of_the_last_backup_is_told(settings: Any, tmp_path: Path) -> None:
    assert "citadels_backup_age_seconds" not in scrape_port()
    settings.BACKUP_STAMP = str(tmp_path / "last")
    assert scrape_port()["citadels_backup_age_seconds"] == math.inf
    (tmp_path / "last").touch()
    os.utime(tmp_path / "last", (0, time.time() - 7200))
    assert scrape_port()["citadels_backup_age_seconds"] == pytest.approx(7200, abs=60)


def test_nobody_listens_unless_a_port_is_set(settings: Any) -> None:
    settings.METRICS_PORT = 0
    assert exporter.serve() is None


# --- what is said of them ------------------------------------------------------------------------


ROLES = re.compile("citadels_(app|owner|backup|replication)")
"""Of the database, which monitor.md names, too."""


def named(text: str) -> set[str]:
    found = set(re.findall(r"\bcitadels_\w+\b(?!-\*\.whl)", text))
    return {name for name in found if not ROLES.fullmatch(name)}


def existing() -> set[str]:
    """Every figure, by all the names that Prometheus may know it by."""
    counted = {family.name: family.type for family in REGISTRY.collect()}
    names = {f"{name}_total" for name, kind in counted.items() if kind == "counter"}
    for name, kind in counted.items():
        if kind == "histogram":
            names |= {name} | {f"{name}_{part}" for part in ("bucket", "count", "sum")}
    return {name for name in names if name.startswith("citadels_")} | read_from_elsewhere()


def read_from_elsewhere() -> set[str]:
    return {
        f"{family.name}_info" if family.type == "info" else family.name
        for family in ServiceCollector().collect()
    }


def test_every_figure_of_an_alert_exists_and_every_figure_is_written_down(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr(collector, "queue_lengths", lambda: {"bots": 0})
    settings.BACKUP_STAMP = str(tmp_path / "last")
    docs = Path(settings.BASE_DIR) / "docs"
    text = (docs / "alerts.yml").read_text(encoding="utf-8")
    rules = [rule for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]
    for rule in rules:
        assert named(rule["expr"]) or "up{" in rule["expr"], rule
        assert named(rule["expr"]) <= existing(), rule
        assert rule["labels"]["severity"] in ("page", "ticket", "info")
        assert rule["annotations"]["summary"]
    table = named((docs / "operations" / "monitor.md").read_text(encoding="utf-8"))
    assert table <= existing()
    whole = {re.sub(r"_(bucket|count|sum)$", "", name) for name in existing()}
    assert whole <= table
