"""The daily digest: one e-mail with everything that waits for a user, at the hour of their
choice.
"""

from __future__ import annotations

import logging
from datetime import datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import IntegrityError, transaction
from django.db.models import Min, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from accounts.models import Preferences, User
from accounts.selectors import preferences_of
from core import database_clock
from notifications.kinds import DigestLine, Reader, digest_lines, kind_by_name
from notifications.models import (
    ChannelPreference,
    Delivery,
    Digest,
    Mode,
    Notification,
    Progress,
)
from notifications.services.emails import EmailContent, links_warning
from notifications.services.outbox import notification_enqueue

logger = logging.getLogger(__name__)

SHORTEST_DAY = timedelta(hours=20)
"""Users who had a digest within this time get none. Days have 23 hours when clocks change."""


def digests_create(*, now: datetime | None = None) -> int:
    """Queue the digests that are due. Returns how many. Each user gets at most one a day."""
    at = now or database_clock.now()
    waiting = waiting_since(at)
    ordered = 0
    for user_id, preferences in preferences_of(waiting).items():
        try:
            hour = last_hour(preferences, at)
        except ZoneInfoNotFoundError:  # another machine may know the kind; the others go on
            logger.exception("The hour of %s cannot be told", user_id)
            continue
        if waiting[user_id] <= hour and digest_create(user_id=user_id, hour=hour, now=at):
            ordered += 1
    return ordered


def waiting_since(now: datetime) -> dict[UUID, datetime]:
    """Return since when users wait for a digest, because something is held for them or on
    request.
    """
    users = User.objects.filter(is_active=True).exclude(email="")
    users = users.exclude(digests__created_at__gt=now - SHORTEST_DAY)
    held = Delivery.objects.filter(progress=Progress.HELD, user__in=users)
    asked = ChannelPreference.objects.filter(email=Mode.DIGEST, user__in=users)
    since = dict(held.values_list("user_id").annotate(at=Min("created_at")))
    for user_id, at in asked.values_list("user_id").annotate(at=Min("changed_at")):
        since[user_id] = min(at, since.get(user_id, at))
    return since


def last_hour(preferences: Preferences, now: datetime) -> datetime:
    """Return the latest instant that was the user's hour for digests, in their time zone."""
    zone = ZoneInfo(preferences.time_zone)
    today = now.astimezone(zone).date()
    at = datetime.combine(today, time(preferences.digest_hour), zone)
    # A calendar day, not 24 hours: the hour stays the same when clocks change.
    return at if at <= now else at - timedelta(days=1)


def digest_create(*, user_id: UUID, hour: datetime, now: datetime) -> bool:
    """Queue the digest of a day. Returns False if it was queued already."""
    day = hour.date()
    try:
        with transaction.atomic():
            Digest.objects.create(user_id=user_id, day=day, created_at=now)
            notification_enqueue(
                users=[user_id], kind="digest", subject=user_id, data={"day": day.isoformat()}
            )
    except IntegrityError:
        return False
    return True


# --- the mail ------------------------------------------------------------------------------------


def digest_content(*, delivery: Delivery, reader: Reader, now: datetime) -> EmailContent | None:
    """Return what a digest says now, or None if nothing waits for the user."""
    turns = digest_lines(delivery.user_id, reader)
    news = [
        text_of(held, reader)
        for held in digest_entries_find(delivery, now)
        if not (turns and kind_by_name(held.entry.kind).is_listed_daily)
    ]
    if not turns and not news:
        return None
    parts = []
    with override(reader.language):
        if turns:
            lines = [turn_line(turn, reader) for turn in turns]
            parts.append("\n".join([_("Waiting for you:"), *lines]))
        if news:
            parts.append("\n".join([_("Also:"), *(f"* {text}" for text in news)]))
        pictures = tuple(turn.picture for turn in turns if turn.picture)
        warning = links_warning() if any(turn.plays for turn in turns) else ""
        subject = digest_subject(len(turns))
        shown = [{"turn": turn, "text": turn_text(turn, reader)} for turn in turns]
    return EmailContent(
        subject=subject,
        text="\n\n".join(filter(None, [*parts, warning])),
        template="notifications/email_digest.html",
        context={"turns": shown, "news": news, "warning": warning},
        pictures=pictures,
    )


def digest_subject(turns: int) -> str:
    """Return the subject of a digest with this number of open turns."""
    if not turns:
        return _("News about your games")
    text = ngettext("Your turn in %(count)d game", "Your turn in %(count)d games", turns)
    return text % {"count": turns}


def digest_entries_find(delivery: Delivery, now: datetime) -> list[Delivery]:
    """Return the entries held for the user that still matter. Drops the others."""
    held = list(held_deliveries(delivery))
    seen = set(
        Notification.objects.filter(
            user_id=delivery.user_id, read_at__isnull=False, entry__in=[one.entry for one in held]
        ).values_list("entry_id", flat=True)
    )
    fresh = [one for one in held if one.entry_id not in seen and is_still_relevant(one)]
    kept = {one.id for one in fresh}
    stale = [one.id for one in held if one.id not in kept]
    Delivery.objects.filter(id__in=stale, progress=Progress.HELD).update(
        progress=Progress.DROPPED, ended_at=now
    )
    return fresh


def held_deliveries(delivery: Delivery) -> QuerySet[Delivery]:
    """Return what was held for the user when their digest was queued."""
    return (
        Delivery.objects.filter(
            user_id=delivery.user_id,
            progress=Progress.HELD,
            created_at__lte=delivery.entry.created_at,
        )
        .select_related("entry")
        .order_by("entry_id")
    )


def is_still_relevant(delivery: Delivery) -> bool:
    """True if the notification of a delivery is not out of date."""
    entry = delivery.entry
    return kind_by_name(entry.kind).relevant(entry.subject, delivery.user_id, entry.data)


def digest_mark_sent(*, delivery: Delivery, now: datetime) -> None:
    """Mark the entries of a digest as sent."""
    held_deliveries(delivery).update(progress=Progress.SENT, ended_at=now)


def text_of(held: Delivery, reader: Reader) -> str:
    """Return the text of a notification for its reader."""
    entry = held.entry
    return kind_by_name(entry.kind).text_for(entry.data, reader)


def turn_text(turn: DigestLine, reader: Reader) -> str:
    """Return the text of an open decision, with its deadline if it has one."""
    return turn.text if turn.until is None else turn.text + reader.until(turn.until.isoformat())


def turn_line(turn: DigestLine, reader: Reader) -> str:
    """Return the line of an open decision in the digest, with its link."""
    link = f"\n  {turn.link}" if turn.link else ""
    return f"* {turn_text(turn, reader)}{link}"
