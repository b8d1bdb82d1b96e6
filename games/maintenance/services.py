"""Announce, begin and end maintenance. All games are paused while it is on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from games.maintenance.selectors import find_maintenance, forget_maintenance
from games.models import SWITCHES, BulkAction, Maintenance
from games.play.global_pause import is_globally_paused
from games.staff.bulk import games_pause, games_resume
from games.staff.errors import NothingToDo


@transaction.atomic
def maintenance_announce(
    *, starts_at: datetime, ends_at: datetime | None = None, texts: Mapping[str, str] | None = None
) -> Maintenance:
    """Tell users about future maintenance, in place of an earlier announcement. ``texts`` has what
    they read by the code of the language.

    Raises NothingToDo if maintenance is on, Invalid.
    """
    if starts_at <= database_clock.now():
        raise Invalid.field("/starts_at", "past", _("This is in the past."))
    maintenance = announcement_or_new()
    maintenance.texts = dict(texts or {})
    return maintenance_save(maintenance, starts_at, ends_at)


@transaction.atomic
def maintenance_begin(
    *,
    by: User | None,
    reason: str,
    ends_at: datetime | None = None,
    texts: Mapping[str, str] | None = None,
) -> Maintenance:
    """Refuse all changes from now on, and pause all games.

    What is not given is as announced. Raises NothingToDo if maintenance is on, Invalid.
    """
    maintenance, now = announcement_or_new(), database_clock.now()
    if ends_at is None and maintenance.ends_at and maintenance.ends_at > now:
        ends_at = maintenance.ends_at
    maintenance.is_on = True
    maintenance.texts |= {code: text for code, text in (texts or {}).items() if text}
    maintenance_save(maintenance, now, ends_at)
    if not is_globally_paused():
        maintenance.pause = games_pause(by=by, reason=reason)
        maintenance.save(update_fields=["pause"])
    return maintenance


@transaction.atomic
def maintenance_end(*, by: User | None, reason: str) -> Maintenance:
    """Accept changes again, and resume the games that were paused with it; or withdraw the
    announcement. Raises NothingToDo.
    """
    if (maintenance := maintenance_lock()) is None:
        raise NothingToDo(_("There is no maintenance."))
    last = BulkAction.objects.filter(kind__in=SWITCHES).first()
    if maintenance.pause is not None and maintenance.pause == last:
        games_resume(by=by, reason=reason)
    maintenance.is_on, maintenance.ended_at = False, database_clock.now()
    maintenance.save(update_fields=["is_on", "ended_at"])
    forget_maintenance()
    return maintenance


def maintenance_lock() -> Maintenance | None:
    """Return the maintenance that has not ended, locked until the end of the transaction."""
    return Maintenance.objects.select_for_update(of=("self",)).filter(ended_at=None).first()


def announcement_or_new() -> Maintenance:
    """Return the announcement, or a new one. Raises NothingToDo if maintenance is on."""
    maintenance = maintenance_lock() or Maintenance()
    if maintenance.is_on:
        raise NothingToDo(_("The service is in maintenance already."))
    if find_maintenance() is None:  # it is new, or nobody began it
        maintenance.ends_at, maintenance.texts = None, {}
    return maintenance


def maintenance_save(
    maintenance: Maintenance, starts_at: datetime, ends_at: datetime | None
) -> Maintenance:
    """Store a maintenance that is locked or new. Raises NothingToDo, Invalid."""
    if ends_at is not None and ends_at <= starts_at:
        raise Invalid.field("/ends_at", "order", _("The end is not after the start."))
    maintenance.starts_at, maintenance.ends_at = starts_at, ends_at
    try:
        with transaction.atomic():
            maintenance.save()
    except IntegrityError:
        raise NothingToDo(_("Somebody else has just announced or begun maintenance.")) from None
    forget_maintenance()
    return maintenance
