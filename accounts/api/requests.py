"""What views ask of a request."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle

from accounts.access import Access
from accounts.models import User
from citadels.api.errors import NotAuthenticated


def signed_in(request: Request) -> User:
    """The user behind the request's token; raises NotAuthenticated where there is none."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def signed_with(request: Request) -> Access:
    """The request's token; raises NotAuthenticated where there is none."""
    if not isinstance(request.auth, Access):
        raise NotAuthenticated
    return request.auth


def address_of(request: Request | HttpRequest) -> str:
    """Where the request comes from, as far as NUM_PROXIES lets one believe it."""
    return ScopedRateThrottle().get_ident(request)  # type: ignore[arg-type]  # reads META only
