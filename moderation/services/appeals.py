"""Appeals: once against each sanction, and decided by another moderator than who imposed it."""

from __future__ import annotations

from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.bans import user_unban
from accounts.services.mutes import user_unmute
from core.errors import Invalid
from moderation.errors import AppealedAlready, SanctionNotFound
from moderation.models import ANSWER_LENGTH, Act, Appeal, AuditEntry, Ruling
from moderation.notices import appeal_decided_told
from moderation.selectors import SANCTIONS

LIFT: dict[str, Callable[..., None]] = {Act.BAN_USER: user_unban, Act.MUTE_USER: user_unmute}
"""How a sanction is taken back. A warning needs nothing."""


def appeal_make(*, by: User, entry_id: int, text: str) -> Appeal:
    """Ask for another look at a sanction. Raises SanctionNotFound, AppealedAlready."""
    entry = AuditEntry.objects.filter(id=entry_id, user=by.id, act__in=SANCTIONS).first()
    if entry is None:
        raise SanctionNotFound
    try:
        with transaction.atomic():
            return Appeal.objects.create(entry=entry, user=by, text=text.strip())
    except IntegrityError:
        raise AppealedAlready from None


def appeal_decide(*, by: User, appeal: Appeal, ruling: str, answer: str) -> Appeal:
    """Uphold a sanction or lift it; the user reads ``answer``. A later sanction of the same kind
    stays. The caller holds the row. Raises Invalid.
    """
    if ruling not in (Ruling.UPHELD, Ruling.LIFTED):
        raise Invalid.field("/ruling", "invalid", "upheld or lifted.")
    if not 1 <= len(answer := answer.strip()) <= ANSWER_LENGTH:
        raise Invalid.field("/answer", "length", f"1 to {ANSWER_LENGTH} characters.")
    if ruling == Ruling.LIFTED and newest(appeal.entry) and appeal.entry.act in LIFT:
        LIFT[appeal.entry.act](user=User.objects.select_for_update().get(id=appeal.user_id))
    appeal.ruling, appeal.answer = ruling, answer
    appeal.decided_at, appeal.decided_by = timezone.now(), by
    appeal.save()
    appeal_decided_told(appeal)
    return appeal


def newest(entry: AuditEntry) -> bool:
    """Whether no later sanction of its kind has taken the place of this one."""
    later = AuditEntry.objects.filter(user=entry.user, act=entry.act, id__gt=entry.pk)
    return not later.exists()


@transaction.atomic
def appeals_withdraw(*, user: User) -> None:
    """Nobody is there any more to hear the rulings."""
    Appeal.objects.filter(user=user, ruling="").update(
        ruling=Ruling.WITHDRAWN, decided_at=timezone.now()
    )
