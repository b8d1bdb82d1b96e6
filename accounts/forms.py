"""Log-in forms of the pages, and the replies to them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm, AdminPasswordChangeForm
from django.contrib.auth.forms import AdminPasswordChangeForm as SetPasswordForm
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from accounts.api.requests import address_of
from accounts.api.serializers.users import EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH
from accounts.models import USERNAME_MAX_LENGTH, Passkey, User
from accounts.selectors import is_user_banned
from accounts.services.devices import LIFE, is_token_of, issue_device_token
from accounts.services.login_limits import confirmation_counter, count_failures, login_counter
from accounts.services.passkeys import passkey_use
from accounts.services.passwords import access_revoke, password_save
from core.api.errors import AnyResponse, headers_of, skip_logging, status_of
from core.api.throttles import LOGIN, rate_limit_check
from core.errors import ApiError

ANSWER_LENGTH = 10_000
"""Characters of the answer of an authenticator. Usual ones take about 600."""
DEVICE_COOKIE = "devices"
DEVICE_TOKENS = 5
"""Users that one browser remembers."""


class LoginForm(AuthenticationForm):
    """The log-in form, limited like the log-in of the API."""

    refusal: ApiError | None = None
    """Why the password was not even checked."""

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username")
        if self.request is None or not name or not self.cleaned_data.get("password"):
            return super().clean()  # which fails, or finds no user
        address = address_of(self.request)
        try:
            rate_limit_check(LOGIN, address)
            counter = login_counter(name, device_tokens(self.request))
            with count_failures(counter, address):
                return super().clean()
        except ApiError as refusal:
            self.refusal = refusal
            raise ValidationError(refusal.detail, refusal.code) from None


class PasskeyForm(forms.Form):
    """What a browser answers to the challenge of ``passkey_use_begin``."""

    credential = forms.CharField(max_length=ANSWER_LENGTH)
    refusal: ApiError | None = None
    passkey: Passkey | None = None

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        self.request = request
        super().__init__(*args, **kwargs)

    def clean(self) -> None:
        try:
            rate_limit_check(LOGIN, address_of(self.request))
            answer = self.cleaned_data.get("credential", "")
            self.passkey = passkey_use(session=self.request.session, answer=answer)
        except ApiError as refusal:
            self.refusal = refusal
            raise ValidationError(refusal.detail, refusal.code) from None

    def get_user(self) -> User | None:
        return self.passkey and self.passkey.user


class SignUpForm(forms.Form):
    """A name, a password and perhaps an address. ``user_register`` has the rules for them."""

    username = forms.CharField(max_length=USERNAME_MAX_LENGTH)
    email = forms.EmailField(required=False, max_length=EMAIL_MAX_LENGTH)
    password = forms.CharField(max_length=PASSWORD_MAX_LENGTH, strip=False)


class ForgottenPasswordForm(forms.Form):
    """The address to which a link is sent."""

    email = forms.EmailField(max_length=EMAIL_MAX_LENGTH)


class StaffLoginForm(LoginForm, AdminAuthenticationForm):
    """The log-in form of the admin."""


class StaffPasswordForm(AdminPasswordChangeForm):
    """A new password for a member of staff, who has to enter the old one."""

    def clean_old_password(self) -> str:
        with count_failures(confirmation_counter(self.user)):
            return str(super().clean_old_password())

    def save(self, commit: bool = True) -> User:
        """Save the password, and end all sessions. The page then renews its own."""
        user: User = super().save(commit=False)
        password_save(user=user)
        return user


class UserPasswordForm(SetPasswordForm):
    """A new password for a user, which an administrator sets. It ends all access."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit=False)
        with transaction.atomic():
            password_save(user=user)
            access_revoke(user=user)
        return user


def finish_login(request: HttpRequest, response: AnyResponse) -> AnyResponse:
    """Complete the reply to a log-in: set the status of a refusal, or the device cookie."""
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
    """Make the browser a known device of a user, in place of the oldest user if there are too
    many.
    """
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
    """Set the status and the headers of an error on a page."""
    response.status_code = status_of(error)
    for name, value in headers_of(error).items():
        response.headers[name] = value
    return skip_logging(response, error)


def banned_page(request: HttpRequest, user: User) -> HttpResponse | None:
    """Return the page for banned users, or None if the user is not banned."""
    if not is_user_banned(user, now=timezone.now()):
        return None
    return render(request, "accounts/banned.html", {"user": user}, status=403)


def refusal_page(request: HttpRequest, error: ApiError) -> HttpResponse:
    """Return a page that shows only the error."""
    page = render(request, "accounts/refused.html", {"error": error})
    page.headers["Cache-Control"] = "no-store"
    return refuse(page, error)
