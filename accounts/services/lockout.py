"""Guessing passwords comes to a halt: failures are counted by name and address."""

from __future__ import annotations

import hashlib
import logging
import math
from time import time

from django.conf import settings
from django.core.cache import cache
from redis import RedisError

from accounts.errors import LockedOut

logger = logging.getLogger(__name__)


def attempt_begin(*, name: str, address: str) -> None:
    """Count an attempt before its password is looked at, so that many at once gain nothing.

    ``name`` is what was typed, whether or not a user has it; ``address`` is where the request came
    from. Without its cache nobody is counted: better than nobody getting in. Raises LockedOut.
    """
    key, left = _window(name, address)
    try:
        cache.add(key, 0, timeout=left)
        attempts = cache.incr(key)
    except ValueError:
        return  # the window has just ended
    except (RedisError, OSError) as error:
        logger.warning("Failed log-ins cannot be counted: %s", error)
        return
    if attempts > settings.LOCKOUT_FAILURES:
        raise LockedOut(left)


def attempt_succeeded(*, name: str, address: str) -> None:
    """Forget the failures of a name at an address: its owner is there."""
    try:
        cache.delete(_window(name, address)[0])
    except (RedisError, OSError) as error:
        logger.warning("Failed log-ins cannot be forgotten: %s", error)


def _window(name: str, address: str) -> tuple[str, int]:
    """Where this window of time counts, and the seconds until it ends."""
    length = settings.LOCKOUT_SECONDS
    now = time()
    who = hashlib.sha256(f"{name.lower()}\n{address}".encode()).hexdigest()
    return f"lockout:{who}:{int(now // length)}", math.ceil(length - now % length)
