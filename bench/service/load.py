"""A load on a web server: connections that are kept, each with one request under way.

The requests are bytes that were made beforehand, so that asking costs the machine little beside
answering.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from time import perf_counter

READ = 1 << 16
STATUS = slice(9, 12)
"""Where the status stands in ``HTTP/1.1 200 OK``."""
LENGTH = b"content-length:"


@dataclass
class Sample:
    """What came back within some seconds."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    size: int = 0

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds

    def milliseconds(self, percent: int) -> float:
        return quantiles(self.latencies, n=100)[percent - 1] * 1000


def get(path: str, key: str, **headers: str) -> bytes:
    """A GET as it goes over the wire."""
    return request("GET", path, key, b"", headers)


def post(path: str, key: str, body: bytes, **headers: str) -> bytes:
    """A POST of JSON as it goes over the wire."""
    return request("POST", path, key, body, {"Content-Type": "application/json", **headers})


def request(method: str, path: str, key: str, body: bytes, headers: dict[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
    lines += [f"Authorization: Bearer {key}"] if key else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join([*lines, "", ""]).encode() + body


class Connection:
    """One connection; ``requests`` gives what it asks next."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.requests = requests
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.began = 0.0
        self.buffer = b""

    def ask(self) -> bool:
        """Send the next request; False: there is none."""
        asked = next(self.requests, None)
        if asked is None:
            return False
        self.began = perf_counter()
        self.socket.sendall(asked)
        return True

    def read(self) -> tuple[str, int] | None:
        """Status and size of a reply that has come whole; None: more is to come."""
        self.buffer += self.socket.recv(READ)
        if not self.buffer:
            raise ConnectionError("the server has closed the connection")
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        size = end + 4 + length_of(self.buffer[:end].lower())
        if len(self.buffer) < size:
            return None
        status = self.buffer[STATUS].decode()
        self.buffer = b""
        return status, size


def length_of(head: bytes) -> int:
    """The length of the body that follows ``head``."""
    at = head.find(LENGTH)
    return 0 if at < 0 else int(head[at + len(LENGTH) :].split(b"\r\n", 1)[0])


def load(port: int, streams: Sequence[Iterator[bytes]], seconds: float) -> Sample:
    """Ask for ``seconds``, on a connection for each of ``streams``."""
    sample = Sample()
    with selectors.DefaultSelector() as selector:
        begin = perf_counter()
        for stream in streams:
            connection = Connection(port, stream)
            if connection.ask():
                selector.register(connection.socket, selectors.EVENT_READ, connection)
        pump(selector, sample, until=begin + seconds)
        sample.seconds = perf_counter() - begin
    return sample


def pump(selector: selectors.BaseSelector, sample: Sample, until: float) -> None:
    """Take replies and ask on, until the time is up and every reply has come."""
    while selector.get_map():
        for key, _ in selector.select(30):
            connection: Connection = key.data
            reply = connection.read()
            if reply is None:
                continue
            now = perf_counter()
            status, size = reply
            sample.latencies.append(now - connection.began)
            sample.statuses[status] = sample.statuses.get(status, 0) + 1
            sample.size += size
            if now > until or not connection.ask():
                selector.unregister(connection.socket)
                connection.socket.close()
