"""What the endpoints for programs have in common."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import unquote_plus

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError, OAuth2Error

from accounts.client_info import address_of
from accounts.oauth.errors import describe_error_response
from core.api.throttles import LOGIN, give_back, rate_limit_check

FORM = "application/x-www-form-urlencoded"


class SecretEndpoint:
    """Limits how often clients may present wrong secrets, codes and tokens.

    A request is one transaction: what it has checked still holds when it issues tokens.
    """

    http_method_names = ("post",)
    expensive = ("POST",)
    rate = LOGIN
    uncounted: tuple[str, ...] = ()
    """Errors that do not count against the limit. "" is success."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        address = address_of(request)
        rate_limit_check(self.rate, address)
        try:
            self.check_request(request)
            with transaction.atomic():
                response: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        except OAuth2Error as error:
            response = HttpResponse(error.json, status=error.status_code, headers=error.headers)
        if describe_error_response(response) in self.uncounted:
            give_back(self.rate, address)
        response.headers["Content-Type"] = "application/json"
        return response

    def check_request(self, request: HttpRequest) -> None:
        """Refuse what the library fails on, or accepts against the standard."""
        if request.content_type != FORM:
            raise InvalidRequestError(description=f"Send the parameters as {FORM}.")
        header = request.META.get("HTTP_AUTHORIZATION", "")
        texts = [*request.POST.values(), header, basic_client_id(request)]
        if any("\0" in text for text in texts) or not header.isascii():
            raise InvalidRequestError(description="A parameter has characters that none may have.")


def basic_client_id(request: HttpRequest) -> str:
    """Return the client_id of HTTP Basic (RFC 6749, 2.3.1), or an empty string."""
    kind, _space, credentials = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if kind != "Basic":
        return ""
    try:
        client_id, _colon, _secret = base64.b64decode(credentials).decode().partition(":")
    except ValueError:
        return ""
    return unquote_plus(client_id)
