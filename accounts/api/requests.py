"""The user and the token of a request."""

from __future__ import annotations

from rest_framework.request import Request

from accounts.access import Access
from accounts.client_info import address_of, client_info_of
from accounts.models import User
from accounts.services.fingerprints import fingerprint_record
from accounts.services.users import password_confirm
from core.api.errors import NotAuthenticated
from core.api.throttles import LOGIN, rate_limit_check

__all__ = [
    "address_of",
    "confirm_password",
    "fingerprint_client",
    "require_access",
    "require_user",
    "user_of",
]


def require_user(request: Request) -> User:
    """Return the user of the request's token. Raises NotAuthenticated if there is none."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def user_of(request: Request) -> User | None:
    """Return the user of the request's token, or None for an anonymous reader."""
    return request.user if isinstance(request.user, User) else None


def require_access(request: Request) -> Access:
    """Return the request's token. Raises NotAuthenticated if there is none."""
    if not isinstance(request.auth, Access):
        raise NotAuthenticated
    return request.auth


def confirm_password(request: Request, password: str) -> User:
    """Return the signed-in user, who has sent their password with the request.

    Raises WrongPassword, Throttled, TooManyFailures, Busy.
    """
    user, address = require_user(request), address_of(request)
    rate_limit_check(LOGIN, address)
    password_confirm(user=user, password=password, address=address)
    return user


def fingerprint_client(request: Request) -> None:
    """Record the address and the device of a request, when its user takes a seat."""
    fingerprint_record(user=require_user(request), client_info=client_info_of(request))
