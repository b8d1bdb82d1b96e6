"""Users, their tokens and e-mails in the admin. Digests are never shown."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, ngettext
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from oauth2_provider.models import (
    get_access_token_model,
    get_grant_model,
    get_id_token_model,
    get_refresh_token_model,
)

from accounts.errors import TokenNotFound
from accounts.forms import UserPasswordForm
from accounts.models import ApiToken, OutgoingEmail, User
from accounts.names import RESERVED_PATTERN, FoldedName
from accounts.services import token_revoke
from accounts.services.checks import FieldErrors, address_errors, name_errors
from core.read_only_admin import BoundedSearchMixin, ReadOnlyAdminMixin

for secret in (
    *(TOTPDevice, StaticDevice),
    *(get_access_token_model(), get_refresh_token_model(), get_id_token_model(), get_grant_model()),
):
    admin.site.unregister(secret)  # their pages show or create secrets without a log entry


class CheckedMixin(forms.ModelForm):
    """A form in which a new name or address keeps the rules of registration."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        errors: FieldErrors = []
        if "username" in cleaned:
            errors += name_errors(cleaned["username"])
        if "email" in self.changed_data and "email" in cleaned:
            errors += address_errors(cleaned["email"])
        for error in errors:
            self.add_error(error["pointer"].removeprefix("/"), error["detail"])
        return cleaned


class UserCreateForm(CheckedMixin, AdminUserCreationForm):
    """A new user."""


class UserEditForm(CheckedMixin, UserChangeForm):
    """The address and the password of a user. Staff actions change what the audit log records."""


class NameConflictFilter(admin.SimpleListFilter):
    """Users whose names were there before such names were refused."""

    title = gettext_lazy("name")
    parameter_name = "name_conflict"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("lookalike", gettext_lazy("Looks like an older one")),
            ("reserved", gettext_lazy("Reserved, but not for staff")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        if self.value() == "lookalike":
            return queryset.exclude(lookalike_number=0)
        if self.value() == "reserved":
            queryset = queryset.alias(folded=FoldedName("username"))
            others = queryset.filter(is_active=True, is_staff=False, is_guest=False)
            return others.filter(folded__regex=RESERVED_PATTERN)
        return queryset


STATES = ("is_staff", "is_superuser", "groups", "date_joined", "last_login")


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    form = UserEditForm
    add_form = UserCreateForm
    change_password_form = UserPasswordForm
    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")
    ordering = ("-date_joined",)
    fieldsets = ((None, {"fields": ("username", "email", "password", *STATES)}),)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Show the name and the states only: staff actions change them, with an audit log entry."""
        return ("username", *STATES) if obj else ()


@admin.register(ApiToken)
class ApiTokenAdmin(BoundedSearchMixin, admin.ModelAdmin):
    list_display = ("prefix", "user", "name", "scope", "created_at", "last_used_at", "revoked_at")
    list_filter = ("revoked_at", "created_at")
    list_select_related = ("user",)
    search_fields = ("prefix", "user__username", "name")
    fields = (
        "user",
        "name",
        "prefix",
        "created_at",
        "last_used_at",
        "expires_at",
        "revoked_at",
    )
    readonly_fields = fields
    actions = ("revoke",)

    @admin.action(description=gettext_lazy("Revoke the selected tokens"), permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        revoked = 0
        for token in queryset.filter(revoked_at=None).select_related("user"):
            try:
                token_revoke(user=token.user, token_id=token.id)
                revoked += 1
            except TokenNotFound:
                continue  # expired, or revoked a moment ago by its owner
        self.message_user(
            request,
            ngettext("%(count)d token revoked.", "%(count)d tokens revoked.", revoked)
            % {"count": revoked},
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # the text of a token created here could be shown to nobody


@admin.register(OutgoingEmail)
class OutgoingEmailAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    """E-mails about accounts. One that was never sent has neither a sent time nor a next
    attempt.
    """

    list_display = ("created_at", "kind", "address", "attempts", "due_at", "sent_at")
    list_filter = ("kind", "created_at")
    search_fields = ("address", "user__username")
