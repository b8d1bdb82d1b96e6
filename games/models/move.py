"""Moves: the append-only history of a game. A trigger refuses changes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import CHOICE_LENGTH, HASH_LENGTH, TOPIC_LENGTH, Game
from games.models.rollback import Rollback

ACTOR_LENGTH = 12


class Actor(models.TextChoices):
    """The author of a move."""

    SETUP = "setup", _("Setup")
    PLAYER = "player", _("Player")
    BOT = "bot", _("Bot")
    ORDER = "order", _("Order")
    CLOCK = "clock", _("Clock")
    MODERATOR = "moderator", _("Moderator")


OF_A_USER = (Actor.PLAYER, Actor.ORDER)


class Move(models.Model):
    """A choice, its random draws and its events. Number 0 is the set-up.

    ``chance``, ``choice`` and ``events`` contain secrets of single seats; viewers see events, each
    reduced to what they may know.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="moves", verbose_name=_("game")
    )
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    actor = models.CharField(max_length=ACTOR_LENGTH, choices=Actor)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("user"),
        help_text="The player who made the choice, or whose order did.",
    )
    topic = models.CharField(_("topic"), max_length=TOPIC_LENGTH, blank=True, default="")
    choice = models.CharField(max_length=CHOICE_LENGTH, blank=True, default="")
    chance = models.TextField(help_text="JSON: the random draws.")
    events = models.TextField(help_text="JSON: the events, with each seat's private part.")
    first_event = models.PositiveIntegerField(help_text="Number of the first event in the game.")
    last_event = models.PositiveIntegerField(help_text="One before the first if there is none.")
    state_hash = models.CharField(
        _("hash"), max_length=HASH_LENGTH, help_text="Hash of the state after the move."
    )
    created_at = models.DateTimeField(_("date"), default=timezone.now, editable=False)
    undone_by = models.ForeignKey(
        Rollback,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="moves",
        help_text="The only column that may change: the move no longer counts.",
    )

    class Meta:
        ordering = ["game", "number"]
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        indexes = [models.Index(fields=["game", "last_event"], name="move_events")]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=Q(undone_by=None),
                name="move_number_unique",
            ),
            models.CheckConstraint(condition=Q(actor__in=Actor.values), name="move_actor_known"),
            models.CheckConstraint(
                condition=Q(number=0, actor=Actor.SETUP, seat=None, topic="", choice="")
                | (
                    Q(number__gt=0, seat__isnull=False)
                    & ~Q(actor=Actor.SETUP)
                    & ~Q(topic="")
                    & ~Q(choice="")
                ),
                name="move_zero_is_the_setup",
            ),
            models.CheckConstraint(
                condition=Q(actor__in=OF_A_USER, user__isnull=False)
                | (~Q(actor__in=OF_A_USER) & Q(user=None)),
                name="move_of_a_player_names_the_user",
            ),
            models.CheckConstraint(
                condition=Q(first_event__gte=1, last_event__gte=models.F("first_event") - 1),
                name="move_events_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"move {self.number} of {self.game_id}"
