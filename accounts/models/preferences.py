"""User preferences."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User

LANGUAGE_LENGTH = 2
TIME_ZONE_LENGTH = 64
DIGEST_HOUR = 8


class Preferences(models.Model):
    """The preferences of a user. A user without a row has the defaults."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="preferences"
    )
    language = models.CharField(
        max_length=LANGUAGE_LENGTH, default="en", help_text="The language of notifications."
    )
    time_zone = models.CharField(
        max_length=TIME_ZONE_LENGTH,
        default="UTC",
        help_text=("IANA name of the time zone of the hours below."),
    )
    quiet_from = models.TimeField(
        null=True,
        blank=True,
        help_text=("The start of the quiet hours; may be later than their end."),
    )
    quiet_to = models.TimeField(null=True, blank=True, help_text="The end of the quiet hours.")
    digest_hour = models.PositiveSmallIntegerField(
        default=DIGEST_HOUR, help_text="The hour of the daily digest, 0 to 23."
    )
    play_by_mail = models.BooleanField(
        default=True,
        db_default=True,
        help_text="E-mails about the user's turn show their table, with links that play.",
    )
    hide_ratings = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Clients show the user no ratings, neither their own nor those of others.",
    )

    hide_statistics = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Only the user sees their statistics.",
    )

    class Meta:
        verbose_name = _("preferences of a user")
        verbose_name_plural = _("preferences of users")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_to=None)
                | (
                    models.Q(quiet_from__isnull=False, quiet_to__isnull=False)
                    & ~models.Q(quiet_from=models.F("quiet_to"))
                ),
                name="preferences_night_has_two_ends",
            ),
            models.CheckConstraint(
                condition=models.Q(digest_hour__lte=23), name="preferences_digest_hour_of_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"
