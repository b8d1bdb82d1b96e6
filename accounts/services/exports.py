"""A copy of all that is kept of a user: asked for, made by a worker, fetched for some days."""

from __future__ import annotations

import json
import logging
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from time import monotonic
from typing import IO, Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F, QuerySet

from accounts.errors import ExportNotReady, ExportTooSoon
from accounts.keepers import KEEPERS, Part
from accounts.models import AccountExport, ExportPiece, LetterKind, User
from accounts.services.letters import letter_order
from accounts.services.parts import parts_of
from citadels import database_clock
from citadels.doorbell import Doorbell

logger = logging.getLogger(__name__)
bell = Doorbell("accounts.tasks.exports")

PIECE = 256 * 1024
LEASE = timedelta(minutes=6)
"""That an attempt has to itself, should its process die: longer than its task may run. Where no
task bounds it, another may be made meanwhile: what is stored is the one that was begun last.
"""
MAX_ATTEMPTS = 5
"""Counted before each is made: one that ends its process writes nothing down afterwards."""
BUDGET = 5.0
"""Seconds after which a task begins no further export."""


@transaction.atomic
def export_ask(*, user: User) -> AccountExport:
    """Have a copy made of all that is kept of ``user``; one that is being made is returned.

    Raises ExportTooSoon: he had one a short while ago.
    """
    User.objects.select_for_update(no_key=True).get(id=user.id)  # of two at once, one is made
    now = database_clock.now()
    last = AccountExport.objects.filter(user=user).first()
    if last is not None and last.due_at is not None:
        return last
    if last is not None and last.ready_at is not None:
        again = last.asked_at + timedelta(hours=settings.EXPORT_EVERY_HOURS)
        if again > now:
            raise ExportTooSoon(again)
    AccountExport.objects.filter(user=user).delete()
    export = AccountExport.objects.create(user=user, asked_at=now, due_at=now)
    bell.ring_on_commit()
    return export


def export_pieces(*, user: User) -> Iterator[bytes]:
    """The file of the newest export of ``user``, piece by piece. Raises ExportNotReady."""
    now = database_clock.now()
    export = AccountExport.objects.filter(user=user, expires_at__gt=now).first()
    if export is None:
        raise ExportNotReady
    pieces = ExportPiece.objects.filter(export=export).order_by("number")
    return (bytes(data) for data in pieces.values_list("data", flat=True).iterator(chunk_size=4))


# --- making ------------------------------------------------------------------------------------


def exports_make() -> int:
    """Make the exports that are due, each once if nothing fails. How many were made.

    Whoever comes when the time is spent is left to the next task: a big one may need all of its.
    """
    due = AccountExport.objects.filter(due_at__lte=database_clock.now()).order_by("due_at")
    made, end = 0, monotonic() + BUDGET
    for export in due.select_related("user"):
        if monotonic() > end:
            bell.ring()
            break
        if not _given_up(export) and _taken(export):
            made += _made(export)
    return made


def _given_up(export: AccountExport) -> bool:
    """Give up on an export whose last attempt came to no end, not even to a failure."""
    if export.attempts < MAX_ATTEMPTS:
        return False
    if AccountExport.objects.filter(id=export.id, due_at=export.due_at).update(due_at=None):
        logger.error("The export %s was not made in %s attempts", export.id, export.attempts)
    return True


def _taken(export: AccountExport) -> bool:
    """Take an export on, unless another worker has. It comes back if this one dies."""
    before, export.due_at = export.due_at, database_clock.now() + LEASE
    return bool(
        AccountExport.objects.filter(id=export.id, due_at=before).update(
            due_at=export.due_at, attempts=F("attempts") + 1
        )
    )


def _mine(export: AccountExport) -> QuerySet[AccountExport]:
    """The row of an export, unless another worker has taken it on since this one did."""
    return AccountExport.objects.filter(id=export.id, due_at=export.due_at)


def _made(export: AccountExport) -> bool:
    try:
        with tempfile.TemporaryFile() as file:
            export_write(user=export.user, file=file)
            return _store(export, file)
    except Exception:  # whatever fails for one user, the others get theirs
        logger.exception("The export %s was not made", export.id)
        if export.attempts + 1 >= MAX_ATTEMPTS:
            _mine(export).update(due_at=None)
        return False


def export_write(*, user: User, file: IO[bytes]) -> None:
    """Write what is kept of ``user``: a zip with a file of JSON for each part."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, rows in _parts(user):
            with archive.open(f"{name}.json", "w") as part:
                for text in _json(rows):
                    part.write(text.encode())


def _parts(user: User) -> Iterator[Part]:
    yield from parts_of(user)
    for _, keeper in sorted(KEEPERS.items()):
        yield from keeper.parts(user)


def _json(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A list of JSON, one row a line, as they are read."""
    begin = "["
    for row in rows:
        yield f"{begin}\n{json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)}"
        begin = ","
    yield "[]\n" if begin == "[" else "\n]\n"


@transaction.atomic
def _store(export: AccountExport, file: IO[bytes]) -> bool:
    """Keep what was written; False: it took too long, and another worker does it now, or has."""
    now, size = database_clock.now(), file.seek(0, 2)
    kept = now + timedelta(days=settings.EXPORTS_KEPT_DAYS)
    if not _mine(export).update(due_at=None, ready_at=now, expires_at=kept, size=size):
        return False
    file.seek(0)
    number = 0
    while data := file.read(PIECE):
        ExportPiece.objects.create(export=export, number=number, data=data)
        number += 1
    if export.user.email:
        letter_order(kind=LetterKind.EXPORT_READY, address=export.user.email, user=export.user)
    return True


def exports_forget(*, now: datetime) -> None:
    """Delete the exports that can no longer be fetched, and those that never could be made."""
    AccountExport.objects.filter(expires_at__lte=now).delete()
    kept = timedelta(days=settings.EXPORTS_KEPT_DAYS)
    AccountExport.objects.filter(ready_at=None, due_at=None, asked_at__lt=now - kept).delete()
