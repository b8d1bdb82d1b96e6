"""Rate limits per user, or per address for anonymous clients."""

from __future__ import annotations

from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from core import rate_limits
from core.api.declared import rate_name
from core.api.errors import BadRequest, Throttled, try_again
from core.rate_limits import MICROSECONDS, LimitState, Rate

if TYPE_CHECKING:
    from rest_framework.views import APIView  # loads the settings, and with them this module

LOGIN = "login"
"""The rate limit by address of everything that checks a password or a secret."""
TEST_RATE = "X-Test-Rate"
"""The header with which developers try a limit on their own machine."""
IPV6_NETWORK = 64
"""Bits of an IPv6 address that count. A customer usually has all addresses of a /64."""


class RateLimitThrottle(BaseThrottle):
    """Counts each kind of request separately, so that reading never delays a move.

    An endpoint declares the ``rate`` that it counts against. While Redis is unavailable, nothing is
    counted or refused.
    """

    limit_state: LimitState | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        has_user = request.user.pk is not None
        scope = rate_name(view, str(request.method), has_user=has_user)
        rate = test_rate(request) if settings.TEST_RATES else None
        self.limit_state = limit_state_of(scope, self.caller(request), rate)
        if self.limit_state is None:
            return True
        view.headers |= rate_limit_headers(scope, self.limit_state)
        return self.limit_state.wait == 0

    def wait(self) -> float | None:
        return self.limit_state.wait / MICROSECONDS if self.limit_state else None

    def caller(self, request: Request) -> str:
        return str(request.user.pk) if request.user.pk else address_of(request)


def address_of(request: Request | HttpRequest) -> str:
    """Return the address that limits count by: an IPv4 address, or the /64 network of an IPv6
    address.

    NUM_PROXIES says how many proxies are trusted.
    """
    text = str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]  # reads META only
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        host_bits = 128 - IPV6_NETWORK
        return str(IPv6Network((int(address) >> host_bits << host_bits, IPV6_NETWORK)))
    return str(getattr(address, "ipv4_mapped", None) or address)


def rate_limit_check(scope: str, caller: str) -> None:
    """Take one request out of a caller's bucket. Raises Throttled if it is empty."""
    limit_state = limit_state_of(scope, caller)
    if limit_state is not None and (seconds := limit_state.wait_seconds):
        raise Throttled(try_again(seconds), headers={"Retry-After": str(seconds)})


def give_back(scope: str, caller: str) -> None:
    """Put one request back into a caller's bucket."""
    if rate := rate_of_scope(scope):
        rate_limits.give_back(f"{scope}:{caller}", rate)


def limit_state_of(scope: str, caller: str, test_rate: Rate | None = None) -> LimitState | None:
    """Return the state of a bucket after one more request, or None if nothing is counted.

    Each ``test_rate`` has a bucket of its own.
    """
    if test_rate is not None:
        return rate_limits.take(f"{scope}:{caller}:{test_rate}", test_rate)
    rate = rate_of_scope(scope)
    return rate_limits.take(f"{scope}:{caller}", rate) if rate else None


def test_rate(request: Request) -> Rate | None:
    """Return the rate that the client asks for, or None. Raises BadRequest."""
    if (text := request.headers.get(TEST_RATE)) is None:
        return None
    try:
        return Rate.of(text)
    except ValueError:
        raise BadRequest(_("X-Test-Rate has to look like 2/min.")) from None


def rate_of_scope(scope: str) -> Rate | None:
    """Return the rate that the settings give to a kind of request, or None if it has no limit."""
    text = api_settings.DEFAULT_THROTTLE_RATES[scope]
    return rate_of(text) if text else None


def rate_limit_headers(scope: str, limit_state: LimitState) -> dict[str, str]:
    """Return the headers with the policy and the remaining requests
    (draft-ietf-httpapi-ratelimit-headers-10).
    """
    rate = limit_state.rate
    return {
        "RateLimit-Policy": f'"{scope}";q={rate.quota};w={rate.window}',
        "RateLimit": f'"{scope}";r={limit_state.remaining};t={limit_state.full_in_seconds}',
    }


rate_of = cache(Rate.of)
