"""A machine of a user that answers, or does not, as a test wishes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.stub_server import StubHandler, StubServer

Headers = dict[str, str]


@dataclass
class Receiver:
    """What it was sent, and how it answers."""

    url: str = ""
    status: int = 200
    answer: bytes = b"thank you"
    headers: Headers = field(default_factory=dict)
    hangs: bool = False
    seconds: float = 0.0
    """How long it thinks."""

    drips: str = ""
    """Sends `headers`, or the `body`, a byte now and then, and comes to no end."""

    got: list[tuple[Headers, bytes]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.got]


@contextmanager
def receiving(**how: Any) -> Iterator[Receiver]:
    """A receiver on a free port of this machine."""
    receiver = Receiver(**how)

    class Handler(StubHandler):
        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append((headers, self.body()))
            if receiver.hangs:
                receiver.released.wait(30)
            elif receiver.drips == "headers":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
                self.drip()
            else:
                receiver.released.wait(receiver.seconds)
                self.answer()

        def answer(self) -> None:
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if receiver.drips == "body":
                self.drip()
            self.wfile.write(receiver.answer)

        def drip(self) -> None:
            while not receiver.released.wait(0.1):
                try:
                    self.wfile.write(b".")
                except OSError:
                    return

    with StubServer(Handler) as server:
        receiver.url = f"{server.url}/hook"
        try:
            yield receiver
        finally:
            receiver.released.set()
