"""Template tags of the pages of moderators."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import template

from moderation.admin.waiting import waiting_work
from moderation.models import AuditEntry
from moderation.selectors import entries_named, entries_visible

register = template.Library()
LATEST = 10


@register.simple_tag(takes_context=True)
def waiting(context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the work that waits for the staff user of the request."""
    return waiting_work(context["request"].user)


@register.simple_tag(takes_context=True)
def latest_entries(context: dict[str, Any]) -> Iterable[AuditEntry]:
    """Return the newest entries of the audit log that the staff user of the request may read."""
    user = context["request"].user
    if not user.has_perm("moderation.view_auditentry"):
        return []
    return entries_named(entries_visible(to=user))[:LATEST]


@register.filter
def length_of(length: timedelta) -> str:
    """Return a duration in its two largest units, such as ``71 h 12 min``."""
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
