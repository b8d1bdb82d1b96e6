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

from accounts.errors import PasskeyRefused, TooManyFailures, WrongCode
from accounts.forms import PasskeyForm, refuse
from accounts.models import User
from accounts.services import two_factor as services
from accounts.services.passkeys import passkeys_work

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
            if "credential" in request.POST:  # sent twice
                return HttpResponseRedirect(next_page(request))
            codes = services.recovery_codes_renew(user=self.user)
            return self.page(CodeForm(), codes=codes)
        if "credential" in request.POST:
            return self.use_passkey()
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
            trust_session(self.request, device)
            return HttpResponseRedirect(next_page(self.request))
        device, codes = services.two_factor_enroll(user=user, key=self.key(), code=code)
        trust_session(self.request, device)
        return self.page(CodeForm(), codes=codes)

    def use_passkey(self) -> HttpResponse:
        """Trust this session from now on, because of a passkey of its user."""
        form = PasskeyForm(self.request, self.request.POST)
        if form.is_valid() and form.passkey and form.passkey.user == self.user:
            trust_session(self.request, form.passkey)
            return HttpResponseRedirect(next_page(self.request))
        refusal = form.refusal or PasskeyRefused()
        page = CodeForm({})
        page.full_clean()
        page.errors["code"] = page.error_class([refusal.detail])
        return refuse(self.page(page), refusal)

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
            context |= {"state": "ask", "passkeys": passkeys_work}
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


def trust_session(request: HttpRequest, device: services.Device) -> None:
    """Mark the session as verified, with a new session id, for a working day at most."""
    session = request.session
    session.pop(KEY, None)
    session.cycle_key()
    session.set_expiry(timezone.now() + settings.STAFF_SESSION)
    django_otp.login(request, device)


def next_page(request: HttpRequest) -> str:
    """Return the page to continue with: one of this site, or the first page of the admin."""
    wanted = (request.POST.get("next") or request.GET.get("next") or "")[:NEXT_LENGTH]
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else reverse("admin:index")
