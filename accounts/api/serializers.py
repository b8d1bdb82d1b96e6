"""What the endpoints of accounts take and give, each named by its endpoint."""

from __future__ import annotations

from rest_framework import serializers

from accounts.models import TIME_ZONE_LENGTH, USERNAME_MAX_LENGTH, ApiToken, User

PASSWORD_MAX_LENGTH = 128  # hashing a longer one would be work for an attacker's asking


class UserRegisterInput(serializers.Serializer):
    username = serializers.CharField(
        max_length=USERNAME_MAX_LENGTH,
        help_text="2 to 30 letters, digits, dots, dashes, underscores; unique whatever the case.",
    )
    password = serializers.CharField(
        max_length=PASSWORD_MAX_LENGTH, trim_whitespace=False, write_only=True
    )
    email = serializers.EmailField(required=False, allow_blank=True, default="")


class UserView(serializers.ModelSerializer):
    """A user as that user sees it."""

    class Meta:
        model = User
        fields = ("id", "username", "email", "date_joined")
        read_only_fields = fields


class TokenIssueInput(serializers.Serializer):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(
        max_length=PASSWORD_MAX_LENGTH, trim_whitespace=False, write_only=True
    )
    name = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=60,
        help_text="What you call this token, to know it again in the list.",
    )


class TokenView(serializers.ModelSerializer):
    """A token of the list: how it begins, never its text."""

    class Meta:
        model = ApiToken
        fields: tuple[str, ...] = (
            "id",
            "name",
            "prefix",
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


class PreferencesView(serializers.Serializer):
    """How you wish to be treated; the hours are those of your time zone."""

    language = serializers.RegexField(
        r"^[a-z]{2}\Z", help_text="Of what is sent to you, as `fr`; English if it is not spoken."
    )
    time_zone = serializers.CharField(
        max_length=TIME_ZONE_LENGTH, help_text="IANA name: `Europe/Paris`."
    )
    quiet_from = serializers.TimeField(
        format="%H:%M",
        input_formats=["%H:%M"],
        allow_null=True,
        help_text="When your night begins, `22:30`; null: you have none. No mail comes at night.",
    )
    quiet_to = serializers.TimeField(
        format="%H:%M",
        input_formats=["%H:%M"],
        allow_null=True,
        help_text="When it ends; at most 10 hours later.",
    )
    digest_hour = serializers.IntegerField(
        min_value=0, max_value=23, help_text="When the daily digest is sent."
    )
