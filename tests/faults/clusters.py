"""PostgreSQL servers of a test's own: they may be killed, archived, restored and promoted."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings

from tests.faults.processes import HANG
from tests.faults.servers import free_port
from tests.faults.waiting import until

BINARIES = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
"""The programs of the newest PostgreSQL that Debian has installed."""
POSTGRES: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}
"""PostgreSQL refuses to run as root."""
SUPERUSER = "citadels"
"""As in docker-compose.yml."""
PASSWORD = "of-a-test"
PGBACKREST = settings.BASE_DIR / "deploy" / "postgres" / "pgbackrest.conf"


class Cluster:
    """A PostgreSQL server in a folder. Those of one test share a repository of pgBackRest."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.port = folder, folder / "data", free_port()
        assert BINARIES is not None
        self.env = {
            "PATH": f"{BINARIES}:{os.environ['PATH']}",
            "PGDATA": str(self.data),
            "PGPORT": str(self.port),
            "PGHOST": str(folder),
            "PGUSER": SUPERUSER,
            "PGPASSWORD": PASSWORD,
            "PGBACKREST_CONFIG": str(PGBACKREST),
            "PGBACKREST_PG1_PATH": str(self.data),
            "PGBACKREST_PG1_PORT": str(self.port),
            "PGBACKREST_PG1_SOCKET_PATH": str(folder),
            "PGBACKREST_PG1_USER": SUPERUSER,
            "PGBACKREST_REPO1_PATH": str(folder.parent / "repository"),
            **{f"PGBACKREST_{kind}_PATH": str(folder) for kind in ("LOCK", "LOG", "SPOOL")},
        }
        self.process: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        """Make an empty server, to which all roles log in with their passwords."""
        (self.folder / "password").write_text(PASSWORD)
        self.run(
            f"initdb --username={SUPERUSER} --pwfile={self.folder}/password "
            "--auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --no-sync"
        )
        with (self.data / "pg_hba.conf").open("a") as file:
            file.write("host replication all 127.0.0.1/32 scram-sha-256\n")

    def start(self, **settings: object) -> None:
        """Start it, and return when it accepts connections.

        It does not wait for the disk: what its killed processes have written is there.
        """
        given = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "fsync": "off",
        }
        words = [f"-c{name}={value}" for name, value in (given | settings).items()]
        with (self.folder / "log").open("ab") as log:
            command = [f"{BINARIES}/postgres", *words]
            self.process = subprocess.Popen(
                command, env=self.env, cwd=self.folder, stdout=log, stderr=log, **POSTGRES
            )
        until(self.is_ready, patience=HANG)

    def is_ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "log").read_text()
        command = [f"{BINARIES}/pg_isready", "--quiet", "--host=127.0.0.1"]
        return subprocess.run(command, env=self.env, check=False).returncode == 0

    def run(self, commands: str, **env: object) -> str:
        """Return what commands print that run on the machine of the server; they must succeed."""
        done = subprocess.run(
            ["bash", "-euc", commands],
            env={**self.env, **{name: str(value) for name, value in env.items()}},
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **POSTGRES,
        )
        sys.stdout.write(f"$ {commands}\n{done.stdout}")
        assert done.returncode == 0, done.stdout
        return done.stdout

    def address(self, role: str = SUPERUSER, password: str = PASSWORD, name: str = "") -> str:
        return f"postgres://{role}:{password}@127.0.0.1:{self.port}/{name or 'postgres'}"

    def query(self, statement: str, name: str = "") -> list[Any]:
        with psycopg.connect(self.address(name=name), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def kill(self) -> None:
        """End all its processes at once, as a machine that loses its power."""
        if self.process is not None:
            children = children_of(self.process.pid)
            self.process.kill()
            for child in children:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            self.process.wait()
            self.process = None


def children_of(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


@contextmanager
def clusters(*names: str) -> Iterator[list[Cluster]]:
    """Yield servers of which none exists yet. They are killed at the end."""
    root = Path(tempfile.mkdtemp(prefix="clusters-"))
    root.chmod(0o755)
    for name in ("repository", *names):
        (root / name).mkdir(mode=0o700)
        if POSTGRES:
            shutil.chown(root / name, **POSTGRES)
    found = [Cluster(root / name) for name in names]
    try:
        yield found
    finally:
        for cluster in found:
            cluster.kill()
        shutil.rmtree(root, ignore_errors=True)
