"""Rate limits: buckets that requests empty and that fill again at a steady rate.

A bucket is one number, the instant at which it is full again (GCRA). Redis counts for all
processes, in one atomic script; without Redis each process counts for itself. Each process takes
requests out of a large bucket in batches, so that most requests need no call.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from threading import Lock
from time import monotonic_ns
from typing import Protocol, TypeVar

from django.conf import settings
from django.core.cache import cache as shared_cache
from redis import Redis, RedisError

from core.breaker import CircuitBreaker

counter = CircuitBreaker("Requests cannot be counted", RedisError, OSError)
Result = TypeVar("Result")

MICROSECONDS = 1_000_000
KEYS_MAX = 10_000
"""Buckets that a process remembers. Before there are more, it forgets those without effect, or all
batches.
"""
PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
"""Seconds, by the first letter of a period."""

TAKE = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local count = math.min(ARGV[3], math.floor((now + ARGV[2] - full_at) / ARGV[1]))
if count < 1 then return {full_at - now, full_at + ARGV[1] - now - ARGV[2], 0} end
local taken = full_at + count * ARGV[1]
redis.call('SET', KEYS[1], string.format('%.0f', taken), 'PX', math.ceil((taken - now) / 1000))
return {taken - now, 0, count}
"""
BATCH = 8
"""Requests that a process takes at once from a large bucket that fills quickly."""
BATCH_MIN_QUOTA = 200
BATCH_SECONDS = 10.0
"""Requests of a batch that are not used in this time are lost: the bucket has filled by as many."""


