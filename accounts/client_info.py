"""The address and the device of a request."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.services.fingerprints import ClientInfo
from core.api.throttles import address_of

__all__ = ["address_of", "client_info_of"]
LONGEST = 300
"""Characters of the User-Agent header that count."""


def client_info_of(request: Request | HttpRequest) -> ClientInfo:
    """Return the client info of a request, with its whole address."""
    agent, device = (
        request.META.get(header, "")[:LONGEST] for header in ("HTTP_USER_AGENT", "HTTP_X_DEVICE_ID")
    )
    address = BaseThrottle().get_ident(request)  # type: ignore[arg-type]  # reads META only
    return ClientInfo(address, agent, device)
