"""Tokens of users."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.serializers.users import PasswordField
from accounts.links import LINK_MAX_LENGTH
from accounts.models import TOKEN_NAME_LENGTH, ApiToken
from accounts.scopes import SCOPES
from core.visible_text import validate_line


class ScopesField(serializers.ListField):
    """Scopes by their names, each once."""

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
        help_text="What you call this token, to know it again in the list.",
    )
    scopes = ScopesField(
        required=False,
        allow_null=True,
        default=None,
        help_text="What it may be used for; null: all.",
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
            "From the reply to the last log-in of this device with this name: failed log-ins of "
            "others do not delay it. It ends when the password changes."
        ),
    )


class TokenView(serializers.ModelSerializer):
    """A token of the list: how it begins, never its text."""

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


class TokenIssued(TokenView):
    """A new token, with its text for this one time."""

    token = serializers.CharField(help_text="Shown once: keep it as you would a password.")

    class Meta(TokenView.Meta):
        fields = (*TokenView.Meta.fields, "token")
        read_only_fields = fields


class LoginReply(TokenIssued):
    """A new token, and what this device sends with its next log-in."""

    device_token = serializers.CharField(
        help_text="Keep it on this device. It opens nothing; it is good for 180 days, "
        "until the password changes."
    )

    class Meta(TokenIssued.Meta):
        fields = (*TokenIssued.Meta.fields, "device_token")
        read_only_fields = fields
