"""The admin page of bulk actions and their progress."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext

from core.read_only_admin import ReadOnlyAdminMixin
from games.models import BulkAction
from games.play.global_pause import is_globally_paused
from games.staff import bulk_left
from moderation.actions.bulk import BULK_ACTIONS
from moderation.admin.action_pages import ActionPages

RECENT = 10
SECONDS = 5
"""Interval at which the page reloads while a bulk action is running."""


@admin.register(BulkAction)
class BulkActionAdmin(ReadOnlyAdminMixin, ActionPages):
    staff_actions = BULK_ACTIONS
    action_route = "actions/<str:name>/"

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the recent bulk actions, and offer the available ones."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        globally_paused = is_globally_paused()
        rows = [progress(action) for action in BulkAction.objects.select_related("by")[:RECENT]]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Bulk actions"),
            "globally_paused": globally_paused,
            "rows": rows,
            "again": SECONDS if any(row["running"] for row in rows) else None,
            **self.actions_context(request, None),
        }
        return TemplateResponse(request, "moderation/bulk_actions.html", context)

    def find_target(self, request: HttpRequest, pk: str | None) -> None:
        return None

    def target_name(self, target: None) -> str:
        return gettext("All games")

    def page_of(self, target: None) -> str:
        return reverse("admin:games_bulkaction_changelist")


def progress(action: BulkAction) -> dict[str, Any]:
    """Return the progress of a bulk action: the number of processed games and of all games."""
    processed, remaining = action.done + action.failed, bulk_left(action)
    return {
        "action": action,
        "processed": processed,
        "all": processed + remaining,
        "running": action.ended_at is None,
    }
