"""The service in processes of its own, on the test's database and a Redis of the test's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

from django.conf import settings
from django.db import connection
from redis import Redis

from serving.dev_services import answers, valkey_binary, valkey_command
from tests.faults.waiting import until

SWEEP_SECONDS = 1
LEASE_SECONDS = 2
QUICK = {
    "SWEEP_SECONDS": SWEEP_SECONDS,
    "LEASE_SECONDS": LEASE_SECONDS,
    "WAKE_SECONDS": 1,
}
HANG = 180.0
"""Seconds after which a process counts as hanging. Not a measure of speed: machines differ."""


class Broker:
    """A Redis that may be killed."""

    def __init__(self, folder: Path) -> None:
        binary = valkey_binary()
        assert binary is not None
        self.socket = folder / "redis.sock"
        more = ("--save", "", "--enable-protected-configs", "yes")
        self.command = [*valkey_command(binary, folder, self.socket), *more]
        self.start()

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        until(lambda: answers(self.socket))

    def flush(self) -> None:
        """It forgets everything."""
        with Redis(unix_socket_path=str(self.socket)) as client:
            client.flushall()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def lose_disk(self) -> None:
        """Take away the folder for snapshots: Redis then refuses every write, and even PING."""
        gone = self.socket.parent / "gone"
        gone.mkdir()
        with Redis(unix_socket_path=str(self.socket)) as client:
            client.config_set("dir", str(gone))
            gone.rmdir()
            client.config_set("save", "3600 1")
            client.bgsave()
        until(lambda: not answers(self.socket))

    def find_disk(self) -> None:
        """Give Redis a folder again: it takes writes as soon as a snapshot has succeeded."""
        with Redis(unix_socket_path=str(self.socket)) as client:
            client.config_set("dir", str(self.socket.parent))
            client.bgsave()
        until(lambda: answers(self.socket))


class Service:
    """Processes of the service: started by name, stopped all in the end."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.broker = folder, Broker(folder)
        self.running: list[subprocess.Popen[bytes]] = []
        self.more: dict[str, str] = {}
        """Of the environment, for what is started from now on."""
        self.tree = settings.BASE_DIR
        """The code of what is started from now on."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self.running:
            self.kill(process)
        self.broker.kill()

    def worker(self, concurrency: int = 1) -> subprocess.Popen[bytes]:
        return self.celery(
            *("worker", "--concurrency", str(concurrency), "--queues", "timers,bots"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        )

    def beat(self) -> subprocess.Popen[bytes]:
        schedule = self.folder / f"beat-{len(self.running)}"
        return self.celery("beat", "--schedule", str(schedule))

    def celery(self, *words: str) -> subprocess.Popen[bytes]:
        return self.start("-m", "celery", "--app", "citadels", "--quiet", *words)

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *words],
                env=self.env(),
                cwd=self.tree,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.running.append(process)
        return process

    def env(self) -> Mapping[str, str]:
        return {
            **os.environ,
            **{name: str(value) for name, value in QUICK.items()},
            "DJANGO_SETTINGS_MODULE": "citadels.settings.dev",
            "BOT_MOVE_MS": "0",
            "DATABASE_URL": database_url(),
            "REDIS_URL": self.broker.url,
            "VAR_DIR": str(self.folder),
            "EMAIL_URL": "dummymail://",
            **self.more,
        }

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """SIGKILL for it and for its children."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def said(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")


def database_url() -> str:
    """The address of the database that this test uses."""
    words = connection.settings_dict
    password = f":{quote(words['PASSWORD'])}" if words["PASSWORD"] else ""
    return f"postgres://{words['USER']}{password}@{words['HOST']}:{words['PORT']}/{words['NAME']}"


@contextmanager
def service() -> Iterator[Service]:
    """A folder and a Redis for a service, of which nothing runs yet."""
    with tempfile.TemporaryDirectory(prefix="faults-") as name, Service(Path(name)) as found:
        yield found
