"""deploy/nginx.conf, run by the real nginx in front of a real web process."""

from __future__ import annotations

import json
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPResponse, HTTPSConnection
from socketserver import BaseRequestHandler

import pytest

from tests.faults.servers import free_port
from tests.faults.waiting import until
from tests.proxy import DEPLOY, NGINX, UPSTREAMS, proxy, trusting_context
from tests.serving.test_serve import web
from tests.stub_server import StubHandler, StubServer

PATH = "/api/v1/auth/register/"
CONNECTIONS = 25

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed (Debian: nginx-light)"),
]


@pytest.fixture(scope="module")
def tls_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The proxy in front of one web process, which also has to serve streams."""
    upstream = free_port()
    changes = {
        "client_body_timeout 15s": "client_body_timeout 2s",
        "limit_conn connections 200": f"limit_conn connections {CONNECTIONS}",
    }
    folder = tmp_path_factory.mktemp("nginx")
    with (
        web(upstream),
        proxy(folder, web=[upstream], stream=[upstream], changes=changes) as port,
    ):
        yield port


def ask(port: int, method: str, path: str, body: bytes | None = None) -> HTTPResponse:
    connection = HTTPSConnection("127.0.0.1", port, timeout=60, context=trusting_context())
    connection.request(method, path, body, {"Content-Type": "application/json"})
    reply = connection.getresponse()
    reply.read()
    return reply


def test_the_service_answers_over_tls(tls_port: int) -> None:
    assert ask(tls_port, "GET", "/healthz").status == 200
    assert ask(tls_port, "POST", PATH, b"{}").status == 422


def test_streams_are_on_the_same_origin(tls_port: int) -> None:
    """A missing token is refused by Django, and a wrong ticket by the stream server."""
    context = trusting_context()
    for query, code in (("", "not_authenticated"), ("?ticket=a", "ticket_invalid")):
        connection = HTTPSConnection("127.0.0.1", tls_port, timeout=60, context=context)
        connection.request("GET", f"/api/v1/me/stream/{query}")
        reply = connection.getresponse()
        assert (reply.status, json.loads(reply.read())["code"]) == (401, code)


def test_large_bodies_and_long_headers_stop_at_the_proxy(tls_port: int) -> None:
    assert ask(tls_port, "POST", PATH, b" " * (1024 * 1024 + 1)).status == 413
    assert ask(tls_port, "GET", f"/{'a' * 9000}").status == 414


def test_incomplete_bodies_delay_nobody_and_are_dropped(tls_port: int) -> None:
    head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{{"
    waiting = []
    for _ in range(CONNECTIONS - 5):
        plain = socket.create_connection(("127.0.0.1", tls_port), 60)
        one = trusting_context().wrap_socket(plain)
        one.sendall(head.encode())
        waiting.append(one)
    assert ask(tls_port, "GET", "/healthz").status == 200
    for one in waiting:
        with one:
            assert one.recv(4096)[9:12] in (b"408", b"")


def test_one_address_cannot_open_any_number_of_connections(tls_port: int) -> None:
    """Connections count from their first request on; one beyond the limit is refused. All send a
    byte now and then, so that none ends before the last is open, however slow the machine is.
    """
    head = f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    waiting: list[ssl.SSLSocket] = []
    try:
        for _ in range(CONNECTIONS + 5):
            plain = socket.create_connection(("127.0.0.1", tls_port), 60)
            waiting.append(trusting_context().wrap_socket(plain))
            waiting[-1].sendall(head.encode())
            keep_alive(waiting)
        until(lambda: is_one_refused(waiting))
    finally:
        for one in waiting:
            one.close()


def keep_alive(connections: list[ssl.SSLSocket]) -> None:
    """Send a byte of the body on each connection that is still open."""
    for one in connections:
        with suppress(OSError):
            one.sendall(b"{")


def is_one_refused(connections: list[ssl.SSLSocket]) -> bool:
    keep_alive(connections)
    return any(status_of(one) == b"429" for one in connections)


def status_of(connection: ssl.SSLSocket) -> bytes:
    """Return the status that has arrived; empty if there is none yet."""
    connection.settimeout(0.02)
    try:
        return connection.recv(4096)[9:12]
    except OSError:
        return b""
    finally:
        connection.settimeout(60)


# --- a node that fails ---------------------------------------------------------------------------

COMMANDS = "/api/v1/games/1c0ffee0/commands/"
KEY = {"Idempotency-Key": "one"}


class Dying(BaseRequestHandler):
    """A node that reads a request, and is killed before it answers."""

    def handle(self) -> None:
        self.request.recv(65536)


class Living(StubHandler):
    """A node that answers with the body of the request."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.reply(200, self.body())

    do_POST = do_PUT = do_PATCH = do_GET  # noqa: N815


