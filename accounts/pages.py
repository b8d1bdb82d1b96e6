"""The pages of accounts: sign-up, log-in, and the targets of links in e-mails.

With them, applications never see a password: the consent page sends people here and gets them back.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView, RedirectURLMixin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from accounts.admin_site.pages import trust_session
from accounts.api.requests import address_of
from accounts.api.serializers import PASSWORD_MAX_LENGTH
from accounts.errors import LinkInvalid
from accounts.forms import (
    ForgottenPasswordForm,
    LoginForm,
    PasskeyForm,
    SignUpForm,
    finish_login,
    refusal_page,
    refuse,
    remember_device,
)
from accounts.models import User
from accounts.page_language import activate_language
from accounts.services.addresses import email_verify, pending_email_find
from accounts.services.passkeys import LIFE, passkey_use_begin, passkeys_work
from accounts.services.passwords import password_reset, password_reset_request, reset_link_read
from accounts.services.users import guest_create, user_register
from core.api.errors import Throttled, status_of
from core.api.throttles import LOGIN, rate_limit_check
from core.errors import ApiError, Busy, Invalid
from core.pages import allow_form_redirects
from core.paths import PLAY

GUEST_SESSION = timedelta(days=365)
"""A guest has nothing but their session. Idle guests are deleted long before it ends."""
RULESET_LENGTH = 50


@method_decorator(allow_form_redirects, name="dispatch")
class LoginPage(LoginView):
    """Log-in with a session cookie, for the consent page and the pages of games only."""

    expensive = ("POST",)
    authentication_form = LoginForm
    template_name = "accounts/login.html"
    extra_context = {"passkeys": passkeys_work}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User):
            activate_language(request.user)
        return finish_login(request, super().dispatch(request, *args, **kwargs))

    def get_form_class(self) -> Any:
        return PasskeyForm if "credential" in self.request.POST else LoginForm

    def form_valid(self, form: Any) -> HttpResponse:
        """Log in. A passkey counts as two factors, so staff need no other one."""
        response = super().form_valid(form)
        if isinstance(form, PasskeyForm) and form.passkey and form.passkey.user.is_staff:
            trust_session(self.request, form.passkey)
        return response


class PasskeyOptions(View):
    """The challenge for a passkey. It is stored in a session, for strangers in a short one."""

    http_method_names = ["post"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            rate_limit_check(LOGIN, address_of(request))
            if not passkeys_work():
                raise Http404
            reply: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        except ApiError as error:
            return refuse(JsonResponse({"detail": error.detail}), error)
        return reply

    def post(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            request.session.set_expiry(LIFE)
        return JsonResponse(passkey_use_begin(session=request.session))


@method_decorator(never_cache, name="dispatch")
class LogoutPage(LogoutView):
    """Ends the session. GET asks, for clients that have signed their user out and lead here: any
    site can link to a page, and only a form of this site may end a session. If a page of this site
    leads here, a script sends the form.
    """

    http_method_names = ["get", "head", "post"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        target = self.get_success_url()
        if not request.user.is_authenticated:
            return HttpResponseRedirect(target)
        return render(request, "accounts/logout.html", {"next": target})


class GuestPage(View):
    """Creates a guest, logs this browser in, and leads to a first game in the web client. Users who
    are logged in already only go there.
    """

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            if not settings.GUESTS:
                raise Http404
            try:
                rate_limit_check("guests", address_of(request))
            except Throttled as error:
                return refusal_page(request, error)
            guest = guest_create(language=get_language() or "")
            login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
            request.session.set_expiry(GUEST_SESSION)
        ruleset = urlencode({"ruleset": request.POST.get("ruleset", "")[:RULESET_LENGTH]})
        return HttpResponseRedirect(f"{PLAY}#/first-game?{ruleset}")


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest who is logged in, if there is one."""
    user = request.user
    return user if isinstance(user, User) and user.is_guest else None


@method_decorator(never_cache, name="dispatch")
@method_decorator(sensitive_post_parameters("password"), name="dispatch")
@method_decorator(allow_form_redirects, name="dispatch")
class SignUpPage(RedirectURLMixin, FormView):
    """Registration, limited like that of the API. It logs in, and leads to ``next``, which may be
    the consent page. Guests keep their games.
    """

    http_method_names = ["get", "head", "post"]
    expensive = ("POST",)
    form_class = SignUpForm
    template_name = "accounts/sign_up.html"
    next_page = settings.LOGIN_REDIRECT_URL

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        guest = guest_of(self.request)
        return super().get_context_data(next=self.get_redirect_url(), guest=guest, **kwargs)

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            rate_limit_check("register", address_of(self.request))
            guest = guest_of(self.request)
            language = get_language() or ""
            user = user_register(**form.cleaned_data, language=language, guest=guest)
        except Invalid as error:
            for wrong in error.extras["errors"]:
                form.add_error(wrong["pointer"].removeprefix("/"), wrong["detail"])
            return refuse(self.form_invalid(form), error)
        except (Throttled, Busy) as error:
            form.add_error(None, error.detail)
            return refuse(self.form_invalid(form), error)
        login(self.request, user)
        self.request.session.set_expiry(None)  # a guest has a longer session
        response = super().form_valid(form)
        remember_device(self.request, response, user)
        return response


@method_decorator(never_cache, name="dispatch")
class ForgottenPasswordPage(FormView):
    """Sends a link to reset a password. The reply and its timing are the same for any address."""

    http_method_names = ["get", "head", "post"]
    form_class = ForgottenPasswordForm
    template_name = "accounts/forgotten_password.html"

    def form_valid(self, form: ForgottenPasswordForm) -> HttpResponse:
        try:
            rate_limit_check("emails", address_of(self.request))
        except Throttled as error:
            form.add_error(None, error.detail)
            return refuse(self.form_invalid(form), error)
        password_reset_request(address=form.cleaned_data["email"])
        return self.render_to_response(self.get_context_data(sent=True))


class LinkPage(View):
    """The target of a link in an e-mail. GET asks, since programs follow links before people do;
    POST acts. Both check a secret, so both count against the limit.
    """

    http_method_names = ["get", "head", "post"]
    template: str

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            rate_limit_check(LOGIN, address_of(request))
            return super().dispatch(request, *args, **kwargs)
        except LinkInvalid as error:
            return self.page("wrong", status=status_of(error))
        except Throttled as error:
            return refusal_page(request, error)

    def page(self, state: str, *, status: int = 200, **words: Any) -> HttpResponse:
        page = render(self.request, self.template, {"state": state, **words}, status=status)
        page.headers["Cache-Control"] = "no-store"
        return page


class VerifyEmailPage(LinkPage):
    template = "accounts/verify_email.html"

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        claim = pending_email_find(token)
        activate_language(claim.user)
        return self.page("ask", claim=claim)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        user = email_verify(token=token)
        activate_language(user)
        return self.page("done", user=user)


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class ResetPasswordPage(LinkPage):
    template = "accounts/reset_password.html"
    expensive = ("POST",)

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        user = reset_link_read(token)
        activate_language(user)
        return self.page("ask", user=user)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        owner = reset_link_read(token)
        activate_language(owner)
        password = request.POST.get("password", "")[:PASSWORD_MAX_LENGTH]
        try:
            user = password_reset(token=token, password=password)
        except Invalid as error:
            return self.page(
                "ask",
                user=owner,
                errors=error.extras["errors"],
                status=status_of(error),
            )
        except Busy as error:
            return refuse(self.page("ask", user=owner, errors=[error]), error)
        page = self.page("done", user=user)
        remember_device(request, page, user)
        return page
