"""What views ask of a request."""

from __future__ import annotations

from rest_framework.request import Request

from accounts.access import Access
from accounts.client_info import address_of, origin_of
from accounts.models import User
from accounts.services.fingerprints import sighting_note
from accounts.services.users import password_confirm
from core.api.errors import NotAuthenticated
from core.api.throttles import LOGIN, draw

__all__ = ["address_of", "confirmed", "seen_here", "signed_in", "signed_with"]


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


def confirmed(request: Request, password: str) -> User:
    """Return the signed-in user, who has sent their password with the request.

    Raises WrongPassword, Throttled, TooManyFailures, Busy.
    """
    user, address = signed_in(request), address_of(request)
    draw(LOGIN, address)
    password_confirm(user=user, password=password, address=address)
    return user


def seen_here(request: Request) -> None:
    """Note from where the user of a request has come: he takes a seat."""
    sighting_note(user=signed_in(request), origin=origin_of(request))