@pytest.fixture(scope="module")
def half_dead_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The proxy in front of two nodes, of which one never answers."""
    folder = tmp_path_factory.mktemp("nginx")
    with StubServer(Dying) as dying, StubServer(Living) as living:
        nodes = [dying.server_port, living.server_port]
        with proxy(folder, web=nodes, stream=nodes) as port:
            yield port


@pytest.mark.parametrize(
    ("method", "path", "headers", "repeated"),
    [
        ("GET", "/api/v1/rulesets/", {}, True),
        ("GET", "/api/v1/me/stream/", {}, True),
        ("PUT", "/api/v1/games/1c0ffee0/notes/", {}, True),
        ("POST", COMMANDS, KEY, True),
        ("POST", "/api/v1/games/", KEY, True),
        ("POST", COMMANDS, {}, False),
        ("POST", "/api/v1/games/1c0ffee0/resign/", KEY, False),
        ("PATCH", "/api/v1/me/", KEY, False),
    ],
)
def test_another_node_answers_what_may_be_repeated(
    method: str, path: str, headers: dict[str, str], repeated: bool, half_dead_port: int
) -> None:
    """The nodes take turns, so that of several requests some come to the one that dies first."""
    body = b'{"choices": ["gold"]}'
    replies = [reply_of(half_dead_port, method, path, body, headers) for _ in range(6)]
    assert (200, body) in replies
    assert (replies == [(200, body)] * 6) is repeated
    assert {status for status, _ in replies} <= {200, 502}


def reply_of(
    port: int, method: str, path: str, body: bytes, headers: dict[str, str]
) -> tuple[int, bytes]:
    connection = HTTPSConnection("127.0.0.1", port, timeout=60, context=trusting_context())
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    return reply.status, reply.read()


# --- no node at all ------------------------------------------------------------------------------

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def closed_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The proxy in front of a port that nobody listens on."""
    nodes = [free_port()]
    with proxy(tmp_path_factory.mktemp("nginx"), web=nodes, stream=nodes) as port:
        yield port


@pytest.mark.parametrize(
    ("method", "path", "headers", "is_page"),
    [
        ("GET", "/", BROWSER, True),
        ("POST", "/login/", BROWSER, True),
        ("GET", "/oauth/authorize/", BROWSER, True),
        ("GET", "/play/", BROWSER, True),
        ("GET", "/status/", {"Accept": "application/json"}, False),
        ("GET", "/api/v1/rulesets/", BROWSER, False),
        ("POST", COMMANDS, KEY, False),
        ("POST", "/oauth/token/", {}, False),
        ("GET", "/api/v1/me/stream/", {}, False),
    ],
)
def test_a_service_that_is_away_has_a_page_and_a_problem(
    method: str, path: str, headers: dict[str, str], is_page: bool, closed_port: int
) -> None:
    connection = HTTPSConnection("127.0.0.1", closed_port, timeout=60, context=trusting_context())
    connection.request(method, path, b"{}" if method == "POST" else None, headers)
    reply = connection.getresponse()
    text = reply.read().decode()
    assert (reply.status, reply.headers["Retry-After"]) == (502, "10")
    if is_page:
        assert reply.headers["Content-Type"] == "text/html"
        assert "We will be back soon" in text
        assert "Nous serons bientôt de retour" in text
        assert "http" not in text  # nothing from elsewhere
    else:
        assert reply.headers["Content-Type"] == "application/problem+json"
        problem = json.loads(text)
        assert (problem["status"], problem["code"]) == (502, "unavailable")
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
        assert reply.headers["Access-Control-Expose-Headers"] == "Retry-After"


def test_the_upstreams_of_systemd_differ_in_their_addresses_only() -> None:
    """So that they run on any nginx as those do that these tests run."""
    docker = UPSTREAMS.read_text(encoding="utf-8")
    docker = re.sub(r"resolver .*\n", "", docker.replace(" resolve ", " "))
    docker = re.sub(r"server (web|stream):", "server 127.0.0.1:", docker)
    systemd = (DEPLOY / "systemd" / "upstreams.conf").read_text(encoding="utf-8")
    assert statements(systemd) == statements(docker)


def statements(text: str) -> list[str]:
    """Return the lines without comments."""
    return [line for line in text.splitlines() if line and line.strip()[0] != "#"]
