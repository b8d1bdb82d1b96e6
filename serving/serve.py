"""Start a server: `citadels-server web --port 8000`, or `stream`.

This is the one place that knows how to start the two HTTP processes, for `make run`, the image and
the tests.
"""

from __future__ import annotations

import argparse
import fcntl
import multiprocessing
import os
import resource
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from io import TextIOWrapper
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from time import sleep

APPLICATIONS = {"web": "citadels.web:application", "stream": "citadels.asgi:application"}
END_SECONDS = 30
"""Seconds after which an ending worker is killed. As long as REQUEST_SECONDS, the longest request.
"""
OPTIONS = (
    *("--interface", "asgi"),
    # Without HTTP/2 detection, the time limit also holds for clients that send nothing. Endless
    # headers fill the buffer, which is six times as large by default.
    *("--http", "1", "--http1-header-read-timeout", "20000", "--http1-buffer-size", "65536"),
    # A client that does not read its reply must not keep a worker from ending.
    *("--workers-kill-timeout", str(END_SECONDS)),
    # Open connections of one process. Idle ones and streams are cheap, and requests have limits of
    # their own.
    *("--backlog", "2048", "--backpressure", "20000"),
    # Two failures within this time count as a crash loop, which ends the server.
    *("--respawn-failed-workers", "--respawn-interval", "1"),
)


class PortTaken(Exception):
    """Another server uses this port."""


def main(words: Sequence[str] | None = None, program: str = "python -m serving.serve") -> None:
    """Run a server until it is asked to end. Its workers share a port, so check that no other
    server has it.
    """
    from granian.cli import cli as granian  # which importers of this module do not need

    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("application", choices=APPLICATIONS)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--log-level", default="info")
    given = parser.parse_args(words)
    try:
        claim = claim_port(given.host, given.port)
    except PortTaken as error:
        sys.exit(f"Cannot listen on {given.host}:{given.port}: {error}")
    os.environ.setdefault("LOCAL_ONLY", str(is_loopback(given.host)))
    allow_many_connections()
    os.register_at_fork(after_in_child=end_when_asked)
    arguments = [*OPTIONS, "--log-level", given.log_level, "--host", given.host]
    arguments += ["--port", str(given.port), "--workers", str(given.workers)]
    with claim:
        granian([*arguments, APPLICATIONS[given.application]], auto_envvar_prefix="GRANIAN")


def end_when_asked() -> None:
    """Let SIGTERM end a worker that still starts; once it serves, it finishes its requests first.

    A worker is a fork, and inherits the server's handler, which in a worker does nothing.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def claim_port(host: str, port: int) -> TextIOWrapper:
    """Return a lock on a port, held while the file is open. Raises PortTaken.

    The kernel lets several servers of one user listen on one port, as workers do, and would divide
    the requests among them. The lock covers the time before the server listens.
    """
    path = Path(tempfile.gettempdir()) / f"citadels-{os.getuid()}-port-{port}.lock"
    try:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600), "r+")
    except OSError as error:
        raise PortTaken(f"{path}: {error.strerror}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        check_free(host, port)
    except OSError as error:
        file.close()
        taken = isinstance(error, BlockingIOError)
        reason = "another service of this kind uses the port" if taken else error.strerror
        raise PortTaken(f"{reason}.") from None
    return file


def check_free(host: str, port: int) -> None:
    """Raise OSError if another process listens on the port, even one that would share it."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)


def is_loopback(host: str) -> bool:
    """True if only this machine can reach the host."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def allow_many_connections() -> None:
    """Raise the limit of open files as far as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def end_with_parent() -> None:
    """End this worker when its server ends, even if the server was killed.

    Otherwise the worker would hold the port, and serve old code beside a server that was started
    later.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        sleep(END_SECONDS)
        os.kill(os.getpid(), signal.SIGKILL)

    Thread(target=wait, name="end-with-parent", daemon=True).start()


if __name__ == "__main__":
    main()
