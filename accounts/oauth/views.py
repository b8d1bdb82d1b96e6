"""The pages and endpoints of OAuth2 that do more than the library's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.forms import AllowForm
from oauth2_provider.http import OAuth2ResponseRedirect
from oauth2_provider.models import Application, Grant
from oauth2_provider.oauth2_validators import is_valid_resource_uri
from oauth2_provider.settings import oauth2_settings
from oauth2_provider.views import (
    AuthorizationView,
    OAuthServerMetadataView,
    RevokeTokenView,
    TokenView,
)
from oauthlib.oauth2.rfc6749.errors import (
    CustomOAuth2Error,
    InvalidRequestError,
    OAuth2Error,
    UnsupportedGrantTypeError,
)
from oauthlib.openid.connect.core.exceptions import (
    ConsentRequired,
    InteractionRequired,
    LoginRequired,
)

from accounts.forms import banned_page
from accounts.models import User
from accounts.oauth.errors import describe_error
from accounts.oauth.secret_endpoint import SecretEndpoint
from accounts.page_language import activate_language
from accounts.selectors import is_of_service, is_user_banned, scopes_authorized
from accounts.services.applications import (
    WEB_CLIENT_ID,
    is_exclusive_uri,
    is_own_page,
    redirect_schemes,
)
from accounts.services.authorizations import family_of
from accounts.services.browser_sessions import session_note_family
from core.pages import allow_form_redirects
from core.paths import DOCS

S256 = "S256"
PROMPTS = ("none", "login", "create")
"""The values of ``prompt`` that the consent page knows. The library handles all but the first."""
NEEDS_PAGE = ("consent_required", "interaction_required", "login_required")
"""Errors of ``prompt=none`` that are no fault of the application."""
SALT = "accounts.oauth.shown"
CONSENT_FIELDS = (
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "resource",
    "code_challenge",
    "code_challenge_method",
)
"""The fields of the consent form that must come back as they were shown."""


class ConsentForm(AllowForm):
    """The library's form, with a signature of what the user is shown."""

    shown = forms.CharField(widget=forms.HiddenInput)


