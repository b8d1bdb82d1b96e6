"""The endpoint that gives codes to a device, and the page on which a user answers."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from oauth2_provider.models import Application, DeviceGrant
from oauth2_provider.views.device import DeviceAuthorizationView
from oauthlib.oauth2 import DeviceApplicationServer
from oauthlib.oauth2.rfc6749.errors import (
    InvalidClientError,
    InvalidRequestError,
    UnauthorizedClientError,
)

from accounts.client_info import address_of
from accounts.forms import banned_page, refusal_page
from accounts.keys import user_code_format
from accounts.models import User
from accounts.oauth.secret_endpoint import SecretEndpoint, basic_client_id
from accounts.page_language import activate_language
from accounts.scopes import SCOPES
from accounts.services.device_grants import (
    LIFE,
    device_grant_answer,
    device_grant_create,
    device_grant_find,
    may_use_device_codes,
)
from core.api.errors import Throttled
from core.api.throttles import give_back, rate_limit_check

DEVICES = "devices"
"""The rate limit of codes that an address requests, and of wrong codes that people type."""


class DeviceServer(DeviceApplicationServer):
    """The library's server, with our life of codes."""

    expires_in = LIFE


class HashingDeviceAuthorizationView(DeviceAuthorizationView):
    """Issues device codes as the library's view does, but stores their digests only."""

    server_class = DeviceServer

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        headers, reply, status = self.create_device_authorization_response(request)
        if status != 200:
            return HttpResponse(reply, status=status, headers=headers)
        device_grant_create(
            client_id=request.POST["client_id"],
            **{name: reply[name] for name in ("device_code", "user_code", "scope")},
        )
        return JsonResponse(reply)


class DeviceEndpoint(SecretEndpoint, HashingDeviceAuthorizationView):
    """Gives a device code to an application, and a user code for it to show."""

    rate = DEVICES

    def check_request(self, request: HttpRequest) -> None:
        super().check_request(request)
        fields = request.POST.copy()
        client_id = fields["client_id"] = fields.get("client_id") or basic_client_id(request)
        if not client_id:
            raise InvalidRequestError("Missing client_id parameter.")
        # The library authenticates clients by grant type. Here it is as at the token endpoint.
        fields["grant_type"] = Application.GRANT_DEVICE_CODE
        request.POST = fields  # type: ignore[assignment]  # a copy that can change
        application = Application.objects.filter(client_id=client_id).first()
        if application is None:
            raise InvalidClientError
        if not may_use_device_codes(application):
            raise UnauthorizedClientError


@method_decorator(never_cache, name="dispatch")
class DevicePage(LoginRequiredMixin, View):
    """Asks for a code, shows what the application with this code wants, and takes the answer."""

    http_method_names = ["get", "head", "post"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        user = request.user
        if isinstance(user, User):
            activate_language(user)
            if page := banned_page(request, user):
                return page
        try:
            return super().dispatch(request, *args, **kwargs)
        except Throttled as error:
            return refusal_page(request, error)

    def get(self, request: HttpRequest) -> HttpResponse:
        if not (code := request.GET.get("user_code")):
            return self.page("ask")
        grant = self.find(code)
        application = grant and Application.objects.filter(client_id=grant.client_id).first()
        if grant is None or application is None:
            return self.unknown(code)
        scopes = [SCOPES[scope] for scope in grant.scope.split() if scope in SCOPES]
        return self.page(
            "answer",
            code=user_code_format(code),
            application=application,
            scopes_descriptions=scopes,
        )

    def post(self, request: HttpRequest) -> HttpResponse:
        user, code = request.user, request.POST.get("user_code", "")
        assert isinstance(user, User)
        grant, allow = self.find(code), "allow" in request.POST
        if grant is None or not device_grant_answer(
            user=user, grant=grant, allow=allow, now=timezone.now()
        ):
            return self.unknown(code)
        return self.page("allowed" if allow else "refused")

    def find(self, code: str) -> DeviceGrant | None:
        """Return the open request with this code. Raises Throttled if the user, or this address,
        has entered too many wrong ones.
        """
        # Not the bucket of programs at this address that request codes.
        callers = f"user:{self.request.user.pk}", f"page:{address_of(self.request)}"
        for caller in callers:
            rate_limit_check(DEVICES, caller)
        grant = device_grant_find(code, now=timezone.now())
        if grant is not None:
            for caller in callers:
                give_back(DEVICES, caller)
        return grant

    def unknown(self, code: str) -> HttpResponse:
        error = _("This code is not valid. It may have expired, or have been used already.")
        return self.page("ask", code=code, error=error, status=400)

    def page(self, state: str, *, status: int = 200, **context: Any) -> HttpResponse:
        context = {"state": state, **context}
        return render(self.request, "accounts/device.html", context, status=status)
