"""Tells errors of the machine from errors of the row that is being worked on.

No database, a full disk, a timeout or a lost broker says nothing about the row. It is tried again
when the machine has recovered, and the attempt does not count.
"""

from __future__ import annotations

import errno
import re
from datetime import timedelta

from redis import RedisError

from core.backends.refusals import is_unavailable

WAIT = timedelta(seconds=30)
"""How long a row waits at most after an error of the machine, before ``JITTER``."""
BROKEN = (
    *(errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO),  # disks
    *(errno.EMFILE, errno.ENFILE, errno.ENOMEM),
)
"""Errors of the operating system that no row causes. A mail server or a receiver that cannot be
reached has its own retries.
"""
RAISED = re.compile(
    r"^(django\.db\.utils\.(Operational|Interface)Error\b|redis\.exceptions\."
    rf"|OSError: \[Errno ({'|'.join(map(str, BROKEN))})\])",
    re.MULTILINE,
)
"""The line of a traceback with the error. Lines of frames are indented."""


def is_infrastructure_error(error: BaseException | None) -> bool:
    """True if an error, or the cause of one, comes from the machine and not from a row."""
    while error is not None:
        is_broken = isinstance(error, OSError) and error.errno in BROKEN
        if is_broken or is_unavailable(error) or isinstance(error, RedisError):
            return True
        error = error.__cause__
    return False


def is_infrastructure_traceback(text: str) -> bool:
    """True if a stored traceback is of an error of the machine."""
    last = text.rpartition("Traceback (most recent call last):\n")[2]
    return RAISED.search(last) is not None