@method_decorator(allow_form_redirects, name="dispatch")
@method_decorator(never_cache, name="dispatch")
class ConsentPage(AuthorizationView):
    """The page on which a user authorizes an application, or refuses to."""

    template_name = "accounts/consent.html"
    form_class = ConsentForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if isinstance(user, User):
            activate_language(user)
        if self.is_silent() and request.method in ("GET", "HEAD"):
            return super().dispatch(request, *args, **kwargs)
        if isinstance(user, User) and (page := banned_page(request, user)):
            return page
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

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the page, unless the application asks for a code without one (``prompt=none``), or
        the code goes to the web client at its own page, which nobody else can pretend to be.

        All other clients are shown each time, also those that were allowed before. With
        ``approval_prompt=auto``, the library would not ask again, and another program on the device
        can pretend to be a native app (RFC 8252, 8.6).
        """
        own = is_own_page(request.GET.get("client_id", ""), request.GET.get("redirect_uri", ""))
        logs_in_again = "login" in request.GET.get("prompt", "").split()
        if self.is_silent() or (own and not logs_in_again):
            return self.get_silently(request)
        query = request.GET.copy()
        query.pop("approval_prompt", None)
        request.GET = query  # type: ignore[assignment]  # a copy that can change
        return super().get(request, *args, **kwargs)

    def handle_no_permission(self) -> HttpResponse:
        """Answer a user who is not logged in."""
        if self.is_silent():
            return self.get_silently(self.request)
        response: HttpResponse = super().handle_no_permission()
        return response

    def is_silent(self) -> bool:
        """True if the application asks for a code without a page (OpenID Connect Core, 3.1.2.1)."""
        return "none" in self.request.GET.get("prompt", "").split()

    def get_silently(self, request: HttpRequest) -> HttpResponse:
        """Redirect at once: with a code if the user has authorized this application before or it is
        the web client, else with the reason why a page is needed.
        """
        try:
            scopes, credentials = self.validate_authorization_request(request)
            if error := self.find_need_for_page(scopes, credentials):
                raise OAuthToolkitError(error=error, redirect_uri=credentials["redirect_uri"])
            location, *_ = self.create_authorization_response(
                request=request, scopes=" ".join(scopes), credentials=credentials, allow=True
            )
        except OAuthToolkitError as error:
            return self.error_response(error, application=None)
        return self.redirect(location, None)

    def find_need_for_page(
        self, scopes: list[str], credentials: dict[str, Any]
    ) -> OAuth2Error | None:
        """Return why this request needs a page, or None.

        Whether the user is banned is not revealed: for applications, they have not consented.
        """
        user, state, now = self.request.user, credentials.get("state"), timezone.now()
        if self.is_silent() and self.request.GET["prompt"].split() != ["none"]:
            return InvalidRequestError(description="prompt=none stands alone.", state=state)
        credentials["resource"] = self.request.GET.getlist("resource")
        if not all(map(is_valid_resource_uri, credentials["resource"])):
            return CustomOAuth2Error(error="invalid_target", state=state)
        if not is_exclusive_uri(credentials["redirect_uri"]):
            return InteractionRequired(state=state)
        if not isinstance(user, User):
            return LoginRequired(state=state)
        if is_user_banned(user, now=now):
            return ConsentRequired(state=state)
        if is_own_page(credentials["client_id"], credentials["redirect_uri"]):
            return None
        application = Application.objects.get(client_id=credentials["client_id"])
        if not scopes_authorized(user=user, application=application, now=now).issuperset(scopes):
            return ConsentRequired(state=state)
        return None

    def create_authorization_response(
        self, request: HttpRequest, scopes: str, credentials: dict[str, Any], allow: bool
    ) -> Any:
        """Note with the session what the web client gets by it: both end together. If the session
        has just ended, the code is worth nothing.
        """
        response = super().create_authorization_response(request, scopes, credentials, allow)
        code = dict(parse_qsl(urlsplit(response[0]).query)).get("code")
        if code and credentials["client_id"] == WEB_CLIENT_ID and request.session.session_key:
            key = request.session.session_key
            if not session_note_family(session_key=key, family=family_of(code)):
                Grant.objects.filter(code=code).delete()
        return response

    def error_response(
        self, error: OAuthToolkitError, application: Application | None, **kwargs: Any
    ) -> HttpResponse:
        """Redirect to the application with the error. Anybody can register an application, and a
        link to this service must not lead to any other site unseen (RFC 9700, 4.11.2): so only
        those of the service get errors at once, all others after a button or link was pressed.
        """
        describe_error(error.oauthlib_error)
        response: HttpResponse = super().error_response(error, application, **kwargs)
        if self.request.method == "POST" or not isinstance(response, OAuth2ResponseRedirect):
            return response
        application = Application.objects.get(client_id=self.request.GET["client_id"])
        if is_of_service(application):
            return response
        context = {
            "error": error.oauthlib_error,
            "needs_page": error.oauthlib_error.error in NEEDS_PAGE,
            "application": application,
            "back": response.url,
        }
        return self.render_to_response(context, status=400)

    def redirect(self, redirect_to: str, application: Application | None) -> HttpResponse:
        """Redirect to an application, and name this service (RFC 9207): the library does so only
        with a code. Native apps have schemes of their own.
        """
        if application is None:  # the library has not looked it up yet, but checked the URI
            client_id = self.request.GET.get("client_id", "")
            application = Application.objects.get(client_id=client_id)
        return OAuth2ResponseRedirect(add_issuer(redirect_to), redirect_schemes(application))

    def get_initial(self) -> dict[str, Any]:
        initial = super().get_initial()
        return {**initial, "shown": self.signature(initial)}

    def form_valid(self, form: ConsentForm) -> HttpResponse:
        if constant_time_compare(form.cleaned_data["shown"], self.signature(form.cleaned_data)):
            return super().form_valid(form)
        return self.form_invalid(form)

    def form_invalid(self, form: ConsentForm) -> HttpResponse:
        error = InvalidRequestError(
            description=_(
                "The request has changed since this page was shown. Start again from "
                "the application."
            )
        )
        return self.render_to_response({"error": error}, status=error.status_code)

    def signature(self, fields: Mapping[str, Any]) -> str:
        """Return a signature of what this user is asked to authorize."""
        content = [str(self.request.user.pk), *(fields.get(name) or "" for name in CONSENT_FIELDS)]
        return salted_hmac(SALT, json.dumps(content), algorithm="sha256").hexdigest()


def add_issuer(uri: str) -> str:
    """Return ``uri`` with this service as the only ``iss`` in its query."""
    parts = urlsplit(uri)
    query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != "iss"]
    query.append(("iss", settings.OAUTH2_PROVIDER["OIDC_ISS_ENDPOINT"]))
    return urlunsplit(parts._replace(query=urlencode(query)))


class MetadataPage(OAuthServerMetadataView):
    """The library's description of this server for clients, with what it leaves out."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().get(request, *args, **kwargs)
        device = self._get_endpoint_url(request, "device-authorization")
        document = {
            **json.loads(response.content),
            "prompt_values_supported": PROMPTS,
            "device_authorization_endpoint": device,
            "service_documentation": f"{settings.PUBLIC_URL}{DOCS}accounts.html",
        }
        response.content = json.dumps(document).encode()
        return response


class UniformTokenView(TokenView):
    """The library's view, with the same steps for all grant types: its own for device codes look
    for stored codes, and there are only digests, for which the validator looks.
    """

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = self.authorization_flow_token_response(request)
        return response


class TokenEndpoint(SecretEndpoint, UniformTokenView):
    """Issues tokens to applications, for the grant types of the metadata only."""

    # A server refreshes the tokens of many users from one address, and polls for many.
    uncounted = ("", "authorization_pending")

    def check_request(self, request: HttpRequest) -> None:
        super().check_request(request)
        grant_type = request.POST.get("grant_type")
        if grant_type is None:
            raise InvalidRequestError(description="Missing grant_type parameter.")
        supported = oauth2_settings.OAUTH2_GRANT_TYPES_SUPPORTED
        if grant_type not in supported:
            raise UnsupportedGrantTypeError(f"The grant types are {', '.join(supported)}.")


class RevokeEndpoint(SecretEndpoint, RevokeTokenView):
    """Revokes tokens of applications. It answers 200 for unknown tokens, too."""
