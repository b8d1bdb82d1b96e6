"""Signs of life of processes that serve no requests: files of theirs, as old as the last sign."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings


def sign(name: str, words: str = "") -> None:
    """Leave a sign of life. A full disk is no reason to stop working."""
    path = place(name)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, exist_ok=True)
        if words:
            path.write_text(words, encoding="utf-8")
        path.touch()


def age(name: str) -> float | None:
    """Seconds since the last sign; None: there was none."""
    try:
        return max(0.0, time.time() - place(name).stat().st_mtime)
    except OSError:
        return None


def said(name: str) -> str:
    """What was written with a sign."""
    try:
        return place(name).read_text(encoding="utf-8")
    except OSError:
        return ""


def names(beginning: str) -> list[str]:
    """The signs that were left, whose names begin so."""
    return sorted(path.name for path in place("").glob(f"{beginning}*"))


def place(name: str) -> Path:
    folder: Path = settings.VAR_DIR / "alive"
    return folder / name
