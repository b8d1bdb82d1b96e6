"""The permission check for every request with a token.

An endpoint declares the scope that it needs. A method that declares nothing answers nobody.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.access import Access
from accounts.selectors import ban_check
from core.api.declared import answers, endpoint_of
from core.api.errors import NotAuthenticated
from core.errors import GuestRefused, InsufficientScope


class HasScope(BasePermission):
    """Allows a token with the scope of the endpoint, of a user who is not banned, and
    no guest where an account is needed.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        method = request.method or ""
        declared = endpoint_of(view, method)
        access = request.auth
        if not isinstance(access, Access):
            if settings.ANONYMOUS_READING and declared is not None and declared.anonymous:
                return True
            raise NotAuthenticated
        if declared is None or not declared.banned_may:
            ban_check(access.user, now=timezone.now())
        if declared is not None:
            scope_check(access, declared.scope or "")
            if access.user.is_guest and not declared.guests_may:
                raise GuestRefused
        elif answers(view, method):  # a 405 follows
            raise ImproperlyConfigured(f"{type(view).__name__} declares no scope for {method}.")
        return True


def scope_check(access: Access, scope: str) -> None:
    """Raise InsufficientScope unless ``access`` has ``scope``. ANY is always granted."""
    if scope and scope not in access.scopes:
        raise InsufficientScope(scope)
