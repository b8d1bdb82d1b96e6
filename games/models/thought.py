"""What a bot has decided, kept until the time has come to play it."""

from __future__ import annotations

from django.db import models

from games.models.game import Game
from games.models.move import CHOICE_LENGTH


class Thought(models.Model):
    """What a bot thinks about, or has decided, until it is played. SECRET, like a hand.

    There is one a match at most; one about a decision that has passed counts no more.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="thought"
    )
    decision = models.PositiveIntegerField()
    due_at = models.DateTimeField(
        help_text="When the choice is played: settled before the bot begins to think."
    )
    choice = models.CharField(
        max_length=CHOICE_LENGTH, blank=True, default="", help_text="Empty: it still thinks."
    )

    def __str__(self) -> str:
        return f"what a bot thinks about decision {self.decision} of {self.game_id}"
