"""The context of a report's admin page, collected from selectors."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Message, Room
from moderation.actions.games import REMOVE_MESSAGE
from moderation.actions.reports import MERGE
from moderation.actions.users import MUTE
from moderation.errors import NotPermitted
from moderation.models import Permission, Report, State
from moderation.permissions import may
from moderation.selectors import (
    conversation_of,
    entries_visible,
    fingerprints_shared_with,
    is_claimed,
    reports_like,
    reports_visible,
)

RECENT = 20

Context = dict[str, Any]


def report_context(report: Report, *, by: User) -> Context:
    """Return the context of the page besides the forms of the actions."""
    entries = entries_visible(to=by).filter(user=report.user_id).select_related("by")
    return {
        "report": report,
        "claimed": is_claimed(report, now=timezone.now()),
        "conversations": conversations(report, by=by),
        "notes": report.notes.select_related("by"),
        "duplicates": reports_visible(to=by).filter(merged_into=report).select_related("by"),
        "related": reports_like(report, to=by),
        "hints": shared_fingerprints_of(report, by=by),
        "may_merge": report.state == State.OPEN and may(by, MERGE.action),
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
        "may_mute": may(by, MUTE.action),
    }


def shared_fingerprints_of(report: Report, *, by: User) -> list[Any]:
    """Return the groups of seats that share addresses, or why there are none."""
    if report.game_id is None:
        return []
    try:
        return list(fingerprints_shared_with(by=by, game_id=report.game_id))
    except NotPermitted as refusal:
        return [refusal.detail]
