"""Clients that send requests and never finish them delay nobody."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

import pytest

from tests.faults.clients import OrdinaryClient, Samples, send
from tests.faults.figures import Note
from tests.faults.processes import HANG
from tests.faults.servers import Server, embedded_server, free_port
from tests.faults.waiting import until

pytestmark = [pytest.mark.fault(11), pytest.mark.slow]
MANY = 230
"""More than may wait for a thread of one web process (WEB_QUEUE): incomplete ones do not count."""
MANY_COMPLETE = 100
"""Fewer than WEB_QUEUE: each connection has one complete request that waits for a thread."""
REQUESTS = 20
"""Of an ordinary client beside the others, which do nothing, or next to nothing."""
PATHS = ("/api/v1/auth/register/", "/api/v1/no/such/path/", "/login/", "/oauth/token/")
HEAD = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
FILE = b"/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
READ = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % FILE
"""Over a megabyte, which no rate limit counts; the production form has it only if collected."""


def announced(path: bytes) -> bytes:
    return HEAD % path + b"Content-Length: 1000\r\n\r\n{"


def chunked(path: bytes) -> bytes:
    return HEAD % path + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"


Kind = tuple[Callable[[bytes], bytes], bytes, int]
KINDS: dict[str, Kind] = {
    "never sent": (announced, b"", MANY),
    "a byte at a time": (announced, b" ", MANY),
    "endless chunks": (chunked, b"1\r\n \r\n", MANY),
    "headers that do not end": (lambda path: HEAD % path, b"", MANY),
    "connections without a word": (lambda path: b"", b"", MANY),
    "replies that nobody takes": (lambda path: READ * 8, b"", MANY_COMPLETE),
}


@contextmanager
def connections(
    port: int, first: Callable[[bytes], bytes], drip: bytes, many: int
) -> Iterator[list[bool]]:
    """Open many connections that send ``first``, and then ``drip`` again and again.

    Yields whether each was closed by the server, up to date when ``drip`` is not empty.
    """
    with ExitStack() as stack:
        opened = []
        for number in range(many):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), HANG))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.sendall(first(PATHS[number % len(PATHS)].encode()))
            opened.append(one)
        stopped, closed = Event(), [False] * many

        def keep_on() -> None:
            while drip and not stopped.wait(0.5):
                for number, one in enumerate(opened):
                    try:
                        one.sendall(drip)
                    except OSError:
                        closed[number] = True

        thread = Thread(target=keep_on)
        thread.start()
        try:
            yield closed
        finally:
            stopped.set()
            thread.join()


def test_many_requests_that_are_never_finished_delay_nobody(server: Server, note: Note) -> None:
    client = OrdinaryClient(server.port)
    note("alone:", sent_by(client))
    for kind, (first, drip, many) in KINDS.items():
        with connections(server.port, first, drip, many):
            note(f"beside {many} of {kind}:", sent_by(client))


def sent_by(client: OrdinaryClient) -> Samples:
    """Send honest requests for a few rounds, of which none may fail; what they met."""
    with client.sending() as samples:
        until(lambda: len(samples.all) >= REQUESTS, patience=HANG)
    assert samples.failed == []
    return samples


@pytest.mark.parametrize("kind", ["a byte at a time", "endless chunks"])
def test_the_server_hangs_up_on_bodies_that_take_too_long(kind: str) -> None:
    """By the time for the whole body: each single byte comes soon enough."""
    with (
        embedded_server({"BODY_SECONDS": "1"}) as server,
        connections(server.port, *KINDS[kind]) as closed,
    ):
        until(lambda: all(closed), patience=HANG)


def test_a_client_that_is_too_slow_is_told_so() -> None:
    with (
        embedded_server({"BODY_SECONDS": "1"}) as server,
        socket.create_connection(("127.0.0.1", server.port), HANG) as slow,
    ):
        slow.sendall(announced(PATHS[0].encode()))
        answer = received(slow)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"code":"body_timeout"' in answer
        assert send(server.port, "GET", "/healthz").status == 200


CHUNK = HEAD % b"/api/v1/auth/register/" + b"Transfer-Encoding: chunked\r\n\r\n"
REFUSED = b'citadels_request_seconds_count{method="POST",route="-",status="400"} %d.0'


def test_a_body_that_cannot_become_complete_is_refused_and_counted() -> None:
    """A size of a chunk that is none, and a client that closes its side of the connection."""
    bodies = [announced(b"/login/")]
    bodies += [CHUNK + size + b"\r\n{}\r\n" for size in (b"no", b"-5", b"f" * 17)]
    metrics = free_port()
    with embedded_server({"METRICS_PORT": str(metrics)}) as server:
        for body in bodies:
            answer = raw_answer(server.port, body)
            assert answer.startswith(b"HTTP/1.1 400 "), (body, answer)
            assert b"application/problem+json" in answer
            assert b'"code":"body_incomplete"' in answer
        assert REFUSED % len(bodies) in send(metrics, "GET", "/metrics").body


def raw_answer(port: int, request: bytes) -> bytes:
    """Send some bytes, close this side of the connection, and return what comes."""
    with socket.create_connection(("127.0.0.1", port), HANG) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return received(connection)


def received(connection: socket.socket) -> bytes:
    """Return everything that comes until the server closes the connection."""
    answer = b""
    with suppress(OSError):
        while piece := connection.recv(65536):
            answer += piece
    return answer
