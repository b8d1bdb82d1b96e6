"""Serializers of users, addresses and passwords."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.links import LINK_MAX_LENGTH
from accounts.models import REASON_LENGTH, USERNAME_MAX_LENGTH

PASSWORD_MAX_LENGTH = 128  # hashing a longer one would only help attackers who cause load
EMAIL_MAX_LENGTH = 254


class PasswordField(serializers.CharField):
    """A password, unchanged by whitespace trimming."""

    def __init__(self, *, help_text: str = "") -> None:
        super().__init__(
            max_length=PASSWORD_MAX_LENGTH,
            trim_whitespace=False,
            write_only=True,
            help_text=help_text or None,
        )


class AddressField(serializers.EmailField):
    """An e-mail address in lower case."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=EMAIL_MAX_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data).lower()


class UserRegisterInput(serializers.Serializer):
    username = serializers.CharField(
        max_length=USERNAME_MAX_LENGTH,
        help_text=(
            "2 to 30 letters, digits, dots, dashes, underscores. No two names look alike; names of "
            "roles and bots are reserved."
        ),
    )
    password = PasswordField()
    email = AddressField(
        required=False,
        allow_blank=True,
        default="",
        help_text="It counts once you have opened the link that is sent there.",
    )


class BanView(serializers.Serializer):
    """The reason for a ban, and its end."""

    until = serializers.DateTimeField(help_text="In the year 9999: permanently.")
    reason = serializers.CharField(max_length=REASON_LENGTH)


class MuteView(serializers.Serializer):
    """The reason why a user may not write messages, and the end of it."""

    until = serializers.DateTimeField(help_text="In the year 9999: permanently.")
    reason = serializers.CharField(max_length=REASON_LENGTH)


class UserView(serializers.Serializer):
    """A user's own account."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    email = serializers.CharField(
        allow_null=True,
        help_text=(
            "The verified address. Empty: none. Null: the token does not have the scope `account`."
        ),
    )
    email_pending = serializers.CharField(
        allow_null=True, help_text="The address that waits for verification."
    )
    date_joined = serializers.DateTimeField()
    is_bot = serializers.BooleanField(help_text="A program plays for this user.")
    avatar = serializers.URLField(help_text="Their picture, an SVG.")
    is_guest = serializers.BooleanField(
        help_text="Without a password, against bots only. `/sign-up/` makes it an account."
    )
    ban = BanView(allow_null=True)
    mute = MuteView(allow_null=True)


class MeView(UserView):
    """Your account, and the scopes of the token."""

    scopes = serializers.ListField(child=serializers.CharField())
    hide_ratings = serializers.BooleanField(help_text="The preference: you want to see no ratings.")


class EmailChangeInput(serializers.Serializer):
    password = PasswordField(help_text="Your password, so that a lost token is not enough.")
    email = AddressField()


class EmailPending(serializers.Serializer):
    email_pending = serializers.EmailField(help_text="The address that the link was sent to.")


class LinkInput(serializers.Serializer):
    token = serializers.CharField(
        max_length=LINK_MAX_LENGTH, help_text="The last part of the link in the e-mail."
    )


class PasswordResetInput(serializers.Serializer):
    email = AddressField()


class PasswordResetConfirmInput(LinkInput):
    password = PasswordField()


class PasswordChangeInput(serializers.Serializer):
    password = PasswordField(help_text="Your current password.")
    new_password = PasswordField()
    revoke_tokens = serializers.BooleanField(
        default=True,
        help_text=(
            "End all your other tokens, all authorizations of applications, and `email_pending`."
        ),
    )
