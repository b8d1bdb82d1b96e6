"""Heartbeat files of the processes that serve no requests. The age of a file is the age of the
heartbeat.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings


def write_heartbeat(name: str, words: str = "") -> None:
    """Write a heartbeat. A full disk does not stop the process."""
    path = heartbeat_path(name)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, exist_ok=True)
        if words:
            path.write_text(words, encoding="utf-8")
        path.touch()


def heartbeat_age(name: str) -> float | None:
    """Return the seconds since the last heartbeat, or None if there is none."""
    try:
        return max(0.0, time.time() - heartbeat_path(name).stat().st_mtime)
    except OSError:
        return None


def read_heartbeat(name: str) -> str:
    """Return the text that was written with a heartbeat."""
    try:
        return heartbeat_path(name).read_text(encoding="utf-8")
    except OSError:
        return ""


def heartbeat_names(beginning: str) -> list[str]:
    """Return the names of the heartbeat files that begin with a text."""
    return sorted(path.name for path in heartbeat_path("").glob(f"{beginning}*"))


def heartbeat_path(name: str) -> Path:
    folder: Path = settings.VAR_DIR / "heartbeats"
    return folder / name
