"""What players report, what moderators make of it, and what those whom it hits say to that."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game, Message
from moderation.models.audit import AuditEntry

TEXT_LENGTH = 2000
ANSWER_LENGTH = 1000


class About(models.TextChoices):
    """What a report is about."""

    USER = "user", _("User")
    GAME = "game", _("Game")
    MESSAGE = "message", _("Message")


class Category(models.TextChoices):
    """What is said to be wrong."""

    CHEATING = "cheating", _("plays with somebody, or on two seats")
    STALLING = "stalling", _("spoils the game, or holds it up")
    ABUSE = "abuse", _("insults, threatens, harasses")
    SPAM = "spam", _("advertises")
    NAME = "name", _("a name or a title that may not be")
    OTHER = "other", _("something else")


class State(models.TextChoices):
    """Where a report stands. One that a moderator holds is claimed as well: see ``held``."""

    OPEN = "open", _("Open")
    RESOLVED = "resolved", _("Resolved")
    DISMISSED = "dismissed", _("Dismissed")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Outcome(models.TextChoices):
    """What was done about it."""

    NOTHING = "nothing", _("nothing had to be done")
    WARNED = "warned", _("the user was warned")
    MUTED = "muted", _("the user was muted")
    BANNED = "banned", _("the user was banned")
    REMOVED = "removed", _("the message was removed")
    GAME = "game", _("something was done about the game")


class Report(models.Model):
    """A player tells moderators of a user, a game or a message.

    The message is copied when it is reported: what is shown to moderators cannot be changed any
    more. A duplicate is closed with the report that it was merged into.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_made"
    )
    about = models.CharField(max_length=8, choices=About)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reports",
        help_text="Whom it is about; of a game: nobody.",
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="reports"
    )
    message = models.ForeignKey(
        Message, on_delete=models.CASCADE, null=True, blank=True, related_name="reports"
    )
    evidence = models.JSONField(default=dict, blank=True, help_text="The message as it was.")
    category = models.CharField(max_length=10, choices=Category)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True, default="")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True, default="")
    answer = models.CharField(
        max_length=ANSWER_LENGTH, blank=True, default="", help_text="Shown to who reported."
    )
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    claimed_until = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="duplicates"
    )

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["state", "created_at"], name="report_queue"),
            models.Index(fields=["by", "-created_at", "-id"], name="report_own_newest"),
            models.Index(fields=["closed_at"], name="report_closed"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(about="user", user__isnull=False, game=None, message=None)
                | Q(about="game", user=None, game__isnull=False, message=None)
                | Q(
                    about="message",
                    user__isnull=False,
                    game__isnull=False,
                    message__isnull=False,
                ),
                name="report_has_one_subject",
            ),
            models.UniqueConstraint(
                fields=["by", "user"],
                condition=Q(about="user", state="open"),
                name="report_one_open_a_user",
            ),
            models.UniqueConstraint(
                fields=["by", "game"],
                condition=Q(about="game", state="open"),
                name="report_one_open_a_game",
            ),
            models.UniqueConstraint(
                fields=["by", "message"],
                condition=Q(about="message", state="open"),
                name="report_one_open_a_message",
            ),
            models.CheckConstraint(
                condition=Q(state="open", closed_at=None, closed_by=None, outcome="")
                | Q(state="withdrawn", closed_at__isnull=False, closed_by=None, outcome="")
                | (
                    Q(
                        state__in=["resolved", "dismissed"],
                        closed_at__isnull=False,
                        closed_by__isnull=False,
                    )
                    & ~Q(outcome="")
                ),
                name="report_closes_once",
            ),
            models.CheckConstraint(
                condition=Q(claimed_by=None, claimed_until=None)
                | Q(claimed_by__isnull=False, claimed_until__isnull=False, state="open"),
                name="report_claim_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"report {str(self.id)[:8]}: {self.get_category_display()}"


class ReportNote(models.Model):
    """What moderators tell each other about a report."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=TEXT_LENGTH)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["at", "id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"note on {self.report_id}"


class Ruling(models.TextChoices):
    """How an appeal was decided."""

    UPHELD = "upheld", _("the sanction stays")
    LIFTED = "lifted", _("the sanction is taken back")
    WITHDRAWN = "withdrawn", _("the user is gone")


class Appeal(models.Model):
    """A user asks for another look at what was done to him: once, and by another moderator."""

    entry = models.OneToOneField(AuditEntry, on_delete=models.PROTECT, related_name="appeal")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="appeals"
    )
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ruling = models.CharField(max_length=10, choices=Ruling, blank=True, default="")
    answer = models.CharField(
        max_length=ANSWER_LENGTH, blank=True, default="", help_text="Shown to the user."
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling="", decided_at=None, decided_by=None)
                | Q(ruling="withdrawn", decided_at__isnull=False, decided_by=None)
                | Q(
                    ruling__in=["upheld", "lifted"],
                    decided_at__isnull=False,
                    decided_by__isnull=False,
                ),
                name="appeal_is_decided_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"appeal {self.pk}"
