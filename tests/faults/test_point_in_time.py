"""The primary is lost under load: a standby loses no move, an archive those of a minute.

`make rehearse-pitr` shows it. The commands are those of docs/operations/recover.md, word for word,
and the processes connect as the roles of deploy/ do, to PostgreSQL and to Redis.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import pytest
from django.conf import settings
from redis import Redis, RedisError

from tests.faults.clusters import BINARIES, Cluster, clusters
from tests.faults.figures import Note
from tests.faults.lengths import in_full
from tests.faults.processes import HANG, Service, service
from tests.faults.servers import free_port
from tests.faults.topology import Node
from tests.faults.waiting import until
from tests.operations.test_roles import PASSWORDS, ROLES
from tests.operations.test_upgrade import (
    CASTLE,
    CITADELS,
    PLAYED,
    SETTINGS,
    Player,
    at_work,
    manage,
    reply_check,
)
from tests.rehearsal import documented

REDIS_SERVER = shutil.which("redis-server")
pytestmark = [
    pytest.mark.fault(21),
    pytest.mark.slow,
    pytest.mark.skipif(BINARIES is None, reason="needs the programs of a PostgreSQL server"),
    pytest.mark.skipif(shutil.which("pgbackrest") is None, reason="needs pgbackrest (Debian)"),
    pytest.mark.skipif(REDIS_SERVER is None, reason="needs redis-server (Debian)"),
]
DEPLOY = settings.BASE_DIR / "deploy"
ARCHIVE_SECONDS = in_full(60, otherwise=4)
"""In full the time of deploy/postgres/archive.conf."""
ROLE = "citadels_app:of-the-app"
MOVES = 3
"""Moves that each player makes, at least, between two steps."""
KINDS = ("web", "worker", "worker-bots", "beat")


class LedgerPlayer(Player):
    """A player who also notes when each of their moves was acknowledged."""

    def __init__(self, *words: Any) -> None:
        self.times: list[float] = []
        super().__init__(*words)

    def play(self, game: str) -> str:
        status = super().play(game)
        self.times += [monotonic()] * (len(self.moves) - len(self.times))
        return status


def archive_settings() -> dict[str, str]:
    """Return deploy/postgres/archive.conf, with the archive's time of this test."""
    text = (DEPLOY / "postgres" / "archive.conf").read_text(encoding="utf-8")
    found = dict(re.findall(r"^(\w+) = '?([^'\n]+)'?$", text, re.MULTILINE))
    assert found["archive_timeout"] == "60"
    return {**found, "archive_timeout": str(ARCHIVE_SECONDS)}


