"""Serializers of tokens."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.serializers.users import PasswordField
from accounts.links import LINK_MAX_LENGTH
from accounts.models import TOKEN_NAME_LENGTH, ApiToken, BrowserSession
from accounts.scopes import SCOPES
from core.visible_text import validate_line


class ScopesField(serializers.ListField):
    """A list of scope names without repetitions."""

    def __init__(self, **options: Any) -> None:
        child = serializers.ChoiceField(choices=list(SCOPES))
        super().__init__(child=child, allow_empty=False, max_length=len(SCOPES), **options)


class TokenMakeInput(serializers.Serializer):
    name = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=TOKEN_NAME_LENGTH,
        validators=[validate_line],
        help_text="A name for this token, to recognize it in the list.",
    )
    scopes = ScopesField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The rights of the token. Null: all.",
    )
    expires_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="Null: it does not expire."
    )


class TokenIssueInput(TokenMakeInput):
    username = serializers.CharField(max_length=150)
    password = PasswordField()
    device_token = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LINK_MAX_LENGTH,
        help_text=(
            "The device token of the last log-in on this device with this name, so that failed "
            "log-ins elsewhere do not delay this one. It ends when the password changes."
        ),
    )


class TokenView(serializers.ModelSerializer):
    """A token in the list: the beginning of its text, never all of it."""

    scopes = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = ApiToken
        fields: tuple[str, ...] = (
            "id",
            "name",
            "prefix",
            "scopes",
            "created_at",
            "last_used_at",
            "expires_at",
        )
        read_only_fields = fields


class SessionView(serializers.ModelSerializer):
    """A browser in which the user is logged in."""

    class Meta:
        model = BrowserSession
        fields = ("id", "browser", "created_at", "last_used_at")
        read_only_fields = fields


class TokenIssued(TokenView):
    """A new token, with its text. The text is shown only once."""

    token = serializers.CharField(help_text="Shown only once. Keep it as safe as a password.")

    class Meta(TokenView.Meta):
        fields = (*TokenView.Meta.fields, "token")
        read_only_fields = fields


class LoginReply(TokenIssued):
    """A new token, and the device token that this device sends with its next log-in."""

    device_token = serializers.CharField(
        help_text=(
            "Keep it on this device. It grants nothing, and is valid for 180 days or until the "
            "password changes."
        )
    )

    class Meta(TokenIssued.Meta):
        fields = (*TokenIssued.Meta.fields, "device_token")
        read_only_fields = fields
