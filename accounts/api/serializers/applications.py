"""Applications that act for users."""

from __future__ import annotations

from rest_framework import serializers

from core.visible_text import validate_line

NAME_LENGTH = 60
URIS = 10
URI_LENGTH = 300


class ApplicationInput(serializers.Serializer):
    name = serializers.CharField(
        max_length=NAME_LENGTH,
        validators=[validate_line],
        help_text="What users are asked to allow something.",
    )
    redirect_uris = serializers.ListField(
        child=serializers.CharField(max_length=URI_LENGTH),
        allow_empty=False,
        max_length=URIS,
        help_text=(
            "Where users may be sent back to, to the letter: https, or http at 127.0.0.1 or [::1] "
            "(there at any port)."
        ),
    )
    confidential = serializers.BooleanField(
        default=False,
        help_text="Whether it can keep a secret: it runs on a server of yours, not with its users.",
    )


class ApplicationView(serializers.Serializer):
    """An application of yours."""

    client_id = serializers.CharField()
    name = serializers.CharField()
    redirect_uris = serializers.ListField(child=serializers.CharField())
    confidential = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class ApplicationCreated(ApplicationView):
    """A new application, with its secret for this one time."""

    client_secret = serializers.CharField(
        allow_null=True, help_text="Shown once; null: it is not confidential and has none."
    )


class AuthorizationView(serializers.Serializer):
    """An application that you have allowed something."""

    client_id = serializers.CharField()
    name = serializers.CharField()
    owner = serializers.CharField(allow_null=True, help_text="Whose application it is.")
    scopes = serializers.ListField(child=serializers.CharField())
    since = serializers.DateTimeField(help_text="Of the oldest token that is still good.")
