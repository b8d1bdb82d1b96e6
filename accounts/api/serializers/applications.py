"""Serializers of applications."""

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
        help_text="The name that users see on the consent page.",
    )
    redirect_uris = serializers.ListField(
        child=serializers.CharField(max_length=URI_LENGTH),
        default=list,
        max_length=URIS,
        help_text=(
            "Redirect URIs, compared character by character: https, http at 127.0.0.1 or [::1] "
            "(at any port there), or a scheme of your own such as `com.example.app:/callback`, "
            "the reverse of a domain name and one slash. Only with `device` it may be empty."
        ),
    )
    confidential = serializers.BooleanField(
        default=False,
        help_text="True if it runs on your own server and can keep a secret.",
    )
    device = serializers.BooleanField(
        default=False,
        help_text=(
            "True if it may show codes that users type on a page of this service (RFC 8628), as "
            "programs in terminals and bots in chats do."
        ),
    )


class ApplicationView(serializers.Serializer):
    """An application of yours."""

    client_id = serializers.CharField()
    name = serializers.CharField()
    redirect_uris = serializers.ListField(child=serializers.CharField())
    confidential = serializers.BooleanField()
    device = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class ApplicationCreated(ApplicationView):
    """A new application, with its secret. The secret is shown only once."""

    client_secret = serializers.CharField(
        allow_null=True,
        help_text=("Shown only once. Null: the application is not confidential and has none."),
    )


class AuthorizationView(serializers.Serializer):
    """An application that you authorized."""

    client_id = serializers.CharField()
    name = serializers.CharField()
    owner = serializers.CharField(allow_null=True, help_text="The user who registered it.")
    self_registered = serializers.BooleanField(
        help_text="True if it registered itself, so that nobody knows who made it."
    )
    scopes = serializers.ListField(child=serializers.CharField())
    since = serializers.DateTimeField(help_text="When the oldest live token was issued.")
