"""The audit log of moderation. A database trigger refuses updates and deletions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

ACTION_LENGTH = 40
REASON_LENGTH = 500


class Action(models.TextChoices):
    """What the audit log records. Each action is also a permission of the same name."""

    FREEZE_GAME = "freeze_game", _("Game frozen")
    UNFREEZE_GAME = "unfreeze_game", _("Game unfrozen")
    EXTEND_DEADLINE = "extend_deadline", _("Deadline extended")
    RESET_DEADLINE = "reset_deadline", _("Clock restarted")
    EXCUSE_TURN = "excuse_turn", _("Missed turn excused")
    PLAY_DEFAULT = "play_default", _("Default move played")
    PLAY_CHOICE = "play_choice", _("Specific choice played")
    REPLACE_BY_BOT = "replace_by_bot", _("Player replaced by a bot")
    REPLACE_BY_USER = "replace_by_user", _("Player replaced by a user")
    FILL_LOST_SEAT = "fill_lost_seat", _("Lost seat given to a user")
    ANNUL_GAME = "annul_game", _("Game annulled")
    ROLLBACK = "rollback", _("Game rolled back")
    UNDO_ROLLBACK = "undo_rollback", _("Rollback undone")
    END_GAME = "end_game", _("Game ended")
    REBUILD_STATE = "rebuild_state", _("State rebuilt from the moves")
    END_QUARANTINE = "end_quarantine", _("Quarantine ended")
    REVEAL_SECRETS = "reveal_secrets", _("Secrets revealed")
    BAN_USER = "ban_user", _("User banned")
    UNBAN_USER = "unban_user", _("Ban ended")
    MUTE_USER = "mute_user", _("User muted")
    UNMUTE_USER = "unmute_user", _("Mute ended")
    PAUSE_ALL = "pause_all", _("All games paused")
    UNPAUSE_ALL = "unpause_all", _("All games resumed")
    EXTEND_ALL = "extend_all", _("Time added to all games")
    MAINTENANCE = "maintenance", _("Maintenance")
    CLOSE_REPORT = "close_report", _("Report closed")
    MERGE_REPORTS = "merge_reports", _("Reports merged")
    ASK_REPORTER = "ask_reporter", _("Question asked about a report")
    WARN_USER = "warn_user", _("User warned")
    REMOVE_MESSAGE = "remove_message", _("Message removed")
    DECIDE_APPEAL = "decide_appeal", _("Appeal decided")
    RESET_SECOND_FACTOR = "reset_second_factor", _("Second factor reset")
    EXPORT_USER = "export_user", _("Data of a user exported")
    DELETE_USER = "delete_user", _("Deletion of an account requested")
    RENAME_USER = "rename_user", _("User renamed")
    CLEAR_TITLE = "clear_title", _("Title of a game removed")
    SET_ROLE = "set_role", _("Role of staff set")
    REFUND_RATINGS = "refund_ratings", _("Rating points given back")


class Permission(models.TextChoices):
    """What a moderator may do that changes no game and no user, so the audit log omits it."""

    HANDLE_REPORTS = "handle_reports"
    ASSIGN_REPORTS = "assign_reports"
    SEE_SHARED_ADDRESSES = "see_hints"
    SEE_TEAM = "see_team"


class AuditEntry(models.Model):
    """One action: who did what to which game or user, why, and what changed.

    ``data`` must not contain anything hidden from players. Games and users are stored as plain
    ids, so that the log outlives them.
    """

    at = models.DateTimeField(_("date"), default=timezone.now, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("performed by"),
        help_text=_("Empty if the service did this."),
    )
    action = models.CharField(_("action"), max_length=ACTION_LENGTH, choices=Action)
    game = models.UUIDField(_("game"), null=True, blank=True)
    user = models.UUIDField(
        _("user"), null=True, blank=True, help_text=_("The user affected by the action.")
    )
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    data = models.JSONField(_("details"), default=dict)
    undoes = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="undone_by",
        verbose_name=_("undoes"),
        help_text=_("The entry whose action this one undoes."),
    )

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = _("audit log entry")
        verbose_name_plural = _("audit log entries")
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
