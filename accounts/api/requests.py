"""What views ask of a request."""

from __future__ import annotations

from rest_framework.request import Request

from accounts.models import ApiToken, User
from citadels.api.errors import NotAuthenticated


def signed_in(request: Request) -> User:
    """The user behind the request's token; raises NotAuthenticated where there is none."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def signed_with(request: Request) -> ApiToken:
    """The request's token; raises NotAuthenticated where there is none."""
    if not isinstance(request.auth, ApiToken):
        raise NotAuthenticated
    return request.auth
