from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = gettext_lazy("Accounts")

    def ready(self) -> None:
        from accounts.api import schema  # noqa: F401  (registers the security scheme)

        user_logged_in.connect(note_browser)


def note_browser(request: Any, **_: Any) -> None:
    """Note the browser of a log-in in its session, which lasts as long as any other from now on,
    unless it is a verified one of staff.
    """
    from django_otp import DEVICE_ID_SESSION_KEY

    from accounts.services.browser_sessions import browser_of
    from accounts.sessions import BROWSER

    if DEVICE_ID_SESSION_KEY not in request.session:
        request.session.set_expiry(None)
    request.session[BROWSER] = browser_of(request.META.get("HTTP_USER_AGENT", ""))
