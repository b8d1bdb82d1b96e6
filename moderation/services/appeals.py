"""Appeals: one for each sanction, decided by a moderator who did not impose it."""

from __future__ import annotations

from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import is_user_banned, is_user_muted
from accounts.services.bans import user_unban
from accounts.services.mutes import user_unmute
from core.errors import Invalid
from moderation.errors import AppealedAlready, SanctionNotFound
from moderation.models import ANSWER_LENGTH, Action, Appeal, AuditEntry, Ruling
from moderation.notifications import appeal_decided_notify
from moderation.selectors import SANCTIONS

LIFT: dict[str, Callable[..., None]] = {Action.BAN_USER: user_unban, Action.MUTE_USER: user_unmute}
"""The services that end a sanction. A warning has none."""
IN_FORCE: dict[str, Callable[..., bool]] = {
    Action.BAN_USER: is_user_banned,
    Action.MUTE_USER: is_user_muted,
}
"""Predicates: true if the user is under a sanction of this kind."""


def appeal_make(*, by: User, entry_id: int, text: str) -> Appeal:
    """Appeal against a sanction. Raises SanctionNotFound, AppealedAlready."""
    entry = AuditEntry.objects.filter(id=entry_id, user=by.id, action__in=SANCTIONS).first()
    if entry is None:
        raise SanctionNotFound
    try:
        with transaction.atomic():
            return Appeal.objects.create(entry=entry, user=by, text=text.strip())
    except IntegrityError:
        raise AppealedAlready from None


def appeal_decide(*, by: User, appeal: Appeal, ruling: str, answer: str) -> Appeal:
    """Uphold or lift a sanction. The user reads ``answer``. The caller holds the row lock.

    Raises Invalid, also for lifting a sanction that a later one of the same kind replaced: the
    later one would stay in force.
    """
    if ruling not in (Ruling.UPHELD, Ruling.LIFTED):
        raise Invalid.field("/ruling", "invalid", _("Choose upheld or lifted."))
    if not 1 <= len(answer := answer.strip()) <= ANSWER_LENGTH:
        raise Invalid.field(
            "/answer", "length", _("1 to %(most)s characters.") % {"most": ANSWER_LENGTH}
        )
    if ruling == Ruling.LIFTED and appeal.entry.action in LIFT:
        sanction_lift(appeal.entry, User.objects.select_for_update().get(id=appeal.user_id))
    appeal.ruling, appeal.answer = ruling, answer
    appeal.decided_at, appeal.decided_by = timezone.now(), by
    appeal.save()
    appeal_decided_notify(appeal)
    return appeal


def sanction_lift(entry: AuditEntry, user: User) -> None:
    """End a sanction. Raises Invalid if a later one of the same kind is in force."""
    later = AuditEntry.objects.filter(user=entry.user, action=entry.action, id__gt=entry.pk)
    if not later.exists():
        LIFT[entry.action](user=user)
    elif IN_FORCE[entry.action](user, now=timezone.now()):
        raise Invalid.field(
            "/ruling",
            "replaced",
            _(
                "A later sanction of this kind is in force. To lift this one, first end the later "
                "one on the user's page."
            ),
        )


@transaction.atomic
def appeals_withdraw(*, user: User) -> None:
    """Withdraw the open appeals of a user who deletes their account."""
    Appeal.objects.filter(user=user, ruling="").update(
        ruling=Ruling.WITHDRAWN, decided_at=timezone.now()
    )
