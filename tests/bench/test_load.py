"""The parts of the load test: what its users send, and how their requests are counted."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client

from bench.load import plot, report
from bench.load.forms import PROCESSES
from bench.load.pace import USUAL, WEIGHT, Pace
from bench.load.player import LOBBY, TURNS, Player, Reply
from bench.load.prepare import PARTY, TABLES, games_open, users_make, whole_games_measure
from bench.load.watch import Postgres, Sample, Usage, Watch, families, family_by_name
from bench.service import ROOT, name_of
from clients.python.citadels_client.streaming import messages
from games.models import Game, IdempotencyKey, Move, Seat
from games.streams.messages import HEARTBEAT, RETRY, message
from tests.faults.processes import database_url


class Browser:
    """Sends the requests of a player to the API of this process, and notes them."""

    def __init__(self) -> None:
        self.client = Client()
        self.sent: list[tuple[str, int]] = []
        self.planned: list[Callable[[], object]] = []
        self.headers: list[dict[str, str]] = []

    def send(
        self, operation: str, method: str, path: str, headers: dict[str, str], body: bytes | None
    ) -> Reply:
        reply = self.client.generic(method, path, body or b"", headers=headers)
        self.sent.append((operation, reply.status_code))
        self.headers.append(headers)
        return Reply(reply.status_code, reply.headers.get("ETag", ""), reply.content)

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        self.planned.append(work)

    def new(self) -> list[tuple[str, int]]:
        """Return what was sent since the last call."""
        sent, self.sent = self.sent, []
        return sent


def player_of(token: str, seed: int = 1) -> tuple[Player, Browser]:
    browser = Browser()
    player = Player(token, send=browser.send, later=browser.later, rng=Random(seed))
    return player, browser


@pytest.fixture
def party(db: None) -> list[tuple[Player, Browser]]:
    """Four players in one game of Citadels, whose seats are in this order."""
    users, tokens = users_make(PARTY)
    game = games_open(users)
    assert game == len(TABLES)
    return [player_of(token, seed) for seed, token in enumerate(tokens)]


def game_of_four() -> Game:
    return Game.objects.filter(ruleset="citadels", free_seats=0).exclude(seats__bot__gt="")[0]


def to_act(party: list[tuple[Player, Browser]], game: Game) -> tuple[Player, Browser]:
    """Return the player who has to decide, with the table open, and forget what they sent."""
    for player, browser in party:
        player.open_game(str(game.id))
        browser.new()
    return next(
        (player, browser)
        for player, browser in party
        if player.table["your_seat"] == player.table["decision"]["seat"]
    )


# --- the requests of users ---------------------------------------------------------------------


def test_every_member_of_a_party_plays_in_four_games_of_all_kinds(
    party: list[tuple[Player, Browser]],
) -> None:
    assert Game.objects.filter(status="active").count() == len(TABLES)
    people = Seat.objects.filter(bot="").values_list("user", flat=True)
    assert sorted(people.order_by().distinct()) == sorted(set(people))
    assert len(people) == 4 * PARTY
    assert Seat.objects.exclude(bot="").count() == 4


def test_a_page_that_has_not_changed_is_answered_without_its_content(
    party: list[tuple[Player, Browser]],
) -> None:
    player, browser = party[0]
    player.open()
    first = browser.new()
    player.refresh()
    again = browser.new()
    assert [status for _, status in first] == [200] * len(first)
    assert again == [(operation, 304) for operation, _ in first[2:]]
    assert player.page == TURNS


def test_a_move_is_previewed_sent_once_and_shown(party: list[tuple[Player, Browser]]) -> None:
    player, browser = to_act(party, game_of_four())
    decision = player.table["decision"]["id"]
    player.play(player.table["decision"]["options"][0]["choice"])
    assert browser.new() == [("picture", 200), ("command", 200), ("picture", 200)]
    assert player.table["decision"]["id"] == decision + 1
    key = next(one["Idempotency-Key"] for one in browser.headers if "Idempotency-Key" in one)
    assert IdempotencyKey.objects.get().key == key


def test_the_pages_of_others_fetch_what_has_changed_and_not_their_own_move(
    party: list[tuple[Player, Browser]],
) -> None:
    game = game_of_four()
    player, browser = to_act(party, game)
    other, browser_of_other = next(pair for pair in party if pair[0] is not player)
    player.play(player.table["decision"]["options"][0]["choice"])
    browser.new()
    now = player.table
    changed = {
        "game": str(game.id),
        "version": Game.objects.get(id=game.id).version,
        "status": now["status"],
        "decision": now["decision"],
        "messages": {},
    }
    for one in (player, other):
        one.hear("event", {"game": str(game.id)})
        one.hear("changed", changed)
        one.hear("changed", changed)
    assert browser.new() == []
    assert browser_of_other.new()[0] == ("view", 200)
    assert other.table["decision"]["id"] == now["decision"]["id"]
    assert [len(one.planned) for one in (browser, browser_of_other)] == [1, 1]
    browser.planned[0]()
    assert [operation for operation, _ in browser.new()] == ["inbox"]


@pytest.mark.slow
def test_users_who_do_one_thing_after_another_are_never_refused(
    party: list[tuple[Player, Browser]],
) -> None:
    for player, _ in party:
        player.open()
        assert player.stream_url().startswith("http")
    for _ in range(30):
        for player, _ in party:
            player.act()
    for player, _ in party[:2]:
        player.open_lobby()
    for player, _ in party[:2]:  # whatever chance has made of the thirty rounds
        player.open_game(str(game_of_four().id))
        player.write_chat()
    sent = [pair for _, browser in party for pair in browser.sent]
    assert {status for _, status in sent} <= {200, 201, 204, 304}
    operations = {operation for operation, _ in sent}
    assert operations >= {"view", "picture", "events", "chat", "command", "inbox", "lobby"}
    assert operations >= {"create a game", "join", "chat, write", "chat, read", "my games"}
    assert Move.objects.filter(actor="player").count() == sum(
        operation == "command" for operation, _ in sent
    )
    assert all(player.page != LOBBY for player, _ in party)


def test_messages_of_a_stream_are_read_as_the_service_writes_them() -> None:
    changed = {"game": "one", "text": "é: event: x"}
    written = [RETRY, message("snapshot", {"games": []}, "a"), HEARTBEAT]
    written += [message("changed", changed), b"id: 7\n\n"]
    found = [(kind, data) for kind, _, data in messages(written) if kind]
    assert found == [("snapshot", {"games": []}), ("changed", changed)]


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.django_db
def test_whole_games_store_moves_and_nothing_fails() -> None:
    found = whole_games_measure(users_make(PARTY)[0], 1)
    assert {row["games"] for row in found.values()} == {1}
    for ruleset, row in found.items():
        moves = Move.objects.filter(game__ruleset=ruleset, number__gt=0).count()
        assert row["moves"] == moves > 40
        assert row["bytes"] == sum(row["tables"].values())
        assert row["tables"]["games_move"] > 0
    assert set(Game.objects.values_list("status", flat=True)) == {"finished"}


# --- the pace ----------------------------------------------------------------------------------


def test_users_think_so_long_that_the_planned_requests_come_of_it() -> None:
    pace = Pace(players=300, requests_per_second=100)
    assert pace.mean() == 300 * USUAL / 100
    pace.acts, pace.requests = 9 * WEIGHT, int(9 * WEIGHT * 2 * USUAL)
    assert pace.mean() == pytest.approx(300 * 1.9 * USUAL / 100)
    rng = Random(1)
    thoughts = [pace.think(rng) for _ in range(10_000)]
    assert sum(thoughts) / len(thoughts) == pytest.approx(pace.mean(), rel=0.05)


# --- percentiles and tables --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([5.0], 99, 5.0),
        ([3.0, 1.0, 2.0, 4.0], 50, 2.0),
        ([float(number) for number in range(1, 101)], 95, 95.0),
        ([float(number) for number in range(1, 102)], 99, 100.0),
        ([1.0] * 99 + [9.0], 99, 1.0),
        ([1.0] * 98 + [9.0] * 2, 99, 9.0),
    ],
)
def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed(
    values: list[float], percent: float, expected: float
) -> None:
    assert report.percentile(values, percent) == expected


def test_seconds_become_milliseconds_and_nothing_has_no_percentiles() -> None:
    assert report.percentiles([0.001, 0.002]) == {"p50": 1.0, "p95": 2.0, "p99": 2.0}
    assert report.percentiles([]) is None


def row_of(name: str, count: int, **more: Any) -> dict[str, str]:
    row = {
        "Name": name,
        "Request Count": count,
        "Failure Count": 0,
        "Average Content Size": 10.4,
        "Timestamp": 100,
        "Requests/s": 7.5,
        **dict.fromkeys(("50%", "95%", "99%"), 12),
    }
    return {name: str(value) for name, value in {**row, **more}.items()}


def test_tables_of_locust_are_read_without_operations_that_nobody_used() -> None:
    rows = [row_of("view", 3, **{"99%": 40}), row_of("join", 0), row_of(report.AGGREGATED, 3)]
    found = report.operations_of(rows)
    assert list(found) == ["view", report.AGGREGATED]
    expected = {"count": 3, "failures": 0, "p50": 12, "p95": 12, "p99": 40, "bytes": 10}
    assert found["view"] == expected


def test_the_course_begins_when_all_users_are_there() -> None:
    rows = [
        row_of(report.AGGREGATED, 1, Timestamp=99),
        row_of(report.AGGREGATED, 1),
        row_of("view", 1),
        row_of(report.AGGREGATED, 1, Timestamp=101, **{"50%": report.NOT_MEASURED}),
    ]
    assert report.moments_of(rows, 100) == [report.Moment(100, 7.5, (12, 12, 12))]


def test_costs_are_those_of_the_service_and_not_of_the_measurement() -> None:
    operations = {"command": {"count": 10}, report.AGGREGATED: {"count": 200}}
    usage = {
        "web": Usage(20, 100, 3),
        "postgres": Usage(5, 50, 9),
        "worker": Usage(5, 90, 3),
        "generator": Usage(70, 60, 1),
    }
    found = report.costs(operations, usage, seconds=20)
    assert found["web_and_database_percent"] == 25
    assert found["generator_percent"] == 70
    assert (found["requests_per_second"], found["requests_per_command"]) == (10, 20)
    assert found["cpu_ms_per_request"] == 30  # 30 % of 20 seconds for 200 requests
    assert found["cpu_ms_per_command"] == 600


def test_a_goal_is_missed_by_one_error_or_by_a_slow_percentile() -> None:
    good: dict[str, Any] = {
        "operations": {report.AGGREGATED: {"p99": 100}},
        "requests_per_second": 99,
        "errors": [],
        "web_and_database_percent": 60,
    }
    assert set(report.check("production", good).values()) == {True}
    slow = {**good, "operations": {report.AGGREGATED: {"p99": 101}}}
    for bad in (slow, {**good, "errors": ["one"]}, {**good, "web_and_database_percent": 61}):
        assert sorted(report.check("production", bad).values()) == [False, True, True, True]
    assert len(report.check("embedded", good)) == 3


def test_the_picture_is_well_formed_and_has_a_line_for_each_figure() -> None:
    samples = [Sample(100.0 + n, {"web": 0.1 * n, "a & b": 0.2 * n}, n) for n in range(5)]
    moments = [report.Moment(100.0 + n, 5.0, (1.0, 2.0, 3.0)) for n in range(5)]
    drawn = ElementTree.fromstring(plot.draw("a < b", moments, samples))
    lines = drawn.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 3 + 1 + 2
    seconds, percent = plot.cpu_lines(samples, 100.0)["web"][0]
    assert (seconds, round(percent)) == (1.0, 10)


# --- processes ---------------------------------------------------------------------------------


def test_cpu_of_processes_that_ended_still_counts_and_numbers_may_come_again() -> None:
    used = {1: 1.0, 2: 5.0}
    roles: dict[str, list[int]] = {"web": [1, 2]}
    watch = Watch(lambda: roles, cpu=lambda pid: used.get(pid, 0.0), pss=lambda pid: 10.0)
    watch.sample(with_memory=True)
    del used[2]  # it has ended, but is still listed
    used[1] = 1.5
    watch.sample(with_memory=False)
    roles["web"] = [1]
    watch.sample(with_memory=False)
    used[2] = 0.25  # a new process with the same number
    roles["web"] = [1, 2]
    watch.sample(with_memory=True)
    assert [sample.cpu["web"] for sample in watch.samples] == [6.0, 6.5, 6.5, 6.75]
    watch.samples[:] = [
        sample._replace(at=at, machine=at) for at, sample in enumerate(watch.samples)
    ]
    assert watch.usage(0, 3) == {"web": Usage(25.0, 20.0, 2)}
    assert watch.others(0, 3) == 75.0
    with pytest.raises(ValueError, match="too short"):
        watch.usage(3, 3)


BURN = "import time\nwhile time.process_time() < {}: pass\nprint(flush=True)\ninput()"


def test_children_count_for_the_role_of_their_parent() -> None:
    inner = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BURN.format(0.4)!r}])"
    command = [sys.executable, "-c", inner]  # 0.4, since /proc counts whole ticks only
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()
        watch = Watch(lambda: families({"burner": process.pid}))
        watch.sample(with_memory=True)
        name = name_of(process.pid)
        roles = family_by_name(process.pid, {name: "child"})
        process.stdin.write(b"\n")
    assert watch.samples[0].cpu["burner"] >= 0.3
    assert watch.samples[0].machine >= watch.samples[0].cpu["burner"]
    assert watch.processes["burner"] == 2
    assert watch.megabytes["burner"] > 1
    assert (roles["up"], len(roles["child"])) == ([process.pid], 1)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_backends_of_the_database_are_found_and_its_work_is_counted() -> None:
    postgres = Postgres(database_url())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
        found = postgres.pids()
        assert postgres.connection.info.backend_pid not in found["postgres"]
        if name_of(backend) == "postgres":  # it runs on this machine
            assert backend in found["postgres"]
        postgres.begin()
        for _ in range(50):
            cursor.execute("SELECT 1")
    connection.close()  # a backend reports its statistics at the latest when it ends
    until = time.monotonic() + 60
    while postgres.work()["counters"]["xact_commit"] < 50 and time.monotonic() < until:
        time.sleep(0.05)
    assert postgres.work()["counters"]["xact_commit"] >= 50
    postgres.connection.close()


def test_production_runs_the_processes_of_the_compose_file() -> None:
    compose = (ROOT / "docker-compose.yml").read_text()
    web, *others = PROCESSES.values()
    for command in others:
        words = command.split(" --schedule")[0].replace(" --quiet", "")
        words = words.replace("manage run", "python manage.py run")
        assert f"command: {words}\n" in compose
    image = (ROOT / "Dockerfile").read_text()
    assert '"core.serve", "web"' in image
    assert '"--workers", "2"' in image
    assert web.startswith("core.serve web --workers 2 ")
