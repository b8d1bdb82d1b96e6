"""Seats: all of them are made with the match, so that nobody can sit where there is no chair."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.game import Game

LEVEL_LENGTH = 20


class Seat(models.Model):
    """A place at the table. A user who resigned keeps the place; ``bot`` plays it from then on."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    table_size = models.PositiveSmallIntegerField(help_text="The match's, for the constraint.")
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
    joined_at = models.DateTimeField(null=True, blank=True)
    resigned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_unique"),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=Q(user__isnull=False),
                name="seat_user_once_a_match",
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
                condition=Q(user=None, resigned_at=None)  # free, or a bot's
                | Q(user__isnull=False, resigned_at=None, bot="")  # a player's
                | (Q(user__isnull=False, resigned_at__isnull=False) & ~Q(bot="")),  # given up
                name="seat_has_one_player",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"

    @property
    def free(self) -> bool:
        return self.user_id is None and self.bot == ""
