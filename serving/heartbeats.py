"""Heartbeat files: a process that is well touches its file. The age of the file says how long ago.

It imports nothing but the standard library: health checks read these files every minute.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

BEAT = "beat"
WORKER = "worker"
"""Written by the loop of a worker that takes messages. The file names the worker's queues."""
WORKED = "worked"
"""Written whenever a worker is ready, has finished a task, or has nothing to do."""
SERVERS = WEB, STREAM = "web", "stream"
"""The processes that answer requests. Each has a file of its own, which ends with its number."""
EVERY_SECONDS = 10
KEPT_SECONDS = 86_400
"""Files of servers that ended without notice are deleted after this time."""


class Heartbeats:
    """The heartbeat files of a machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, text: str = "") -> None:
        """Write a heartbeat. A full disk does not stop the process."""
        path = self.folder / name
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if text:
                path.write_text(text, encoding="utf-8")
            path.touch()

    def write_on(self, kind: str) -> None:
        """Write heartbeats of this server as long as its process lives."""

        def write() -> None:
            while True:
                self.write(f"{kind}-{os.getpid()}")
                time.sleep(EVERY_SECONDS)

        for path in self.folder.glob(f"{kind}-*"):
            if (self.age(path.name) or 0) > KEPT_SECONDS:
                path.unlink(missing_ok=True)
        Thread(target=write, name="heartbeat", daemon=True).start()

    def age(self, name: str) -> float | None:
        """Return the seconds since the last heartbeat, or None if there is none."""
        try:
            return max(0.0, time.time() - (self.folder / name).stat().st_mtime)
        except OSError:
            return None

    def read(self, name: str) -> str:
        """Return the text that was written with a heartbeat."""
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except OSError:
            return ""

    def count_fresh(self, kind: str, *, seconds: float) -> int:
        """Return how many processes of a kind have written a heartbeat in the last ``seconds``."""
        names = [path.name for path in (*self.folder.glob(kind), *self.folder.glob(f"{kind}-*"))]
        ages = [self.age(name) for name in names]
        return sum(age is not None and age <= seconds for age in ages)
