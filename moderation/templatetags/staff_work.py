"""The template tag of the work that waits for staff."""

from __future__ import annotations

from typing import Any

from django import template

from moderation.admin.waiting import waiting_work

register = template.Library()


@register.simple_tag(takes_context=True)
def waiting(context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the work that waits for the staff user of the request."""
    return waiting_work(context["request"].user)
