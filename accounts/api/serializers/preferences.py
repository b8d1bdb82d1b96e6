"""Serializers of preferences."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import TIME_ZONE_LENGTH


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
class HourAndMinuteField(serializers.TimeField):
    """A time of the day such as `22:30`. (The format `time` of JSON Schema needs seconds.)"""

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M"], **options)


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
    quiet_from = HourAndMinuteField(
        allow_null=True,
        help_text=(
            "The start of your quiet hours, `22:30`; null: none. No e-mail is sent in quiet hours."
        ),
    )
    quiet_to = HourAndMinuteField(
        allow_null=True,
        help_text="The end of your quiet hours, at most 10 hours later.",
    )
    digest_hour = serializers.IntegerField(
        min_value=0, max_value=23, help_text="The hour of the daily digest."
    )
    play_by_mail = serializers.BooleanField(
        help_text=(
            "E-mails about your turn show the table as you see it, and your options as links. "
            "Without it they say only what a spectator could read."
        )
    )
    hide_ratings = serializers.BooleanField(
        help_text=(
            "You want to see no ratings, neither yours nor those of others. Replies still contain "
            "them: clients leave them out of what they show."
        )
    )
    hide_statistics = serializers.BooleanField(
        help_text="Others do not see your statistics, nor your games against others."
    )
