"""Each way in which the service can be down, with real processes and a real Prometheus.

`make rehearse-alarms` shows it in half an hour. Prometheus has the rules of docs/alerts.yml and the
intervals of deploy/prometheus.yml. deploy/alerts_test.yml covers the rules in every run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import requests
import yaml
from django.conf import settings

from tests.faults.clients import send
from tests.faults.clusters import BINARIES, clusters
from tests.faults.figures import Note
from tests.faults.lengths import in_full
from tests.faults.processes import HANG, Service
from tests.faults.servers import PRODUCTION_SETTINGS, free_port
from tests.faults.topology import Node
from tests.faults.waiting import until
from tests.operations.test_upgrade import manage
from tests.proxy import NGINX, make_certificate, proxy

PROMETHEUS = shutil.which("prometheus")
pytestmark = [
    pytest.mark.fault(23),
    pytest.mark.slow,
    pytest.mark.skipif(not in_full(1, otherwise=0), reason="half an hour: make rehearse-alarms"),
    pytest.mark.skipif(BINARIES is None, reason="needs the programs of a PostgreSQL server"),
    pytest.mark.skipif(NGINX is None, reason="needs nginx (Debian: nginx-light)"),
    pytest.mark.skipif(PROMETHEUS is None, reason="needs prometheus (Debian)"),
    pytest.mark.skipif(os.getuid() != 0, reason="mounting a small disk needs root"),
]
DEPLOY = settings.BASE_DIR / "deploy"
PATIENCE = 900.0
"""Seconds. The slowest alert waits for e-mails that are 300 seconds old."""
DISK = "worker-notify"
"""The machine that has a small disk."""


class Machine(Node):
    """A process on a machine of its own, which Prometheus scrapes."""

    metrics_port = 0

    def start(self, *, ahead: int = 0) -> None:
        """Start it, with a clock that is some seconds ahead."""
        self.metrics_port = self.metrics_port or free_port()
        if self.name == DISK and not self.folder.is_mount():
            options = "size=24m,mode=0700"
            subprocess.run(
                ["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.folder], check=True
            )
        more = {"METRICS_PORT": str(self.metrics_port)}
        if ahead:
            clock = str(Path(__file__).parent / "clock")
            more |= {"CLOCK_SHIFT": str(ahead), "PYTHONPATH": clock}
        before = self.service.more
        self.service.more = {**before, **more}
        super().start()
        self.service.more = before

    def restart(self, *, ahead: int = 0) -> None:
        self.kill()
        self.start(ahead=ahead)
        self.wait_until_up()

    def fill_disk(self) -> None:
        with suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def free_disk(self) -> None:
        (self.folder / "filler").unlink()


class Prometheus:
    """A Prometheus that scrapes these machines."""

    def __init__(self, folder: Path, machines: list[Machine]) -> None:
        text = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8")
        config = yaml.safe_load(text)
        shutil.copy(settings.BASE_DIR / "docs" / "alerts.yml", folder)
        (job,) = config["scrape_configs"]
        del job["dns_sd_configs"]
        targets = [f"127.0.0.1:{one.metrics_port}" for one in machines if one.kind != "beat"]
        job["static_configs"] = [{"targets": targets}]
        (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
        self.port = free_port()
        assert PROMETHEUS is not None
        with (folder / "prometheus.log").open("wb") as log:
            self.process = subprocess.Popen(
                [
                    PROMETHEUS,
                    f"--config.file={folder}/prometheus.yml",
                    f"--storage.tsdb.path={folder}/prometheus",
                    f"--web.listen-address=127.0.0.1:{self.port}",
                ],
                stdout=log,
                stderr=log,
            )

    def names(self, *states: str) -> set[str]:
        """Return the names of the alerts in these states: by default that fire, or will soon."""
        found = self.get("alerts", "alerts")
        return {
            alert["labels"]["alertname"]
            for alert in found
            if not states or alert["state"] in states
        }

    def is_up(self, machines: list[Machine]) -> bool:
        """True if it reads the metrics of all machines that have some."""
        found = self.query("up == 1")
        return len(found) == sum(one.kind != "beat" for one in machines)

    def query(self, expression: str) -> list[Any]:
        return self.get("query", "result", query=expression)

    def get(self, path: str, key: str, **query: str) -> list[Any]:
        """Return a list of its API; it is empty until Prometheus has started."""
        address = f"http://127.0.0.1:{self.port}/api/v1/{path}"
        try:
            reply = requests.get(address, query, timeout=10)
        except requests.ConnectionError:
            return []
        return list(reply.json()["data"][key]) if reply.ok else []


class Rehearsal:
    """The service, its proxy and Prometheus, of which parts are taken away."""

    def __init__(self, prometheus: Prometheus, note: Note) -> None:
        self.prometheus, self.note = prometheus, note

    def take_away(self, end: Callable[[], Any], back: Callable[[], Any], name: str) -> None:
        """Take something away, wait until the alert fires, and give it back."""
        until(lambda: name not in self.prometheus.names(), patience=PATIENCE)
        end()
        seconds = until(lambda: name in self.prometheus.names("firing"), patience=PATIENCE)
        self.note(f"{name} after s", round(seconds))
        sys.stdout.write(
            f"{name} after {seconds:.0f} s: {sorted(self.prometheus.names('firing'))}\n"
        )
        back()


class Proxy:
    """The nginx that `tests.proxy` runs, which can be stopped and get another certificate."""

    FILES = ("fullchain.pem", "privkey.pem")

    def __init__(self, folder: Path) -> None:
        self.folder, self.good = folder, folder / "good"
        self.good.mkdir()
        for name in self.FILES:
            shutil.copy(folder / name, self.good)

    def nginx(self, *words: str) -> subprocess.Popen[bytes]:
        assert NGINX is not None
        command = [NGINX, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), *words]
        return subprocess.Popen(command)

    def stop(self) -> None:
        assert self.nginx("-s", "stop").wait(HANG) == 0

    def start(self) -> None:
        self.nginx()

    def expire(self) -> None:
        make_certificate(self.folder, expired=True)
        self.nginx("-s", "reload").wait(HANG)

    def renew(self) -> None:
        for name in self.FILES:
            shutil.copy(self.good / name, self.folder)
        self.nginx("-s", "reload").wait(HANG)


def test_each_way_to_be_down_raises_its_alert(running: Service, note: Note) -> None:
    with clusters("database") as (database,), ExitStack() as stack:
        database.create()
        database.start()
        database.query("CREATE DATABASE citadels")
        folder = running.folder / "proxy"
        folder.mkdir()
        running.more = {
            **PRODUCTION_SETTINGS,
            "DATABASE_URL": database.address(name="citadels"),
            "EMAIL_URL": f"smtp://127.0.0.1:{free_port()}",  # nothing listens
            "SSL_CERT_FILE": str(folder / "good" / "fullchain.pem"),
        }
        manage(running, "migrate", "--verbosity=0")
        web, stream = Machine(running, "web"), Machine(running, "stream")
        port = stack.enter_context(proxy(folder, web=[web.port], stream=[stream.port]))
        front = Proxy(folder)
        stack.callback(front.stop)
        running.more["WEB_PROBE_URL"] = f"https://127.0.0.1:{port}/healthz"
        others = [Machine(running, kind) for kind in ("worker", "worker-bots", DISK, "beat")]
        worker, bots, notify, beat = others
        stack.callback(lambda: subprocess.run(["umount", "--lazy", notify.folder], check=True))
        machines = [web, stream, *others]
        for one in machines:
            one.wait_until_up()
        prometheus = Prometheus(running.folder, machines)
        stack.callback(prometheus.process.kill)
        until(lambda: prometheus.is_up(machines), patience=HANG)
        rehearsal = Rehearsal(prometheus, note)

        rehearsal.take_away(notify.fill_disk, notify.free_disk, "DiskFull")
        rehearsal.take_away(web.kill, web.restart, "WebGone")
        rehearsal.take_away(front.stop, front.start, "WebProbeFailing")
        rehearsal.take_away(front.expire, front.renew, "WebProbeFailing")
        rehearsal.take_away(lambda: bots.restart(ahead=3600), bots.restart, "ClockWrong")
        rehearsal.take_away(lambda: register(web.port), lambda: None, "MailFailing")
        rehearsal.take_away(stream.kill, stream.restart, "ProcessesGone")
        rehearsal.take_away(worker.kill, worker.restart, "SweepsStopped")
        rehearsal.take_away(beat.kill, beat.restart, "SweepsStopped")
        rehearsal.take_away(running.broker.kill, running.broker.start, "BrokerDown")
        rehearsal.take_away(database.kill, database.start, "DatabaseDown")
        rehearsal.take_away(lambda: kill(machines), lambda: None, "ServiceGone")


def kill(machines: list[Machine]) -> None:
    for one in machines:
        one.kill()


def register(port: int) -> None:
    """Register a user, who is sent an e-mail."""
    body = {"username": "alice", "password": "a-long-password-1", "email": "alice@example.org"}
    assert send(port, "POST", "/api/v1/auth/register/", body=body).status == 201