GIVE_BACK = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full_at = tonumber(redis.call('GET', KEYS[1]) or '0') - ARGV[1]
if full_at <= now then return redis.call('DEL', KEYS[1]) end
redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil((full_at - now) / 1000))
"""


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: ``quota`` requests in ``window`` seconds. The whole quota may be used at
    once.
    """

    quota: int
    window: int

    @classmethod
    def of(cls, text: str) -> Rate:
        """Parse a rate such as ``"60/min"`` or ``"20/hour"``. Only the first letter of the period
        counts.

        Raises ValueError.
        """
        quota, _, period = text.partition("/")
        rate = cls(int(quota), PERIODS.get(period.strip()[:1], 0))
        if rate.quota < 1 or rate.window < 1:
            raise ValueError(f"{text!r} is no rate; one looks like 60/min")
        return rate

    @property
    def interval(self) -> int:
        """Microseconds until one more request becomes possible."""
        return max(1, self.window * MICROSECONDS // self.quota)


@dataclass(frozen=True, slots=True)
class LimitState:
    """The state of a bucket after a request, in microseconds. A ``wait`` above 0 means refused."""

    rate: Rate
    full_in: int
    wait: int

    @property
    def wait_seconds(self) -> int:
        return math.ceil(self.wait / MICROSECONDS)

    @property
    def remaining(self) -> int:
        """Requests that may still come at once."""
        room = self.rate.window * MICROSECONDS - self.full_in
        return max(0, room // self.rate.interval)

    @property
    def full_in_seconds(self) -> int:
        return math.ceil(self.full_in / MICROSECONDS)


class RateLimiter(Protocol):
    def take(self, key: str, rate: Rate) -> LimitState:
        """Take one request out of the bucket ``key``, unless it is empty."""

    def give_back(self, key: str, rate: Rate) -> None:
        """Put one request back into the bucket ``key``."""


@dataclass(slots=True)
class Batch:
    """Requests that this process has taken out of a bucket and not used. Times are microseconds of
    the process's clock.
    """

    left: int
    since: int
    full_at: int
    """When the bucket is full again if the whole batch is used."""

    def is_fresh(self, now: int) -> bool:
        """True if its requests may still be used."""
        return self.left > 0 and now - self.since < BATCH_SECONDS * MICROSECONDS

    def take(self, now: int) -> bool:
        """Use one request. Returns False if there is none."""
        fresh = self.is_fresh(now)
        self.left -= fresh
        return fresh

    def full_in(self, rate: Rate, now: int) -> int:
        """Return in how many microseconds the bucket would be full if the rest were put back."""
        return max(0, self.full_at - self.left * rate.interval - now)


def batch_size(rate: Rate) -> int:
    """Return how many requests to take at once out of a bucket of this rate."""
    is_quick = BATCH * rate.interval <= BATCH_SECONDS * MICROSECONDS
    return BATCH if rate.quota >= BATCH_MIN_QUOTA and is_quick else 1


class RedisRateLimiter:
    """Counts in Redis, for all processes. A key expires when its bucket is full."""

    def __init__(self, client: Redis) -> None:
        self.script = client.register_script(TAKE)
        self.giving_back = client.register_script(GIVE_BACK)
        self.batches: dict[tuple[str, Rate], Batch] = {}
        self.lock = Lock()

    def take(self, key: str, rate: Rate) -> LimitState:
        """Take one request. Raises RedisError, OSError."""
        now = monotonic_ns() // 1000
        with self.lock:
            if (batch := self.batches.get((key, rate))) and batch.take(now):
                return LimitState(rate, batch.full_in(rate, now), 0)
        arguments = [rate.interval, rate.window * MICROSECONDS, batch_size(rate)]
        full_in, wait, count = map(int, self.script(keys=[key], args=arguments))
        if count <= 1:
            return LimitState(rate, full_in, wait)
        batch = Batch(count - 1, now, now + full_in)
        with self.lock:
            other = self.batches.get((key, rate))
            if other and other.is_fresh(now):  # taken by another thread meanwhile
                batch.left += other.left
            if len(self.batches) >= KEYS_MAX:
                self.batches.clear()
            self.batches[key, rate] = batch
        return LimitState(rate, batch.full_in(rate, now), 0)

    def give_back(self, key: str, rate: Rate) -> None:
        """Put one request back. Raises RedisError, OSError."""
        self.giving_back(keys=[key], args=[rate.interval])


class LocalRateLimiter:
    """Counts in memory, for one process."""

    def __init__(self) -> None:
        self.full_at: dict[str, int] = {}
        self.lock = Lock()

    def take(self, key: str, rate: Rate) -> LimitState:
        now = monotonic_ns() // 1000
        with self.lock:
            full_at = max(self.full_at.get(key, 0), now)
            taken = full_at + rate.interval
            wait = taken - now - rate.window * MICROSECONDS
            if wait > 0:
                return LimitState(rate, full_at - now, wait)
            if len(self.full_at) >= KEYS_MAX:
                self.forget_full(now)
            self.full_at[key] = taken
        return LimitState(rate, taken - now, 0)

    def give_back(self, key: str, rate: Rate) -> None:
        with self.lock:
            if key in self.full_at:
                self.full_at[key] -= rate.interval

    def forget_full(self, now: int) -> None:
        self.full_at = {key: at for key, at in self.full_at.items() if at > now}


@cache
def rate_limiter_at(url: str, **options: float) -> RateLimiter:
    """Return a limiter that uses the Redis at ``url``, or one for this process if there is none."""
    return RedisRateLimiter(Redis.from_url(url, **options)) if url else LocalRateLimiter()


def take(bucket: str, rate: Rate) -> LimitState | None:
    """Take one request out of a bucket, unless it is empty. Returns its state, or None while Redis
    is unavailable and nothing is counted.
    """
    return _use_limiter(bucket, lambda limiter, key: limiter.take(key, rate))


def give_back(bucket: str, rate: Rate) -> None:
    """Put one request back into a bucket."""
    _use_limiter(bucket, lambda limiter, key: limiter.give_back(key, rate))


def _use_limiter(bucket: str, use: Callable[[RateLimiter, str], Result]) -> Result | None:
    key = shared_cache.make_key(f"bucket:{bucket}")
    return counter.call(
        lambda: use(rate_limiter_at(settings.REDIS_URL, **settings.REDIS_OPTIONS), key)
    )
