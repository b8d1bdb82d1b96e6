"""The context of a report's admin page, collected from selectors."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Message, Room
from moderation.actions.games import REMOVE_MESSAGE
from moderation.actions.reports import MOST_TOGETHER
from moderation.actions.users import MUTE, WARN
from moderation.errors import NotPermitted
from moderation.models import Permission, Report
from moderation.permissions import may
from moderation.selectors import (
    conversation_of,
    entries_visible,
    is_claimed,
    report_messages_visible,
    reports_like,
    reports_visible,
)
from moderation.shared_clients import clients_shared_in

RECENT = 20

Context = dict[str, Any]


def report_context(report: Report, *, by: User) -> Context:
    """Return the context of the page besides the forms of the actions."""
    entries = entries_visible(to=by).filter(user=report.user_id).select_related("by")
    return {
        "report": report,
        "claimed": is_claimed(report, now=timezone.now()),
        "conversations": conversations(report, by=by),
        "questions": report_messages_visible(report, to=by),
        "notes": report.notes.select_related("by"),
        "duplicates": reports_visible(to=by).filter(merged_into=report).select_related("by"),
        "related": (related := reports_like(report, to=by))[:MOST_TOGETHER],
        "more_related": max(0, related.count() - MOST_TOGETHER),
        "hints": shared_fingerprints_of(report, by=by),
        "entries": entries[:RECENT] if report.user_id else [],
    }


def conversations(report: Report, *, by: User) -> list[Context]:
    """Return the messages around the reported one, or the last ones of a reported game."""
    if report.game_id is None or not may(by, Permission.HANDLE_REPORTS):
        return []
    where: list[tuple[str, int | None]]
    if report.message is not None:
        where = [(report.message.room, report.message.number)]
    else:
        where = [(room, None) for room in Room.values]
    return [
        conversation_context(
            conversation_of(by=by, game_id=report.game_id, room=room, around=number),
            by=by,
            room=room,
            reported=number,
        )
        for room, number in where
    ]


def conversation_context(
    messages: list[Message], *, by: User, room: str, reported: int | None = None
) -> Context:
    """Return a conversation, and what the moderator may do beside each message."""
    return {
        "room": Room(room),
        "messages": messages,
        "reported": reported,
        "may_remove": may(by, REMOVE_MESSAGE.action),
        "measures": [one for one in (WARN, MUTE) if may(by, one.action)],
    }


def shared_fingerprints_of(report: Report, *, by: User) -> list[Any]:
    """Return the groups of seats that share addresses, or why there are none."""
    if report.game_id is None:
        return []
    try:
        return list(clients_shared_in(by=by, game_id=report.game_id))
    except NotPermitted as refusal:
        return [refusal.detail]
