"""Reports by players, notes of moderators on them, and appeals against sanctions."""

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
    """What is wrong, according to the report."""

    CHEATING = "cheating", _("Cheating")
    STALLING = "stalling", _("Stalling")
    ABUSE = "abuse", _("Abuse")
    SPAM = "spam", _("Spam")
    NAME = "name", _("Unacceptable name or title")
    OTHER = "other", _("Other")


class State(models.TextChoices):
    """The state of a report. An open report can also be claimed: see ``is_claimed``."""

    OPEN = "open", _("Open")
    RESOLVED = "resolved", _("Resolved")
    DISMISSED = "dismissed", _("Dismissed")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Question(models.TextChoices):
    """The state of the messages between the moderators and the user who made a report."""

    ASKED = "asked", _("Asked")
    ANSWERED = "answered", _("Answered")


class Outcome(models.TextChoices):
    """What moderators did about a report."""

    NOTHING = "nothing", _("No action needed")
    WARNED = "warned", _("User warned")
    MUTED = "muted", _("User muted")
    BANNED = "banned", _("User banned")
    REMOVED = "removed", _("Message removed")
    GAME = "game", _("Action taken on the game")
    EARLIER = "earlier", _("Action already taken")


class Report(models.Model):
    """A player's report about a user, a game or a message.

    The message is copied when it is reported, so that later changes cannot hide it from
    moderators. A duplicate is closed together with the report that it was merged into.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="reports_made",
        verbose_name=_("reported by"),
    )
    about = models.CharField(_("subject"), max_length=8, choices=About)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reports",
        verbose_name=_("reported user"),
        help_text=_("Empty if the report is about a game."),
    )
    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="reports",
        verbose_name=_("game"),
    )
    seat = models.PositiveSmallIntegerField(
        _("seat"),
        null=True,
        blank=True,
        help_text=_("The seat of the reported user, if the report names it and not the user."),
    )
    message = models.ForeignKey(
        Message,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="reports",
        verbose_name=_("message"),
    )
    evidence = models.JSONField(
        _("evidence"),
        default=dict,
        blank=True,
        help_text=_("The message as it was when it was reported."),
    )
    category = models.CharField(_("category"), max_length=10, choices=Category)
    text = models.CharField(_("text"), max_length=TEXT_LENGTH, blank=True, default="")
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(_("date"), default=timezone.now, editable=False)
    closed_at = models.DateTimeField(_("date closed"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("closed by"),
    )
    outcome = models.CharField(_("outcome"), max_length=8, choices=Outcome, blank=True, default="")
    answer = models.CharField(
        _("answer"),
        max_length=ANSWER_LENGTH,
        blank=True,
        default="",
        help_text=_("Shown to the user who made the report."),
    )
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("claimed by"),
    )
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    assigned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        verbose_name=_("assigned by"),
        help_text=_(
            "Empty if the moderator claimed it themselves. Ignored once the claim has ended."
        ),
    )
    question = models.CharField(
        _("question"),
        max_length=8,
        choices=Question,
        blank=True,
        default="",
        db_default="",
    )
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="duplicates",
        verbose_name=_("merged into"),
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
            models.Index(fields=["created_at", "-id"], name="report_oldest"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(about="user", user__isnull=False, game=None, seat=None, message=None)
                | Q(
                    about="user",
                    user__isnull=False,
                    game__isnull=False,
                    seat__isnull=False,
                    message=None,
                )
                | Q(about="game", user=None, game__isnull=False, seat=None, message=None)
                | Q(
                    about="message",
                    user__isnull=False,
                    game__isnull=False,
                    seat=None,
                    message__isnull=False,
                ),
                name="report_has_one_subject",
            ),
            models.UniqueConstraint(
                fields=["by", "user"],
                condition=Q(about="user", seat=None, state="open"),
                name="report_one_open_a_name",
            ),
            models.UniqueConstraint(
                fields=["by", "game", "seat"],
                condition=Q(about="user", seat__isnull=False, state="open"),
                name="report_one_open_a_seat",
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
    """A moderator's note on a report, which only moderators read."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=TEXT_LENGTH)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["at", "id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"note on {self.report_id}"


class ReportMessage(models.Model):
    """A question of a moderator to the user who made a report, or an answer of that user."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="messages")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=TEXT_LENGTH)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["at", "id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"message on {self.report_id}"


class Ruling(models.TextChoices):
    """How an appeal was decided."""

    UPHELD = "upheld", _("Sanction upheld")
    LIFTED = "lifted", _("Sanction lifted")
    WITHDRAWN = "withdrawn", _("Account deleted")


class Appeal(models.Model):
    """A user's appeal against a sanction: one for each sanction, decided by another moderator."""

    entry = models.OneToOneField(
        AuditEntry,
        on_delete=models.PROTECT,
        related_name="appeal",
        verbose_name=_("sanction"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="appeals",
        verbose_name=_("user"),
    )
    text = models.CharField(_("text"), max_length=TEXT_LENGTH, blank=True)
    created_at = models.DateTimeField(_("date"), default=timezone.now, editable=False)
    ruling = models.CharField(_("decision"), max_length=10, choices=Ruling, blank=True, default="")
    answer = models.CharField(
        _("answer"),
        max_length=ANSWER_LENGTH,
        blank=True,
        default="",
        help_text=_("Shown to the user."),
    )
    decided_at = models.DateTimeField(_("date decided"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
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
