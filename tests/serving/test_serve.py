"""The web process as it is served: bodies, ports, and what happens when its parent is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from citadels import up
from serving.dev_services import Children, listening
from serving.serve import PortTaken, claim_port, is_loopback
from tests.faults import servers
from tests.faults.processes import HANG
from tests.faults.waiting import until
from tests.serving.test_dev_services import alive

ROOT = Path(__file__).parents[2]
PATH = "/api/v1/auth/register/"
CHUNKS = [b'{"password": "abc",', b' "email": "not', b' one"}']


@contextmanager
def web(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A web process, which is asked nothing that needs its database."""
    env = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    env["DJANGO_SETTINGS_MODULE"] = "citadels.settings.test"
    command = [sys.executable, "-m", "serving.serve", "web", "--port", str(port)]
    process = subprocess.Popen([*command, "--log-level", "warning"], env=env, cwd=ROOT)
    try:
        until(lambda: process.poll() is not None or listening("127.0.0.1", port), HANG)
        assert process.poll() is None
        yield process
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    port = servers.free_port()
    with web(port):
        yield port


def post(port: int, body: Any, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    sent = {"Content-Type": "application/json", **(headers or {})}
    connection.request("POST", PATH, body, sent, encode_chunked=not isinstance(body, bytes))
    reply = connection.getresponse()
    return reply.status, json.loads(reply.read())


@pytest.mark.slow
def test_a_body_in_chunks_is_a_body_like_any_other(port: int) -> None:
    status, problem = post(port, iter(CHUNKS))
    assert status == 422
    assert [error["pointer"] for error in problem["errors"]] == ["/username", "/email"]


@pytest.mark.parametrize("body", [b" " * (1024 * 1024 + 1), iter([b" " * 65536] * 16 + [b" "])])
def test_a_body_that_is_too_large_is_refused(port: int, body: Any) -> None:
    status, problem = post(port, body)
    assert (status, problem["code"]) == (413, "body_too_large")


def test_a_body_that_is_too_large_is_refused_before_it_is_sent(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as client:
        head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        client.sendall(f"{head}Content-Length: 1000000000\r\n\r\n".encode())
        assert client.recv(12) == b"HTTP/1.1 413"


def test_a_client_that_reads_the_refusal_last_can_send_its_body_first(port: int) -> None:
    """Most clients do. If the server closed the connection meanwhile, they would not see why."""
    size = 4 * 1024 * 1024
    with socket.create_connection(("127.0.0.1", port), 60) as client:
        head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        client.sendall(f"{head}Content-Length: {size}\r\n\r\n".encode())
        client.recv(1, socket.MSG_PEEK)  # the refusal is there, and is not read yet
        client.sendall(b" " * size)
        assert client.recv(12) == b"HTTP/1.1 413"


def test_addresses_arrive_as_they_were_sent(port: int) -> None:
    """Percent-encoded bytes that are no text, and queries, reach Django unchanged."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/api/v1/%ff%2F/?a=%ff&b=c%20d")
    reply = connection.getresponse()
    assert (reply.status, json.loads(reply.read())["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("query", "expected"),
    [("", (401, "not_authenticated")), ("?ticket=a", (401, "ticket_invalid"))],
)
def test_streams_have_the_origin_of_the_api(
    port: int, query: str, expected: tuple[int, str]
) -> None:
    """The stream server gets requests with a ticket; Django gets the others."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/api/v1/me/stream/{query}", headers={"X-Request-ID": "abc"})
    reply = connection.getresponse()
    assert (reply.status, json.loads(reply.read())["code"]) == expected
    assert reply.headers["X-Request-ID"] == "abc"


# --- ports -------------------------------------------------------------------------------------


def test_a_port_of_another_service_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel would let both listen, and share out the requests."""
    monkeypatch.setattr(up, "VAR_DIR", tmp_path)
    port = servers.free_port()
    claim = claim_port("127.0.0.1", port)
    with pytest.raises(SystemExit, match=f"Cannot listen on 127.0.0.1:{port}"):
        up.main("127.0.0.1", port)
    command = [sys.executable, "-m", "serving.serve", "web", "--port", str(port)]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in second.stderr
    claim.close()
    claim_port("127.0.0.1", port).close()


def test_a_port_that_another_program_shares_is_refused() -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(PortTaken, match="in use"):
            claim_port("127.0.0.1", other.getsockname()[1])


def test_a_running_server_holds_its_port(port: int) -> None:
    with pytest.raises(PortTaken):
        claim_port("127.0.0.1", port)


# --- no worker survives its server ---------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="finds children in /proc")
def test_workers_end_when_their_server_is_killed() -> None:
    """They would go on to serve old code beside the server that is started next."""
    port = servers.free_port()
    with web(port) as server:
        until(lambda: bool(children_of(server.pid)), HANG)  # it listens before it has any
        workers = children_of(server.pid)
        server.send_signal(signal.SIGKILL)
        server.wait()
        until(lambda: not any(alive(worker) for worker in workers))
    assert not listening("127.0.0.1", port)
    with web(port):
        assert listening("127.0.0.1", port)


def children_of(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in text.split()]


# --- make run ------------------------------------------------------------------------------------


def test_a_child_that_ends_is_started_again(capfd: pytest.CaptureFixture[str]) -> None:
    children = Children()
    children.start("sleeper", [sys.executable, "-c", "import time; time.sleep(600)"], os.environ)
    (child,) = children.running
    try:
        for _ in range(2):  # the second time after a pause
            pid = child.process.pid
            child.process.send_signal(signal.SIGKILL)
            until(lambda: child.has_ended())

            def back(pid: int = pid) -> bool:
                children.restart_dead()
                return child.process.pid != pid

            until(back)
            assert children.find_dead() is None
    finally:
        children.stop()
    said = "The sleeper ended with code -9 and is started again.\n"
    assert capfd.readouterr().err == said * 2


def restarted(children: Children, started: float) -> bool:
    children.restart_dead()
    return children.running[0].started != started


@pytest.mark.slow
def test_a_child_that_fails_at_once_is_started_less_and_less_often() -> None:
    children = Children()
    children.start("failing", [sys.executable, "-c", ""], os.environ)
    (child,) = children.running
    pauses = []
    try:
        for _ in range(3):
            started = child.started
            until(partial(restarted, children, started))
            pauses.append(child.pause)
    finally:
        children.stop()
    assert pauses == [1.0, 3.0, 7.0]


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("games.example.org", False),
    ],
)
def test_which_hosts_only_this_machine_reaches(
    host: str, local: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {})
    assert is_loopback(host) is local
    up.environment_set(host, 8000)
    assert os.environ["LOCAL_ONLY"] == str(local)


SAFETY = (
    "import django; django.setup(); from django.conf import settings as s; "
    "print(s.WEBHOOKS_ALLOW_HTTP, s.WEBHOOKS_PRIVATE_NETWORKS, s.ADMIN_TWO_FACTOR, "
    "s.TEST_RATES, s.REST_FRAMEWORK['DEFAULT_THROTTLE_RATES']['login'])"
)


@pytest.mark.parametrize(
    ("local", "limits", "shown"),
    [
        ("True", "", "True ['127.0.0.0/8', '::1/128'] False True 300/min"),
        ("True", "true", "True ['127.0.0.0/8', '::1/128'] False True 20/min"),
        ("False", "", "False [] True False 20/min"),
    ],
)
@pytest.mark.slow
def test_make_run_is_careful_where_others_reach_it(
    local: str, limits: str, shown: str, tmp_path: Path
) -> None:
    """Else anybody could call this machine's own services by webhooks, and read their answers."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "citadels.settings.dev",
        "VAR_DIR": str(tmp_path),
        "LOCAL_ONLY": local,
        "PRODUCTION_LIMITS": limits,
    }
    command = [sys.executable, "-c", SAFETY]
    run = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout.strip(), run.returncode) == (shown, 0), run.stderr


