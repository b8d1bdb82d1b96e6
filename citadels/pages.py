"""What pages for people carry that answers to programs need not: policies for browsers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_replace
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

leads_elsewhere: Callable[..., Any] = csp_replace({"form-action": None})
"""For views whose form may end at an application of somebody else: browsers hold redirects that
follow a form to the policy, too."""


class PagesMiddleware(CSPMiddleware):
    """Gives every page of HTML its policies."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        response.headers["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return super().process_response(request, response)
