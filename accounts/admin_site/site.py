"""The admin site: who may enter it, and how many changes a minute they may make."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters

from accounts.admin_site.pages import TwoFactorPage, next_page
from accounts.api.requests import address_of
from accounts.errors import TooManyFailures
from accounts.forms import StaffLoginForm, StaffPasswordForm, finish_login, refusal_page
from accounts.models import User
from accounts.page_language import activate_language
from accounts.selectors import is_user_banned
from core.api.errors import Throttled
from core.api.throttles import LOGIN, limit_state_of, rate_limit_check
from core.errors import Busy
from core.log_context import context_set_user

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
RATE_LIMIT = "staff"


class StaffSite(AdminSite):
    site_header = site_title = settings.SITE_NAME
    login_form = StaffLoginForm

    def has_permission(self, request: HttpRequest) -> bool:
        """True if the request is from a verified member of staff who is not banned."""
        return is_staff(request) and is_verified_staff(request)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        """Wrap every page but the log-in: limit the number of changes a minute."""

        @wraps(view)
        def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                return too_many(request) or view(request, *args, **kwargs)
            except (Throttled, TooManyFailures, Busy) as error:
                return refusal_page(request, error)

        return with_user_context(super().admin_view(limited, cacheable))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """After the password, lead staff to the second factor."""
        if is_staff(request) and not is_verified_staff(request):
            query = urlencode({"next": next_page(request)})
            return HttpResponseRedirect(f"{reverse('admin:second_factor')}?{query}")
        return finish_login(request, super().login(request, extra_context))

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Limit guesses at the old password, as the log-in does. Django's page has no limit."""
        if request.method == "POST":
            rate_limit_check(LOGIN, address_of(request))
        page = PasswordChangeView.as_view(
            form_class=StaffPasswordForm,
            success_url=reverse("admin:password_change_done"),
            extra_context={**self.each_context(request), **(extra_context or {})},
        )
        return never_cache(page)(request)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [
            path("second-factor/", self.second_factor, name="second_factor"),
            # Not behind admin_view either, which refuses everybody between the two factors.
            path(
                "logout/", with_user_context(csrf_protect(never_cache(self.logout))), name="logout"
            ),
            *super().get_urls(),
        ]

    @property
    def second_factor(self) -> Callable[..., HttpResponseBase]:
        """Return the view between the two factors, which ``admin_view`` does not wrap."""
        page = TwoFactorPage.as_view(site=self)
        hidden = sensitive_post_parameters("code")(csrf_protect(never_cache(page)))

        def entered(request: HttpRequest) -> HttpResponseBase:
            if not is_staff(request):
                return HttpResponseRedirect(reverse("admin:login"))
            try:
                if request.method == "POST":
                    rate_limit_check(LOGIN, address_of(request))
            except Throttled as error:
                return refusal_page(request, error)
            return hidden(request)

        return with_user_context(entered)


def with_user_context(view: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a view: use the language of the user, and put their id into the log."""

    @wraps(view)
    def in_user_context(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.user.is_authenticated:
            context_set_user(request.user.pk)
            activate_language(request.user)
        return view(request, *args, **kwargs)

    return in_user_context


def is_staff(request: HttpRequest) -> bool:
    """True if a member of staff gave their password and is not banned."""
    user = request.user
    if not (user.is_active and user.is_staff):
        return False
    return not is_user_banned(user, now=timezone.now())


def is_verified_staff(request: HttpRequest) -> bool:
    """True if the second factor was given in this session, or is not required."""
    if not settings.ADMIN_TWO_FACTOR:
        return True
    return bool(request.user.is_verified())  # type: ignore[union-attr]  # of django_otp's middleware


def too_many(request: HttpRequest) -> HttpResponse | None:
    """Return a refusal for a user who makes more changes a minute than a person can, or None."""
    if request.method not in CHANGING or not isinstance(request.user, User):
        return None
    limit_state = limit_state_of(RATE_LIMIT, str(request.user.pk))
    if limit_state is None or limit_state.wait == 0:
        return None
    seconds = limit_state.wait_seconds
    page = render(request, "accounts/admin_site/too_many.html", {"seconds": seconds}, status=429)
    page.headers["Retry-After"] = str(seconds)
    return page
