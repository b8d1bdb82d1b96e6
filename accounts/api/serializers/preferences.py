"""How a user wishes to be treated."""

from __future__ import annotations

from rest_framework import serializers

from accounts.models import TIME_ZONE_LENGTH


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
