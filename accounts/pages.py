"""The pages of accounts for people: what the links of mail lead to, and logging in for consent."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.debug import sensitive_post_parameters

from accounts.api.serializers import PASSWORD_MAX_LENGTH
from accounts.errors import LinkInvalid
from accounts.forms import LoginForm
from accounts.services.emails import claim_live, email_verify
from accounts.services.passwords import password_reset, reset_read
from citadels.api.errors import Invalid
from citadels.pages import leads_elsewhere


@method_decorator(leads_elsewhere, name="dispatch")
class LoginPage(LoginView):
    """Log-in by a cookie, which opens nothing but the page of consent and the admin."""

    authentication_form = LoginForm
    template_name = "accounts/login.html"


class LinkPage(View):
    """A page that a mail leads to. GET asks, for programs that look at links before people do;
    POST acts.
    """

    http_method_names = ["get", "head", "post"]
    template: str

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().dispatch(request, *args, **kwargs)
        except LinkInvalid as error:
            return self.page("wrong", status=error.status)

    def page(self, state: str, *, status: int = 200, **words: Any) -> HttpResponse:
        page = render(self.request, self.template, {"state": state, **words}, status=status)
        page.headers["Cache-Control"] = "no-store"
        return page


class VerifyEmailPage(LinkPage):
    template = "accounts/verify_email.html"

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.page("ask", claim=claim_live(token))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.page("done", user=email_verify(token=token))


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class ResetPasswordPage(LinkPage):
    template = "accounts/reset_password.html"

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.page("ask", user=reset_read(token))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        password = request.POST.get("password", "")[:PASSWORD_MAX_LENGTH]
        try:
            return self.page("done", user=password_reset(token=token, password=password))
        except Invalid as error:
            errors = error.extras["errors"]
            return self.page("ask", user=reset_read(token), errors=errors, status=422)
