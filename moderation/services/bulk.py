"""Acts on all running matches at once, for the day on which everything goes wrong.

They are worked off by the sweeps; how far they have come stands in ``BulkAct`` (``bulk_left``).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from citadels.metrics import BULK_ACTS
from games.models import BulkAct
from games.services import acts
from moderation.models import Act
from moderation.services.audit import audit, reason_checked
from moderation.services.once import sent_first
from moderation.services.permission import allowed


def matches_pause(*, by: User, reason: str) -> BulkAct:
    """Let all matches stand still, those that start meanwhile, too. A moderator's own are not left
    out: nobody gains by it. Raises NotPermitted, Invalid, NothingToDo.
    """
    allowed(by, Act.PAUSE_ALL)
    with transaction.atomic():
        bulk = acts.matches_pause(by=by, reason=reason_checked(reason))
        return logged(bulk, by=by, act=Act.PAUSE_ALL)


def matches_unpause(*, by: User, reason: str) -> BulkAct:
    """Let all matches go on that ``matches_pause`` has stopped. Raises as it does."""
    allowed(by, Act.UNPAUSE_ALL)
    with transaction.atomic():
        bulk = acts.matches_resume(by=by, reason=reason_checked(reason))
        return logged(bulk, by=by, act=Act.UNPAUSE_ALL)


def matches_extend(
    *, by: User, length: timedelta, reason: str, once: UUID | None = None
) -> BulkAct:
    """Give more time to whoever is to act, in each match; for each form, ``once``. Nothing takes it
    back. Raises NotPermitted, Invalid, DoneAlready.
    """
    allowed(by, Act.EXTEND_ALL)
    with transaction.atomic():
        sent_first(once)
        bulk = acts.matches_extend(by=by, length=length, reason=reason_checked(reason))
        seconds = int(length.total_seconds())
        return logged(bulk, by=by, act=Act.EXTEND_ALL, seconds=seconds)


def logged(bulk: BulkAct, *, by: User, act: Act, **data: Any) -> BulkAct:
    audit(by=by, act=act, reason=bulk.reason, data={"bulk": bulk.id, **data})
    transaction.on_commit(BULK_ACTS.labels(act.value).inc, robust=True)
    return bulk
