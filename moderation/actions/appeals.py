"""Staff actions on appeals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from moderation.actions import fields
from moderation.actions.base import Run, StaffAction
from moderation.errors import AppealDecided, ConflictOfInterest, SanctionNotFound
from moderation.models import ANSWER_LENGTH, Action, Appeal, AuditEntry, Ruling
from moderation.permissions import user_reach_check
from moderation.selectors import entries_visible
from moderation.services.appeals import appeal_decide


@dataclass(frozen=True, kw_only=True)
class AppealAction(StaffAction):
    """A staff action on an appeal. The moderator who imposed the sanction cannot decide."""

    def find(self, target_id: int) -> Appeal:
        appeals = Appeal.objects.select_for_update(of=("self",)).select_related("entry", "user")
        appeal = appeals.filter(id=target_id).first()
        if appeal is None:
            raise SanctionNotFound
        return appeal

    def check_reach(self, by: User, target: Appeal) -> None:
        imposed = AuditEntry.objects.filter(pk=target.entry_id)
        if target.entry.by_id == by.id or not entries_visible(to=by, among=imposed).exists():
            raise ConflictOfInterest
        user_reach_check(by, target.user)

    def prepare(self, by: User, target: Appeal) -> None:
        if target.ruling:
            raise AppealDecided

    def entry(self, run: Run) -> dict[str, Any]:
        appeal: Appeal = run.target
        data = {"appeal": appeal.pk, "against": appeal.entry_id, **run.data}
        return {"user": appeal.user_id, "data": data}


DECIDE = AppealAction(
    action=Action.DECIDE_APPEAL,
    name="decide",
    title=_("Decide"),
    explanation=_("Upholds or lifts the sanction."),
    notifies=_("The user is notified."),
    done=_("The appeal was decided."),
    fields={
        "ruling": fields.choice(
            [one for one in Ruling.choices if one[0] != Ruling.WITHDRAWN], _("Decision")
        ),
        "answer": fields.text(ANSWER_LENGTH, _("Shown to the user."), label=_("Answer")),
    },
    logs=("ruling",),
    available=lambda appeal: not appeal.ruling,
    perform=lambda run, **given: appeal_decide(appeal=run.target, by=run.by, **given),
)

APPEAL_ACTIONS: tuple[AppealAction, ...] = (DECIDE,)
