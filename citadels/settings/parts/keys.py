"""Keys of a checkout, which `make run` creates."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path


def load_key(path: Path, make: Callable[[], str]) -> str:
    """Return a key of this checkout, created on first use and readable by its owner only.

    Several processes may start at once: one of them makes the key, and the others wait for it.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        key = file.read().strip()
        if not key:
            key = make()
            file.write(key)
    return key
