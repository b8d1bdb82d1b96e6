"""Keys of a checkout, which `migrate` and the processes of the service create."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

creates_keys = True
"""False in commands that only read: they make no files."""


def load_key(path: Path, make: Callable[[], str]) -> str:
    """Return a key of this checkout, created on first use and readable by its owner only.

    If nothing is to be stored, a new one counts for this process only.

    Several processes may start at once: one of them makes the key, and the others wait for it.
    """
    if not (creates_keys or path.exists()):
        return make()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        key = file.read().strip()
        if not key:
            key = make()
            file.write(key)
    return key
