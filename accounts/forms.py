"""Forms of the pages for people, and how their log-ins are answered."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm, AdminPasswordChangeForm
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from accounts.api.requests import address_of
from accounts.models import User
from accounts.services.devices import LIFE, is_token_of, issue_device_token
from accounts.services.login_limits import confirmation_counter, count_failures, login_counter
from core.api.errors import AnyResponse, headers_of, skip_logging, status_of
from core.api.throttles import LOGIN, rate_limit_check
from core.errors import ApiError

DEVICE_COOKIE = "devices"
DEVICE_TOKENS = 5
"""How many users of one browser are known there."""


class LoginForm(AuthenticationForm):
    """The log-in of people, limited as that of the API is."""

    refusal: ApiError | None = None
    """Why the password was not even looked at."""

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username")
        if self.request is None or not name or not self.cleaned_data.get("password"):
            return super().clean()  # which fails, or finds nobody
        address = address_of(self.request)
        try:
            rate_limit_check(LOGIN, address)
            counter = login_counter(name, device_tokens(self.request))
            with count_failures(counter, address):
                return super().clean()
        except ApiError as refusal:
            self.refusal = refusal
            raise ValidationError(refusal.detail, refusal.code) from None


class StaffLoginForm(LoginForm, AdminAuthenticationForm):
    """The same for the admin."""


class StaffPasswordForm(AdminPasswordChangeForm):
    """A new password for a member of staff, who shows that they know the old one."""

    def clean_old_password(self) -> str:
        with count_failures(confirmation_counter(self.user)):
            return str(super().clean_old_password())


def finish_login(request: HttpRequest, response: AnyResponse) -> AnyResponse:
    """Complete what a log-in page answers: the status of a refusal, or the cookie of a device."""
    form = (getattr(response, "context_data", None) or {}).get("form")
    if (refusal := getattr(form, "refusal", None)) is not None:
        return refuse(response, refusal)
    user = request.user
    if request.method == "POST" and response.status_code == 302 and isinstance(user, User):
        remember_device(request, response, user)
    return response


def device_tokens(request: HttpRequest) -> list[str]:
    """Return the device tokens of a browser, the newest last."""
    return request.COOKIES.get(DEVICE_COOKIE, "").split("|")[-DEVICE_TOKENS:]


def remember_device(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Make the browser a known device of a user, and forget the user it knew first if need be."""
    others = [token for token in device_tokens(request) if token and not is_token_of(user, token)]
    response.set_cookie(
        DEVICE_COOKIE,
        "|".join([*others, issue_device_token(user)][-DEVICE_TOKENS:]),
        max_age=LIFE,
        httponly=True,
        samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def refuse(response: AnyResponse, error: ApiError) -> AnyResponse:
    """Give a page the status and the headers of an error."""
    response.status_code = status_of(error)
    for name, value in headers_of(error).items():
        response.headers[name] = value
    return skip_logging(response, error)


def refusal_page(request: HttpRequest, error: ApiError) -> HttpResponse:
    """Return a page that says nothing but the error."""
    page = render(request, "accounts/refused.html", {"error": error})
    page.headers["Cache-Control"] = "no-store"
    return refuse(page, error)
