"""Limits of how much of something runs at once on this machine, over all processes.

A slot is a locked file: processes that share the folder share the slots, and the kernel frees the
slot of a process that dies.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from time import monotonic, sleep

POLL_SECONDS = 0.02


def take_free_slot(folder: Path, name: str, count: int) -> int | None:
    """Lock one of ``count`` slots and return its file, or None if all are taken.

    The caller closes the file to free the slot. A program that inherits it holds the slot, too.
    """
    folder.mkdir(exist_ok=True)
    for number in range(count):
        slot = os.open(folder / f"{name}-{number}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(slot, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return slot
        except BlockingIOError:
            os.close(slot)
        except BaseException:
            os.close(slot)
            raise
    return None


def wait_for_slot(folder: Path, name: str, count: int, *, until: float) -> int | None:
    """Take a slot as soon as one is free, or return None if none is ``until`` then (``monotonic``
    seconds).
    """
    while (slot := take_free_slot(folder, name, count)) is None and monotonic() < until:
        sleep(POLL_SECONDS)
    return slot
