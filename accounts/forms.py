"""Forms of the pages for people."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError

from accounts.api.requests import address_of
from accounts.errors import LockedOut
from accounts.services.lockout import attempt_begin, attempt_succeeded


class LoginForm(AuthenticationForm):
    """Counts failures together with the log-ins for tokens."""

    def clean(self) -> dict[str, Any]:
        who = {
            "name": self.cleaned_data.get("username", ""),
            "address": address_of(self.request) if self.request else "",
        }
        try:
            attempt_begin(**who)
        except LockedOut as error:
            raise ValidationError(error.detail, error.code) from None
        cleaned = super().clean()
        if self.get_user() is not None:  # a form without a password fails, and raises nothing here
            attempt_succeeded(**who)
        return cleaned


class StaffLoginForm(LoginForm, AdminAuthenticationForm):
    """The same for the admin."""
