"""A machine of a user that answers, or does not, as a test wishes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append((headers, body))
            if receiver.hangs:
                receiver.released.wait(30)
            elif receiver.drips == "headers":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
                self.drip()
            else:
                receiver.released.wait(receiver.seconds)
                self.reply()

        def reply(self) -> None:
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

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
