"""The work that waits for a member of staff, for the first page of the admin."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from moderation.admin.health_flags import HEALTH_FLAGS
from moderation.admin.report_queues import queue_links
from moderation.models import Permission
from moderation.permissions import may
from moderation.selectors import appeals_waiting

MOST = 100
"""Counting stops here, so that a long queue does not make the page slow."""


def waiting_work(user: User) -> list[dict[str, Any]]:
    """Return the queues that the user may work on: label, URL, and count (up to MOST)."""
    queues: list[tuple[Any, str, QuerySet[Any]]] = []
    reports: list[dict[str, Any]] = []
    if may(user, Permission.HANDLE_REPORTS):
        reports = [one for one in queue_links(user) if one["name"] != "others"]
        appeals = reverse("admin:moderation_appeal_changelist")
        queues.append((_("Open appeals"), appeals, appeals_waiting(to=user)))
    if user.has_perm("games.view_game"):
        games, now = reverse("admin:games_game_changelist"), timezone.now()
        queues += [
            (label, f"{games}?flag={flag}", Game.objects.filter(HEALTH_FLAGS[flag][1](now)))
            for flag, label in (
                ("overdue", _("Overdue games")),
                ("quarantined", _("Games in quarantine")),
            )
        ]
    counted = [{"label": label, "url": url, "count": count(rows)} for label, url, rows in queues]
    return reports + counted


def count(rows: QuerySet[Any]) -> str:
    """Return the number of rows as text, "N+" above a maximum."""
    found = rows.order_by()[: MOST + 1].count()
    return f"{MOST}+" if found > MOST else str(found)
