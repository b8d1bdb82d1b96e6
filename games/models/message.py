"""Messages of a game, and how far each user has read them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import Game

MESSAGE_LENGTH = 2000


class Room(models.TextChoices):
    PLAYERS = "players"
    SPECTATORS = "spectators"


class Message(models.Model):
    """A message in one of the two rooms of a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    room = models.CharField(max_length=10, choices=Room)
    number = models.PositiveIntegerField(help_text="The number of the message in its room.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="messages"
    )
    text = models.CharField(max_length=MESSAGE_LENGTH)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True, help_text="Removed by a moderator.")

    class Meta:
        ordering = ["game", "room", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "room", "number"], name="message_number_unique"
            ),
            models.CheckConstraint(condition=Q(room__in=Room.values), name="message_room_known"),
            models.CheckConstraint(condition=~Q(text=""), name="message_says_something"),
        ]

    def __str__(self) -> str:
        return f"message {self.number} in {self.game_id}"


class LastRead(models.Model):
    """How far a user has read in a room, and the last message they were notified of."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="last_reads")
    room = models.CharField(max_length=10, choices=Room)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="last_reads"
    )
    number = models.PositiveIntegerField(
        default=0, help_text=("The last message that the user has read.")
    )
    notified_number = models.PositiveIntegerField(
        default=0,
        help_text=(
            "The last message that the user was notified of. The next notification is sent once"
            " it is read."
        ),
    )

    class Meta:
        ordering = ["game", "room", "user"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "game", "room"], name="lastread_one_a_user_and_room"
            ),
            models.CheckConstraint(condition=Q(room__in=Room.values), name="lastread_room_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}"
