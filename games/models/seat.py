"""Seats. All seats of a game are created with it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.bot_names import BOT_NAME_LENGTH, bot_name, default_names
from games.models.game import Game

LEVEL_LENGTH = 20


class Loss(models.TextChoices):
    """How a user lost a seat."""

    RESIGNED = "resigned", _("Resigned")
    TIMED_OUT = "timed_out", _("Timed out")
    ABSENT = "absent", _("Absent")
    REMOVED = "removed", _("Removed")


class Seat(models.Model):
    """A place in a game. A bot plays a lost seat, and one whose player is away until they
    return. To change it, lock the game, read the row, and save the whole row. A query that
    updates columns also sets them on the instances in memory, which would restore the old values.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    table_size = models.PositiveSmallIntegerField(help_text="The game's, for the constraint.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
    )
    bot = models.CharField(
        max_length=LEVEL_LENGTH, blank=True, default="", help_text="Level of the bot that plays."
    )
    bot_profile = models.CharField(
        max_length=LEVEL_LENGTH, blank=True, default="", help_text="The profile of the bot."
    )
    bot_name = models.CharField(
        max_length=BOT_NAME_LENGTH,
        blank=True,
        default="",
        db_default="",  # rows of an older version, while it still runs
        help_text="The name of the bot, where no user has the seat.",
    )
    joined_at = models.DateTimeField(null=True, blank=True)
    seen_from = models.PositiveIntegerField(
        default=1,
        help_text=("The first event that its user has seen as this seat: see SeatAssignment."),
    )
    ready_at = models.DateTimeField(null=True, blank=True)
    lost_at = models.DateTimeField(null=True, blank=True)
    loss = models.CharField(max_length=10, choices=Loss, blank=True, default="")
    away_since = models.DateTimeField(null=True, blank=True)
    acted_at = models.DateTimeField(
        null=True, blank=True, help_text="When the user first acted and so showed up."
    )
    bank = models.DurationField(default=timedelta, help_text="Time kept between turns.")
    excuses_left = models.PositiveSmallIntegerField(default=0)
    missed_in_a_row = models.PositiveSmallIntegerField(
        default=0, help_text="Default moves in a row without its player."
    )
    counted = models.BooleanField(
        default=False, help_text="True if the outcome counts in the statistics."
    )
    has_orders = models.BooleanField(default=False, help_text="True if a standing order is active.")

    class Meta:
        ordering = ["game", "number"]
        indexes = [models.Index(fields=["game"], name="seat_of_a_bot", condition=~Q(bot=""))]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_unique"),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=Q(user__isnull=False),
                name="seat_user_once_a_game",
            ),
            models.CheckConstraint(
                condition=Q(number__lt=F("table_size")), name="seat_number_at_the_table"
            ),
            models.CheckConstraint(
                condition=Q(user=None, joined_at=None)
                | Q(user__isnull=False, joined_at__isnull=False),
                name="seat_user_has_joined",
            ),
            models.CheckConstraint(
                condition=Q(user=None, lost_at=None, away_since=None)  # free, or a bot
                | Q(user__isnull=False, lost_at=None, away_since=None, bot="")  # a player
                | (Q(user__isnull=False, away_since__isnull=False, lost_at=None) & ~Q(bot=""))
                | (Q(user__isnull=False, lost_at__isnull=False, away_since=None) & ~Q(bot=""))
                | Q(user__isnull=False, lost_at__isnull=False, away_since=None, loss="absent"),
                name="seat_has_one_player",
            ),
            models.CheckConstraint(
                condition=Q(bot="", bot_profile="") | (~Q(bot="") & ~Q(bot_profile="")),
                name="seat_profile_of_a_bot",
            ),
            models.CheckConstraint(
                condition=Q(lost_at=None, loss="")
                | (Q(lost_at__isnull=False, loss__in=Loss.values)),
                name="seat_loss_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(has_orders=False) | Q(user__isnull=False, bot=""),
                name="seat_orders_of_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"

    @property
    def name(self) -> str | None:
        """The name that everybody may see: that of the seat while the names are hidden."""
        if not self.free and self.game.names_hidden:
            return gettext("Player %(number)s") % {"number": self.number + 1}
        return self.real_name

    @property
    def real_name(self) -> str | None:
        """The name of the seat's user, also while a bot plays for them, or of its bot."""
        if self.user is not None:
            return self.user.username
        if not self.bot:
            return None
        return self.bot_name or bot_name(self.game_id, self.number, default_names())

    @property
    def free(self) -> bool:
        return self.user_id is None and self.bot == ""

    @property
    def played_by_user(self) -> bool:
        """True if a person decides here: neither a bot, nor a player who is gone."""
        return self.user_id is not None and self.bot == ""
