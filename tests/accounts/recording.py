"""For test_hashing: a hasher that records when it runs, and a web server with many threads.

``python -m tests.accounts.recording PORT`` serves the application, each request in its own thread.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from accounts.hashers import LimitedPasswordHasher


class Recording(PBKDF2PasswordHasher):
    """Notes when a hash begins and ends, and lasts until the file ``go`` is there."""

    iterations = 1000

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        folder = Path(settings.VAR_DIR)
        with (folder / "hashes").open("a", encoding="ascii") as record:
            record.write("begin\n")
        while not (folder / "go").exists():
            time.sleep(0.01)
        encoded = super().encode(password, salt, iterations)
        with (folder / "hashes").open("a", encoding="ascii") as record:
            record.write("end\n")
        return encoded


class RecordingHasher(LimitedPasswordHasher, Recording):
    """Records what happens within the slot."""


def most_at_once(folder: Path) -> int:
    """Return how many hashes ran at the same time at most. Lines stand in the order of events."""
    most = running = 0
    for line in (folder / "hashes").read_text(encoding="ascii").splitlines():
        running += 1 if line == "begin" else -1
        most = max(most, running)
    return most


class ThreadingServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True


if __name__ == "__main__":
    from citadels.wsgi import application

    port = int(sys.argv[1])
    make_server("127.0.0.1", port, application, server_class=ThreadingServer).serve_forever()
