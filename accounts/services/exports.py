"""Exports of a user's data: requested, built by a worker, available for some days."""

from __future__ import annotations

import json
import logging
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import IO, Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import QuerySet

from accounts.errors import ExportNotReady, ExportTooSoon
from accounts.models import AccountExport, EmailKind, ExportPiece, User
from accounts.personal_data import HANDLERS, ExportFile
from accounts.services.email_queue import email_enqueue
from accounts.services.export_content import export_files_of
from core import database_clock
from core.leases import LeaseQueue
from core.task_wakeup import TaskWakeup

logger = logging.getLogger(__name__)
wakeup = TaskWakeup("accounts.tasks.exports")

PIECE = 256 * 1024


@transaction.atomic
def export_request(*, user: User) -> AccountExport:
    """Request an export, or return the one that is being built.

    Raises ExportTooSoon if the user got one a short while ago.
    """
    # two concurrent requests start one export
    User.objects.select_for_update(no_key=True).get(id=user.id)
    now = database_clock.now()
    last = AccountExport.objects.filter(user=user).first()
    if last is not None and last.due_at is not None:
        return last
    if last is not None and last.ready_at is not None:
        again = last.requested_at + timedelta(hours=settings.EXPORT_EVERY_HOURS)
        if again > now:
            raise ExportTooSoon(again)
    AccountExport.objects.filter(user=user).delete()
    export = AccountExport.objects.create(user=user, requested_at=now, due_at=now)
    wakeup.wake_on_commit()
    return export


def export_read(*, user: User) -> Iterator[bytes]:
    """Yield the file of the user's newest export in pieces. Raises ExportNotReady."""
    now = database_clock.now()
    export = AccountExport.objects.filter(user=user, expires_at__gt=now).first()
    if export is None:
        raise ExportNotReady
    pieces = ExportPiece.objects.filter(export=export).order_by("number")
    return (bytes(data) for data in pieces.values_list("data", flat=True).iterator(chunk_size=4))


# --- making ------------------------------------------------------------------------------------


class ExportQueue(LeaseQueue[AccountExport]):
    """Exports to build. If two workers build the same one, the result of the later start is
    stored.
    """

    lease = timedelta(minutes=6)  # longer than a task may run
    longest_lease = lease
    max_attempts: int = 5
    budget = 5.0  # a big export may need the rest of its task

    def rows(self) -> QuerySet[AccountExport]:
        return AccountExport.objects.filter(due_at__isnull=False).select_related("user")

    def process(self, export: AccountExport) -> int | None:
        with tempfile.TemporaryFile() as file:
            export_write(user=export.user, file=file)
            return _store(export, file) or None

    def give_up(self, export: AccountExport) -> None:
        if self.leased_row(export).update(due_at=None):
            logger.error("Export %s was given up", export.id)

    def stop_early(self) -> None:
        wakeup.wake()


def exports_make() -> int:
    """Make the exports that are due. Returns how many were made."""
    return ExportQueue().work()


def export_write(*, user: User, file: IO[bytes]) -> None:
    """Write the user's data to ``file``: a zip with one JSON file for each part."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in _export_sections(user):
            with archive.open(f"{name}.json", "w") as part:
                for text in _json(rows):
                    part.write(text.encode())


def _export_sections(user: User) -> Iterator[ExportFile]:
    yield from export_files_of(user)
    for _, handler in sorted(HANDLERS.items()):
        yield from handler.export_files(user)


def _json(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield a JSON list, one row a line, as the rows are read."""
    begin = "["
    for row in rows:
        yield f"{begin}\n{json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)}"
        begin = ","
    yield "[]\n" if begin == "[" else "\n]\n"


@transaction.atomic
def _store(export: AccountExport, file: IO[bytes]) -> bool:
    """Store the file. Returns False if the lease has expired and another worker has taken over."""
    now, size = database_clock.now(), file.seek(0, 2)
    kept = now + timedelta(days=settings.EXPORT_RETENTION_DAYS)
    if (
        not ExportQueue()
        .leased_row(export)
        .update(due_at=None, ready_at=now, expires_at=kept, size=size)
    ):
        return False
    file.seek(0)
    number = 0
    while data := file.read(PIECE):
        ExportPiece.objects.create(export=export, number=number, data=data)
        number += 1
    if export.user.email:
        email_enqueue(kind=EmailKind.EXPORT_READY, address=export.user.email, user=export.user)
    return True


def find_exports_given_up(*, since: datetime) -> QuerySet[AccountExport]:
    """Return the exports requested since then that were given up."""
    return AccountExport.objects.filter(ready_at=None, due_at=None, requested_at__gte=since)


def exports_retry(exports: QuerySet[AccountExport]) -> int:
    """Build exports that were given up. Returns how many."""
    return exports.update(attempts=0, due_at=database_clock.now())


def exports_purge(*, now: datetime) -> None:
    """Delete expired exports, and those that failed."""
    AccountExport.objects.filter(expires_at__lte=now).delete()
    kept = timedelta(days=settings.EXPORT_RETENTION_DAYS)
    AccountExport.objects.filter(ready_at=None, due_at=None, requested_at__lt=now - kept).delete()
