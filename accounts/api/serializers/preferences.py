"""Serializers of preferences."""

from __future__ import annotations

from rest_framework import serializers

from accounts.models import TIME_ZONE_LENGTH


class PreferencesView(serializers.Serializer):
    """Your preferences. Hours are in your time zone."""

    language = serializers.RegexField(
        r"^[a-z]{2}\Z",
        help_text=(
            "The language of notifications and e-mails, such as `fr`; English if it is not "
            "supported."
        ),
    )
    time_zone = serializers.CharField(
        max_length=TIME_ZONE_LENGTH, help_text="IANA name: `Europe/Paris`."
    )
    quiet_from = serializers.TimeField(
        format="%H:%M",
        input_formats=["%H:%M"],
        allow_null=True,
        help_text=(
            "The start of your quiet hours, `22:30`; null: none. No e-mail is sent in quiet hours."
        ),
    )
    quiet_to = serializers.TimeField(
        format="%H:%M",
        input_formats=["%H:%M"],
        allow_null=True,
        help_text="The end of your quiet hours, at most 10 hours later.",
    )
    digest_hour = serializers.IntegerField(
        min_value=0, max_value=23, help_text="The hour of the daily digest."
    )
