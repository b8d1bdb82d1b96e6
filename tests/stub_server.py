"""HTTP servers within the test process, whose handlers answer as a test wants."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self


class StubHandler(BaseHTTPRequestHandler):
    """Answers requests without a log."""

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"] or 0))

    def reply(self, status: int, content: Any = b"", **headers: str) -> None:
        """Send a reply: bytes as they are, anything else as JSON."""
        if not isinstance(content, bytes):
            content = json.dumps(content).encode()
            headers = {"Content-Type": "application/json", **headers}
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class StubServer(ThreadingHTTPServer):
    """A server on a free port of this machine, or the named one. It runs in a ``with`` block."""

    def __init__(self, handler: Any, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), handler)
        self.url = f"http://127.0.0.1:{self.server_port}"

    def start(self) -> None:
        Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        self.shutdown()
        self.server_close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *args: object) -> None:
        self.stop()
