"""Users, their addresses and passwords."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.links import LINK_MAX_LENGTH
from accounts.models import REASON_LENGTH, USERNAME_MAX_LENGTH

PASSWORD_MAX_LENGTH = 128  # hashing a longer one would be work for an attacker's asking
EMAIL_MAX_LENGTH = 254


class PasswordField(serializers.CharField):
    """A password, as it was typed."""

    def __init__(self, *, help_text: str = "") -> None:
        super().__init__(
            max_length=PASSWORD_MAX_LENGTH,
            trim_whitespace=False,
            write_only=True,
            help_text=help_text or None,
        )


class AddressField(serializers.EmailField):
    """An e-mail address, in lower case, no longer than can be kept."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=EMAIL_MAX_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data).lower()


class UserRegisterInput(serializers.Serializer):
    username = serializers.CharField(
        max_length=USERNAME_MAX_LENGTH,
        help_text="2 to 30 letters, digits, dots, dashes, underscores; unique whatever the case.",
    )
    password = PasswordField()
    email = AddressField(
        required=False,
        allow_blank=True,
        default="",
        help_text="Counts once you have opened the link of the mail that is sent there.",
    )


class BanView(serializers.Serializer):
    """Why a user may do nothing, and until when."""

    until = serializers.DateTimeField(help_text="In the year 9999: for good.")
    reason = serializers.CharField(max_length=REASON_LENGTH)


class MuteView(serializers.Serializer):
    """Why a user may write no messages, and until when."""

    until = serializers.DateTimeField(help_text="In the year 9999: for good.")
    reason = serializers.CharField(max_length=REASON_LENGTH)


class UserView(serializers.Serializer):
    """A user as that user sees it."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    email = serializers.CharField(
        allow_null=True,
        help_text=(
            "The verified address; empty: there is none; null: the token has not the scope "
            "`account`."
        ),
    )
    email_pending = serializers.CharField(
        allow_null=True, help_text="The address that waits to be verified."
    )
    date_joined = serializers.DateTimeField()
    ban = BanView(allow_null=True)
    mute = MuteView(allow_null=True)


class MeView(UserView):
    """A user, and what the token may be used for."""

    scopes = serializers.ListField(child=serializers.CharField())


class EmailChangeInput(serializers.Serializer):
    password = PasswordField(help_text="Yours, so that a lost token cannot take your account.")
    email = AddressField()


class EmailPending(serializers.Serializer):
    email_pending = serializers.EmailField(help_text="Where a mail with a link was sent.")


class LinkInput(serializers.Serializer):
    token = serializers.CharField(
        max_length=LINK_MAX_LENGTH, help_text="The last part of the link of the mail."
    )


class PasswordResetInput(serializers.Serializer):
    email = AddressField()


class PasswordResetConfirmInput(LinkInput):
    password = PasswordField()


class PasswordChangeInput(serializers.Serializer):
    password = PasswordField(help_text="The one you have.")
    new_password = PasswordField()
    revoke_tokens = serializers.BooleanField(
        default=True,
        help_text=(
            "End all your other tokens, all that applications may do for you, and `email_pending`."
        ),
    )
