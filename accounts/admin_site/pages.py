"""The page for two-factor authentication: set it up, enter a code, see the recovery codes."""

from __future__ import annotations

from typing import Any

import django_otp
from django import forms
from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import View

from accounts.errors import TooManyFailures, WrongCode
from accounts.forms import refuse
from accounts.models import User
from accounts.services import two_factor as services

KEY = "second_factor_key"
"""The session key of the secret that is being set up. Each session has its own."""
NEXT_LENGTH = 2000


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}
        ),
    )


class TwoFactorPage(View):
    """The page between the password and the admin. GET shows what to do, POST does it."""

    http_method_names = ["get", "head", "post"]
    site: AdminSite | None = None

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.page(CodeForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_verified():  # type: ignore[union-attr]  # of django_otp's middleware
            codes = services.recovery_codes_renew(user=self.user)
            return self.page(CodeForm(), codes=codes)
        form = CodeForm(request.POST)
        if not form.is_valid():
            return self.page(form)
        try:
            return self.entered(form.cleaned_data["code"])
        except WrongCode as refusal:
            form.add_error("code", str(refusal))
            return self.page(form)
        except TooManyFailures as refusal:
            form.add_error("code", refusal.detail)
            return refuse(self.page(form), refusal)

    def entered(self, code: str) -> HttpResponse:
        """Trust this session from now on. After the set-up, show the recovery codes first."""
        user = self.user
        if services.is_enrolled(user):
            device = services.two_factor_check(user=user, code=code)
            self.trust(device)
            return HttpResponseRedirect(next_page(self.request))
        device, codes = services.two_factor_enroll(user=user, key=self.key(), code=code)
        self.trust(device)
        return self.page(CodeForm(), codes=codes)

    def trust(self, device: services.Device) -> None:
        """Mark the session as verified, with a new session id, for a working day at most."""
        session = self.request.session
        session.pop(KEY, None)
        session.cycle_key()
        session.set_expiry(timezone.now() + settings.STAFF_SESSION)
        django_otp.login(self.request, device)

    def page(self, form: CodeForm, *, codes: list[str] | None = None) -> HttpResponse:
        user = self.user
        context: dict[str, Any] = {
            **(self.site.each_context(self.request) if self.site else {}),
            "title": _("Two-factor authentication"),
            "form": form,
            "codes": codes,
            "next": next_page(self.request),
        }
        if self.request.user.is_verified():  # type: ignore[union-attr]
            context |= {"state": "verified", "left": services.recovery_codes_left(user)}
        elif services.is_enrolled(user):
            context |= {"state": "ask"}
        else:
            key = self.key()
            context |= {
                "state": "enrol",
                "secret": services.secret_format(key),
                "picture": services.qr_code_of(user, key),
            }
        return TemplateResponse(self.request, "accounts/admin_site/second_factor.html", context)

    def key(self) -> str:
        session = self.request.session
        if KEY not in session:
            session[KEY] = services.secret_make()
        return str(session[KEY])

    @property
    def user(self) -> User:
        assert isinstance(self.request.user, User)
        return self.request.user


def next_page(request: HttpRequest) -> str:
    """Return the page to continue with: one of this site, or the first page of the admin."""
    wanted = (request.POST.get("next") or request.GET.get("next") or "")[:NEXT_LENGTH]
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else reverse("admin:index")
