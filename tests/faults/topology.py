"""The large form of the service in processes: proxy, two nodes of each kind, PgBouncer, Redis."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from serving.dev_services import listening
from tests.citadels.test_container import arguments_of, command_of, services
from tests.faults.processes import HANG, Service
from tests.faults.servers import PRODUCTION_SETTINGS, answers, free_port
from tests.faults.waiting import until
from tests.proxy import proxy

PGBOUNCER = shutil.which("pgbouncer", path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"]))
POOLER_CONFIGURATION = settings.BASE_DIR / "deploy" / "pgbouncer" / "pgbouncer.ini"
ACCESS_LOG = "log_format upstream '$status $upstream_addr'; access_log {path} upstream;"


class Node:
    """A process of the service, which is killed or asked to end, and started again."""

    def __init__(self, service: Service, kind: str, number: int = 0) -> None:
        self.service, self.name = service, f"{kind}-{number}" if number else kind
        self.kind, self.port = kind, free_port() if kind in ("web", "stream") else 0
        self.folder = service.folder / self.name
        self.folder.mkdir(mode=0o700)
        self.heartbeats = self.folder / "heartbeats"
        self.start()

    def start(self) -> None:
        shutil.rmtree(self.heartbeats, ignore_errors=True)
        self.service.more["VAR_DIR"] = str(self.folder)  # as on a machine of its own
        self.process = self.service.start(*self.words())

    def words(self) -> list[str]:
        """Return its command, as the version of the code that is started has it."""
        tree = self.service.tree
        words = arguments_of(command_of(services(tree)[self.kind], tree))
        for option, value in (("--host", "127.0.0.1"), ("--port", self.port), ("--workers", 1)):
            if option in words:
                words[words.index(option) + 1] = str(value)
        return words

    def wait_until_up(self) -> None:
        """Return when it answers requests, or has written its first heartbeat."""
        until(self.is_up, patience=HANG)

    def is_up(self) -> bool:
        return answers(self.port) if self.port else any(self.heartbeats.glob("*"))

    def kill(self) -> None:
        """End it and its children without notice."""
        self.service.kill(self.process)

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(HANG) == 0, self.name


class LargeForm:
    """The running processes, by name, and the port of the proxy in front of them."""

    def __init__(self, nodes: list[Node], port: int, log: Path) -> None:
        self.nodes = {node.name: node for node in nodes}
        self.port, self.log = port, log

    def repeated(self) -> int:
        """Return how many requests the proxy has sent to a second node."""
        lines = self.log.read_text().splitlines()
        return sum(", " in line for line in lines)


@contextmanager
def large_form(service: Service) -> Iterator[LargeForm]:
    """Start the processes of docker-compose.yml, two of those that answer requests."""
    folder = service.folder / "proxy"
    folder.mkdir()
    log = folder / "access.log"
    with pooler() as url:
        service.more = {**PRODUCTION_SETTINGS, "DATABASE_URL": url, "DATABASE_POOLER": "true"}
        web = [Node(service, "web", number) for number in (1, 2)]
        stream = [Node(service, "stream", number) for number in (1, 2)]
        kinds = ("worker", "worker-bots", "worker-notify", "beat")
        others = [Node(service, kind) for kind in kinds]
        for node in (*web, *stream, *others):
            node.wait_until_up()
        with proxy(
            folder,
            web=[node.port for node in web],
            stream=[node.port for node in stream],
            changes={"access_log off;": ACCESS_LOG.format(path=log)},
        ) as port:
            yield LargeForm([*web, *stream, *others], port, log)


@contextmanager
def pooler() -> Iterator[str]:
    """Run PgBouncer in front of this test's database, and return the database's URL there."""
    assert PGBOUNCER is not None
    words = connection.settings_dict
    user, password = words["USER"], words["PASSWORD"] or "of-a-test"
    port = free_port()
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    folder.chmod(0o755)  # it does not run as root
    (folder / "userlist.txt").write_text(f'"{user}" "{password}"\n')
    text = POOLER_CONFIGURATION.read_text(encoding="utf-8")
    for wanted, given in (
        (r"host=postgres port=5432", f"host={words['HOST']} port={words['PORT']}"),
        (r"citadels = (.*) dbname=citadels", rf"{words['NAME']} = \1 dbname={words['NAME']}"),
        (r"listen_addr = .*", "listen_addr = 127.0.0.1"),
        (r"listen_port = .*", f"listen_port = {port}"),
        (r"/tmp/userlist", f"{folder}/userlist"),
    ):
        text, count = re.subn(wanted, given, text)
        assert count, wanted
    (folder / "pgbouncer.ini").write_text(text)
    command = [PGBOUNCER, "-q", str(folder / "pgbouncer.ini")]
    if os.getuid() == 0:
        command += ["-u", "nobody"]
    process = subprocess.Popen(command, stderr=sys.stderr)
    try:
        until(lambda: process.poll() is not None or listening("127.0.0.1", port))
        assert process.poll() is None
        name = words["NAME"]
        yield f"postgres://{user}:{quote(password)}@127.0.0.1:{port}/{name}"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