@contextmanager
def restricted_redis(folder: Any) -> Iterator[str]:
    """Run Redis as deploy/redis/start.sh does, and yield the address for its only user."""
    port = free_port()
    script = (DEPLOY / "redis" / "start.sh").read_text(encoding="utf-8")
    script = script.replace("/tmp/users.acl", f"{folder}/users.acl")
    words = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    command = ["sh", "-c", script, "start.sh", *words]
    environment = {"PATH": "/usr/bin:/bin", "REDIS_PASSWORD": "of-redis"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            url = f"redis://citadels:of-redis@127.0.0.1:{port}/0"
            until(lambda: is_answering(url))
            yield url
        finally:
            process.kill()


def is_answering(url: str) -> bool:
    try:
        with Redis.from_url(url) as client:
            return bool(client.ping())
    except RedisError:
        return False


@pytest.mark.parametrize("words", ["FLUSHALL", "CONFIG GET *", "KEYS *", "SHUTDOWN", "ACL LIST"])
def test_the_user_of_redis_runs_no_dangerous_command(words: str, tmp_path: Any) -> None:
    with restricted_redis(tmp_path) as url, Redis.from_url(url) as client:
        assert client.incr("counter") == 1
        with pytest.raises(RedisError, match="no permissions"):
            client.execute_command(*words.split())
        with pytest.raises(RedisError, match="uthenticat"):
            Redis.from_url(url.replace("citadels:of-redis@", "")).ping()


@contextmanager
def players_on(running: Service) -> Iterator[list[LedgerPlayer]]:
    """Start the processes, and yield players with two games each against bots."""
    nodes = [Node(running, kind) for kind in KINDS]
    for node in nodes:
        node.wait_until_up()
    players = [LedgerPlayer(name, [nodes[0].port]) for name in ("alice", "bob")]
    for player in players:
        player.games = [player.begin(CITADELS), player.begin(CASTLE)]
    yield players
    for node in nodes:
        node.kill()


def ledger_of(players: list[LedgerPlayer]) -> dict[tuple[str, int], float]:
    """Return the moves that were acknowledged so far, and when."""
    return {
        move: at
        for player in players
        for move, at in zip(list(player.moves), list(player.times), strict=False)
    }


def moved_check(players: list[LedgerPlayer]) -> Any:
    """Return a function that is True when each player has moved some times from now on."""
    before = [len(player.moves) for player in players]
    return lambda: all(
        len(player.moves) >= count + MOVES for player, count in zip(players, before, strict=True)
    )


def restore(server: Cluster, block: str, **words: object) -> float:
    """Restore the archive by a block of the documentation; return how many seconds it took."""
    began = monotonic()
    server.run(documented("Archive")[block], **words)
    server.start()
    until(lambda: server.query("SELECT pg_is_in_recovery()") == [(False,)], patience=HANG)
    return monotonic() - began


def played_moves(server: Cluster) -> list[tuple[str, int]]:
    return server.query(PLAYED, "citadels")


def verify(running: Service, server: Cluster) -> None:
    """Replay every game; the command fails if one differs."""
    running.more["DATABASE_URL"] = f"postgres://{ROLE}@127.0.0.1:{server.port}/citadels"
    manage(running, "verify_replays", "--all-running", "--finished")


@pytest.mark.skipif(
    "CI" in os.environ and not in_full(True, otherwise=False),
    reason="takes minutes, which CI does not have: run make rehearse-pitr",
)
def test_a_lost_primary_costs_nothing_with_a_standby_and_a_minute_with_an_archive(
    note: Note,
) -> None:
    with (
        clusters("primary", "standby", "restored") as (primary, standby, restored),
        service() as running,
        restricted_redis(running.folder) as redis,
    ):
        primary.create()
        primary.start(**archive_settings())
        primary.query("CREATE DATABASE citadels")
        primary.run(f"psql --quiet --file={ROLES} citadels", **PASSWORDS)
        running.more = {**SETTINGS, "REDIS_URL": redis}
        running.more["DATABASE_URL"] = primary.address("citadels_owner", "of-the-owner", "citadels")
        manage(running, "migrate", "--verbosity=0")
        archive, standing_by = documented("Archive"), documented("Standby")
        primary.run(archive["prepare"])
        primary.run(archive["back up"])
        primary.run(standing_by["synchronize"])  # a standby that is made later has the setting, too
        follow = f"host=127.0.0.1 port={primary.port} user=citadels application_name=standby"
        standby.run(standing_by["stand by"], PRIMARY=follow)
        standby.start()
        synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        until(lambda: primary.query(synchronous) == [(1,)])

        servers = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
        words = "target_session_attrs=read-write"
        running.more["DATABASE_URL"] = f"postgres://{ROLE}@{servers}/citadels?{words}"
        with players_on(running) as players:
            with at_work(*players) as wait:
                wait(moved_check(players))
                archived = ledger_of(players)
                ((segment, moment),) = primary.query(
                    "SELECT pg_walfile_name(pg_current_wal_lsn()), now()"
                )
                last = "SELECT last_archived_wal FROM pg_stat_archiver"
                began = monotonic()
                wait(lambda: primary.query(last)[0][0] >= segment, HANG)
                took = monotonic() - began
                wait(moved_check(players))
                acknowledged, killed = ledger_of(players), monotonic()
                primary.kill()
                standby.run(standing_by["fail over"])
                wait(reply_check(*players))
                outage = monotonic() - killed
                wait(moved_check(players))
            everything = ledger_of(players)
        assert "no permissions" not in running.said(), "a process needs a command of Redis"

        assert sorted(played_moves(standby)) == sorted(everything)
        verify(running, standby)

        seconds = restore(restored, "restore")
        recovered = set(played_moves(restored))
        lost = sorted(at for move, at in acknowledged.items() if move not in recovered)
        assert archived.keys() <= recovered <= acknowledged.keys()
        verify(running, restored)

        restored.run("pg_ctl stop --mode=fast")
        restore(restored, "restore to a time", TIME=moment)
        assert archived.keys() <= set(played_moves(restored)) <= recovered
    note("moves acknowledged at the kill", len(acknowledged))
    note("lost by the standby", len(acknowledged.keys() - everything.keys()))
    note("answers again after s", outage)
    note("lost by the archive", len(lost))
    note("acknowledged within the last s", killed - lost[0] if lost else 0.0)
    note("archive_timeout s", ARCHIVE_SECONDS)
    note("until a segment was archived s", took)
    note("restored in s", seconds)
