"""The page on which users see where they are logged in and log out there, and their passkeys."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import TemplateView

from accounts.api.requests import address_of
from accounts.api.serializers import PASSWORD_MAX_LENGTH
from accounts.errors import SessionNotFound
from accounts.forms import ANSWER_LENGTH, refuse
from accounts.models import TOKEN_NAME_LENGTH, User
from accounts.page_language import activate_language
from accounts.pages import PasskeyOptions
from accounts.services.browser_sessions import session_end, sessions_end, sessions_of
from accounts.services.passkeys import (
    passkey_add,
    passkey_add_begin,
    passkey_remove,
    passkeys_of,
    passkeys_work,
)
from accounts.services.users import password_confirm
from core.errors import ApiError, PermissionDenied
from core.paths import PLAY
from core.visible_text import validate_line


class NewPasskeyForm(forms.Form):
    """The name of a new passkey, and what the browser answers to ``passkey_add_begin``."""

    name = forms.CharField(max_length=TOKEN_NAME_LENGTH, validators=[validate_line])
    credential = forms.CharField(max_length=ANSWER_LENGTH)


class OwnPage(LoginRequiredMixin):
    """A page about the account of its reader."""

    request: HttpRequest

    @property
    def user(self) -> User:
        assert isinstance(self.request.user, User)
        return self.request.user

    def needs_second_factor(self) -> bool:
        """True if the reader is staff and has not given a second factor: with the password alone,
        nobody may add a passkey, which gives both. Staff set up their app first.
        """
        verified = self.request.user.is_verified()  # type: ignore[union-attr]  # of django_otp
        return self.user.is_staff and not verified


@method_decorator(never_cache, name="dispatch")
class AccountPage(OwnPage, TemplateView):
    http_method_names = ["get", "head", "post"]
    template_name = "accounts/account.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        activate_language(self.user)
        return super().get_context_data(
            play=PLAY,
            sessions=sessions_of(user=self.user, now=timezone.now()),
            this=self.request.session.session_key,
            passkeys=passkeys_of(user=self.user),
            passkeys_work=passkeys_work(),
            needs_second_factor=self.needs_second_factor(),
            **kwargs,
        )

    def post(self, request: HttpRequest) -> HttpResponse:
        """Add or remove a passkey, end one session, or all others."""
        try:
            self.change(request)
        except ApiError as error:
            page = self.render_to_response(self.get_context_data(refusal=error.detail))
            return refuse(page, error)
        return HttpResponseRedirect(reverse("account"))

    def change(self, request: HttpRequest) -> None:
        if "credential" in request.POST:
            form = NewPasskeyForm(request.POST)
            if self.needs_second_factor() or not form.is_valid():
                raise PermissionDenied
            given = form.cleaned_data
            passkey_add(
                user=self.user,
                session=request.session,
                name=given["name"],
                answer=given["credential"],
            )
        elif "passkey" in request.POST:
            if self.needs_second_factor():
                raise PermissionDenied
            passkey_remove(user=self.user, passkey_id=request.POST["passkey"])
        elif "session" in request.POST:
            try:
                session_end(user=self.user, session_id=UUID(request.POST["session"]))
            except (SessionNotFound, ValueError):
                return  # it has ended meanwhile
        else:
            sessions_end(user=self.user, keep=request.session.session_key)


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class NewPasskeyOptions(OwnPage, PasskeyOptions):
    """The challenge for a new passkey, for users who send their password."""

    expensive = ("POST",)

    def post(self, request: HttpRequest) -> HttpResponse:
        activate_language(self.user)
        if self.needs_second_factor():
            raise PermissionDenied(gettext_lazy("Enter your second factor first."))
        password = request.POST.get("password", "")[:PASSWORD_MAX_LENGTH]
        password_confirm(user=self.user, password=password, address=address_of(request))
        return JsonResponse(passkey_add_begin(user=self.user, session=request.session))
