"""How often one caller may ask: by user, or by address where nobody is signed in."""

from __future__ import annotations

import logging
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache as shared_cache
from redis import RedisError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from citadels.api.buckets import MICROSECONDS, Rate, Standing, buckets_at

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which asks for the settings, and so for this module

logger = logging.getLogger(__name__)

READS = ("GET", "HEAD")
COUNTED = "citadels.counted"
"""Where a request says how its bucket stands, if it was counted before it came to a view."""
BREAK = 5.0
"""Seconds without counting after Redis failed: reaching for it slows every request down."""


class BucketThrottle(BaseThrottle):
    """Each kind of request has a bucket of its own, so that reading never holds a move up.

    Reads count as ``read``; all else as the ``throttle_scope`` of its view, or else as ``write``.
    Everybody is let in while Redis is gone: better than nobody.
    """

    broken_until = 0.0
    standing: Standing | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        scope = scope_of(str(request.method), view)
        if COUNTED in request.META:
            self.standing = request.META[COUNTED]
        else:
            self.standing = standing_of(scope, self.caller(request))
        if self.standing is None:
            return True
        view.headers |= rate_limit_headers(scope, self.standing)
        return self.standing.wait == 0

    def wait(self) -> float | None:
        return self.standing.wait / MICROSECONDS if self.standing else None

    def caller(self, request: Request) -> str:
        return str(request.user.pk) if request.user.pk else str(self.get_ident(request))


def standing_of(scope: str, caller: str) -> Standing | None:
    """The bucket after one more request; None: nobody counts."""
    text = api_settings.DEFAULT_THROTTLE_RATES[scope]
    if not text or monotonic() < BucketThrottle.broken_until:
        return None
    key = shared_cache.make_key(f"bucket:{scope}:{caller}")
    try:
        buckets = buckets_at(settings.REDIS_URL, **settings.REDIS_OPTIONS)
        return buckets.take(key, rate_of(text))
    except (RedisError, OSError) as error:
        BucketThrottle.broken_until = monotonic() + BREAK
        logger.warning("Requests cannot be counted: %s", error)
        return None


def scope_of(method: str, view: APIView) -> str:
    """The bucket that a request is taken from."""
    if method in READS:
        return "read"
    return getattr(view, "throttle_scope", None) or "write"


def rate_limit_headers(scope: str, standing: Standing) -> dict[str, str]:
    """The policy, and what is left of it (draft-ietf-httpapi-ratelimit-headers-10)."""
    rate = standing.rate
    return {
        "RateLimit-Policy": f'"{scope}";q={rate.quota};w={rate.window}',
        "RateLimit": f'"{scope}";r={standing.remaining};t={standing.full_in_seconds}',
    }


rate_of = cache(Rate.of)