STARTS_SLOWLY = """
from pathlib import Path
from time import sleep

Path({begun!r}).touch()
sleep(600)
"""


def test_a_worker_that_still_starts_ends_with_its_server(tmp_path: Path) -> None:
    """Otherwise the server waits for it, and kills it after END_SECONDS."""
    begun, port = tmp_path / "begun", servers.free_port()
    (tmp_path / "slow.py").write_text(STARTS_SLOWLY.format(begun=str(begun)))
    start = (
        "from serving import serve; serve.APPLICATIONS['web'] = 'slow:application';"
        f"serve.main(['web', '--port', '{port}'])"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", start], env=env, cwd=ROOT, stdout=out, stderr=out
        )
        until(begun.exists)
        process.terminate()
        assert process.wait(HANG) == 0
    assert "Stopped worker-1" in log.read_text()
    assert "Killing worker" not in log.read_text()


@pytest.mark.slow
def test_no_collection_of_garbage_goes_through_what_a_web_process_has_loaded(
    tmp_path: Path,
) -> None:
    code = "import gc, citadels.web; print(gc.get_freeze_count(), len(gc.get_objects()))"
    env = {
        **os.environ,
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "citadels.settings.dev",
    }
    shown = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    frozen, others = map(int, shown.stdout.split())
    assert frozen > 100 * others
