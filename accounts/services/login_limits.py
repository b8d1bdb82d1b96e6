"""Limits on guessing passwords: how many attempts may fail for one name.

The other two limits are the rate limit of an address (``core.api.throttles.LOGIN``) and the number
of concurrent hashes (``accounts.hashers``). docs/decisions/accounts.md says why there are three.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError

from accounts.errors import BadCredentials, TooManyFailures, WrongPassword
from accounts.models import User
from accounts.services.devices import is_known_device
from core.metrics import PASSWORDS_REFUSED
from core.rate_limits import Rate, give_back, take

FAILURES = Rate(quota=5, window=5 * 60)
"""Failed attempts for one name: five at once, and one more each minute."""
NEW_ADDRESS = Rate(quota=1, window=60 * 60)
"""An address is new to a name once an hour, if it fails there."""
NEW_ADDRESSES = Rate(quota=50, window=60 * 60)
"""Failed attempts of new addresses for one name that has used up ``FAILURES``: many addresses must
not mean many guesses.
"""
WRONG_SECRET = (BadCredentials, WrongPassword, ValidationError)
"""The errors that count as failures. After any other, nobody knows more about the password."""


def login_counter(username: str, device_tokens: Iterable[str]) -> str:
    """Return what the failures of a log-in count against: the name, or its known devices.

    The known devices of a name have a limit of their own, so that the owner does not wait because
    of others. They share it, so that several tokens allow no more guesses.
    """
    kind = "devices" if is_known_device(device_tokens, username) else "name"
    return f"{kind} {username.lower()}"


def confirmation_counter(user: User) -> str:
    """Return what the failures of a signed-in user count against. Strangers cannot raise it."""
    return f"user {user.pk}"


@contextmanager
def count_failures(counter: str, address: str = "") -> Iterator[None]:
    """Limit how often the block may fail with an error of ``WRONG_SECRET``.

    An attempt counts as a failure from the start, so concurrent attempts gain nothing. A success
    takes back only its own attempt, since a log-in of the owner must not give a guesser new ones.
    While Redis is unavailable nothing is counted. Raises TooManyFailures.
    """
    counted = count_attempt(counter, address)
    try:
        yield
    except WRONG_SECRET:
        counted = {}
        PASSWORDS_REFUSED.labels("wrong").inc()
        raise
    finally:
        give_all_back(counted)


def count_attempt(counter: str, address: str) -> dict[str, Rate]:
    """Count an attempt. Returns the buckets that it was taken from. Raises TooManyFailures.

    An address that is new to the name has one attempt even if the name has none left. Otherwise a
    guesser who takes every attempt would keep the owner out.
    """
    counted: dict[str, Rate] = {}

    def seconds_to_wait(rate: Rate, *bucket: str) -> int:
        key = bucket_key(*bucket)
        limit_state = take(key, rate)
        if limit_state is None:
            return 0
        if limit_state.wait:
            return limit_state.wait_seconds
        counted[key] = rate
        return 0

    is_new = bool(address) and not seconds_to_wait(NEW_ADDRESS, "address", counter, address)
    if not (seconds := seconds_to_wait(FAILURES, "failures", counter)):
        return counted
    if is_new and not seconds_to_wait(NEW_ADDRESSES, "new addresses", counter):
        return counted
    give_all_back(counted)
    PASSWORDS_REFUSED.labels("delayed").inc()
    raise TooManyFailures(seconds)


def give_all_back(counted: dict[str, Rate]) -> None:
    for key, rate in counted.items():
        give_back(key, rate)


def bucket_key(*texts: str) -> str:
    """Return the key of a bucket. Names are hashed: some people type their password as a name.

    ``repr`` keeps the texts apart, whatever characters a name has.
    """
    digest = hashlib.sha256(repr(texts).encode()).hexdigest()
    return f"failures:{digest}"
