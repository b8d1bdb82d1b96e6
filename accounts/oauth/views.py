"""The page on which a user agrees, or does not, to what an application asks for."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.views import AuthorizationView
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError

from accounts.models import User
from accounts.selectors import user_banned
from citadels.pages import leads_elsewhere

S256 = "S256"


@method_decorator(leads_elsewhere, name="dispatch")
class ConsentPage(AuthorizationView):
    template_name = "accounts/consent.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if isinstance(user, User) and user_banned(user, now=timezone.now()):
            return render(request, "accounts/banned.html", {"user": user}, status=403)
        return super().dispatch(request, *args, **kwargs)

    def validate_authorization_request(self, request: HttpRequest) -> tuple[Any, Any]:
        """Refuse here what the library refuses only after the user has agreed."""
        scopes, credentials = super().validate_authorization_request(request)
        if credentials.get("code_challenge_method") != S256:
            error = InvalidRequestError(
                description=f"code_challenge_method has to be {S256}.",
                state=credentials.get("state"),
            )
            raise OAuthToolkitError(error=error, redirect_uri=credentials["redirect_uri"])
        return scopes, credentials
