"""Limits on guessing passwords: a delay that grows with the failures for one name.

The other two limits are the rate limit of an address (``core.api.throttles.LOGIN``) and the number
of concurrent hashes (``accounts.hashers``). docs/decisions/accounts.md says why there are three.
"""

from __future__ import annotations

import hashlib
import logging
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from time import time

from django.core.cache import cache
from django.core.exceptions import ValidationError
from redis import RedisError

from accounts.errors import BadCredentials, TooManyFailures, WrongPassword
from accounts.models import User
from accounts.services.devices import is_known_device

logger = logging.getLogger(__name__)

FREE_FAILURES = 5
"""Failures without a delay. After the next one, an attempt has to wait one second."""
MAX_DELAY = 60
"""The longest delay, in seconds. The delay doubles with each failure up to it."""
REMEMBERED_SECONDS = 15 * 60
"""Seconds for which failures count after the last one. With less than ten minutes, waiting for five
free attempts would be faster than waiting ``MAX_DELAY`` for each.
"""
EXTRA_ATTEMPTS = 50
"""Attempts an hour that new addresses may make at one name in spite of its delay."""
HOUR = 60 * 60
"""Seconds for which an address that failed at a name is not new to it."""
WRONG_SECRET = (BadCredentials, WrongPassword, ValidationError)
"""The errors that count as failures. After any other, nobody knows more about the password."""


def login_counter(username: str, device_tokens: Iterable[str]) -> str:
    """Return the key of the failure counter for a log-in: the name, or its known devices.

    The known devices of a name have a counter of their own, so that the owner does not wait because
    of others. They share it, so that several tokens allow no more guesses.
    """
    kind = "devices" if is_known_device(device_tokens, username) else "name"
    return f"{kind} {username.lower()}"


def confirmation_counter(user: User) -> str:
    """Return the key of the failure counter of a signed-in user, which strangers cannot raise."""
    return f"user {user.pk}"


@contextmanager
def count_failures(counter: str, address: str = "") -> Iterator[None]:
    """Limit how often the block may fail with an error of ``WRONG_SECRET``.

    An attempt counts as a failure from the start, so concurrent attempts gain nothing. A success
    takes back only what this attempt counted, since a log-in of the owner must not give a guesser
    new attempts. While the cache is unavailable nothing is counted. Raises TooManyFailures.
    """
    attempt = Attempt(counter, address)
    try:
        attempt.begin()
    except (RedisError, OSError) as error:
        logger.warning("Failed log-ins cannot be counted: %s", error)
    failed = False
    try:
        yield
    except WRONG_SECRET:
        failed = True
        raise
    finally:
        try:
            attempt.fail() if failed else attempt.take_back()
        except (RedisError, OSError) as error:
            logger.warning("The end of a log-in cannot be counted: %s", error)


def delay_after(number: int) -> int:
    """Return the delay in seconds after this number of failures, ``FREE_FAILURES`` or more."""
    return min(MAX_DELAY, 2 ** min(number - FREE_FAILURES, 10))


class Attempt:
    """One attempt, and what it wrote to the cache."""

    number = 0
    """The number of this failure, if it fails. 0: it is not counted."""
    delay_set_at: float | None = None
    """The delay that this attempt wrote, which keeps others out until it has ended."""
    is_extra = False
    """True if this attempt is made in spite of a delay."""
    is_new_address = False

    def __init__(self, counter: str, address: str) -> None:
        name = _digest(counter)
        self.failures = f"failures:{name}"
        self.delay = f"failures-delay:{name}"
        self.extras = f"failures-extra:{name}:{int(time() // HOUR)}"
        self.address = f"failures-address:{_digest(counter, address)}" if address else ""

    def begin(self) -> None:
        """Count a failure in advance. Raises TooManyFailures if the attempt has to wait."""
        if self.address:
            self.is_new_address = cache.add(self.address, 1, HOUR)
        until = cache.get(self.delay)
        if until is None and self._enter():
            return
        if self.is_new_address and self._enter_extra():
            return
        if self.is_new_address:
            cache.delete(self.address)
        raise TooManyFailures(max(1, math.ceil((until or 0) - time())))

    def fail(self) -> None:
        """Keep the failure, and set the delay before the next attempt."""
        if not self.number:
            return
        if not cache.touch(self.failures, REMEMBERED_SECONDS):
            cache.add(self.failures, 1, REMEMBERED_SECONDS)
        if self.address:
            cache.set(self.address, 1, HOUR)
        if self.delay_set_at is not None:
            seconds = delay_after(self.number)
            cache.set(self.delay, time() + seconds, seconds)

    def take_back(self) -> None:
        """Remove what was counted in advance."""
        if not self.number:
            return
        _decrease(self.failures)
        if self.delay_set_at is not None and cache.get(self.delay) == self.delay_set_at:
            cache.delete(self.delay)
        if self.is_extra:
            _decrease(self.extras)
        if self.is_new_address:
            cache.delete(self.address)

    def _enter(self) -> bool:
        """Count a failure. If a delay applies, claim the right to this attempt first."""
        self.number = _increase(self.failures, REMEMBERED_SECONDS)
        if self.number < FREE_FAILURES:
            return True
        # Other attempts are told to wait a second, not the whole delay: this one may succeed. If
        # its process dies, it counts as failed.
        delay_set_at = time() + 1
        if cache.add(self.delay, delay_set_at, MAX_DELAY):
            self.delay_set_at = delay_set_at
            return True
        _decrease(self.failures)  # a concurrent attempt was first
        self.number = 0
        return False

    def _enter_extra(self) -> bool:
        """Count a failure in spite of the delay. False if there were too many such attempts."""
        if _increase(self.extras, HOUR) > EXTRA_ATTEMPTS:
            _decrease(self.extras)
            return False
        self.is_extra = True
        self.number = _increase(self.failures, REMEMBERED_SECONDS)
        return True


def _increase(key: str, seconds: int) -> int:
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it has just expired
        cache.add(key, 1, seconds)
        return 1


def _decrease(key: str) -> None:
    with suppress(ValueError):  # it has just expired
        cache.decr(key)


def _digest(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode(errors="replace")).hexdigest()
