"""The log of what moderators did. A trigger refuses to change or delete what it says."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

ACTION_LENGTH = 40
REASON_LENGTH = 500


class Action(models.TextChoices):
    """What a moderator may do. Each is a permission of the same name: see ``allowed``."""

    FREEZE_GAME = "freeze_game", _("Freeze Game")
    UNFREEZE_GAME = "unfreeze_game", _("Unfreeze Game")
    EXTEND_DEADLINE = "extend_deadline", _("Extend Deadline")
    RESET_DEADLINE = "reset_deadline", _("Reset Deadline")
    EXCUSE_TURN = "excuse_turn", _("Excuse Turn")
    PLAY_DEFAULT = "play_default", _("Play Default")
    PLAY_CHOICE = "play_choice", _("Play Choice")
    REPLACE_BY_BOT = "replace_by_bot", _("Replace By Bot")
    REPLACE_BY_USER = "replace_by_user", _("Replace By User")
    FILL_LOST_SEAT = "fill_lost_seat", _("Fill Lost Seat")
    ANNUL_GAME = "annul_game", _("Annul Game")
    ROLLBACK = "rollback", _("Roll Back")
    UNDO_ROLLBACK = "undo_rollback", _("Undo Roll Back")
    END_GAME = "end_game", _("End Game")
    END_QUARANTINE = "end_quarantine", _("End Quarantine")
    REVEAL_SECRETS = "reveal_secrets", _("Reveal Secrets")
    BAN_USER = "ban_user", _("Ban User")
    UNBAN_USER = "unban_user", _("Unban User")
    MUTE_USER = "mute_user", _("Mute User")
    UNMUTE_USER = "unmute_user", _("Unmute User")
    PAUSE_ALL = "pause_all", _("Pause All")
    UNPAUSE_ALL = "unpause_all", _("Unpause All")
    EXTEND_ALL = "extend_all", _("Extend All")
    CLOSE_REPORT = "close_report", _("Close Report")
    MERGE_REPORTS = "merge_reports", _("Merge Reports")
    WARN_USER = "warn_user", _("Warn User")
    REMOVE_MESSAGE = "remove_message", _("Remove Message")
    DECIDE_APPEAL = "decide_appeal", _("Decide Appeal")
    RESET_SECOND_FACTOR = "reset_second_factor", _("Reset Second Factor")


class Permission(models.TextChoices):
    """What a moderator may do that changes nothing for anybody, and so is not in the log."""

    HANDLE_REPORTS = "handle_reports"
    SEE_SHARED_ADDRESSES = "see_hints"


class AuditEntry(models.Model):
    """One action: who, what, on which game or user, why, and what it changed.

    ``data`` never holds what players may not know. Games and users are named by their ids alone,
    so that the log outlives them.
    """

    at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Nobody: the service itself.",
    )
    action = models.CharField(max_length=ACTION_LENGTH, choices=Action)
    game = models.UUIDField(null=True, blank=True)
    user = models.UUIDField(null=True, blank=True, help_text="Whom it was done to.")
    reason = models.CharField(max_length=REASON_LENGTH)
    data = models.JSONField(default=dict)
    undoes = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="undone_by",
        help_text="The entry whose action this one takes back.",
    )

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = _("audit log entry")
        verbose_name_plural = _("audit log")
        default_permissions = ("view",)
        permissions = [
            (action.value, f"Can {action.value.replace('_', ' ')}")
            for action in (*Action, *Permission)
        ]
        indexes = [
            models.Index(fields=["game", "-at"], name="auditentry_of_a_game"),
            models.Index(fields=["user", "-at"], name="auditentry_of_a_user"),
            models.Index(fields=["-at", "-id"], name="auditentry_newest"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="auditentry_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.action} at {self.at:%Y-%m-%d %H:%M}"
