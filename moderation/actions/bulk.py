"""Staff actions on all running games at once.

Sweeps carry them out; ``BulkAction`` stores their progress. They include the games of staff, who
gain no advantage from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.metrics import BULK_ACTION_COUNT
from games import staff
from games.maintenance.selectors import find_maintenance
from games.maintenance.services import (
    maintenance_announce,
    maintenance_begin,
    maintenance_end,
)
from games.models import BulkAction
from games.models.maintenance import TEXT_LENGTH
from games.play.global_pause import is_globally_paused
from moderation.actions import fields
from moderation.actions.base import Run, StaffAction
from moderation.models import Action
from moderation.permissions import ADMINISTRATORS, SENIORS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, kw_only=True)
class BulkStaffAction(StaffAction):
    """A staff action on all running games. It has no target."""

    roles: tuple[str, ...] = SENIORS

    def find(self, target_id: None) -> None:
        return None

    def check_reach(self, by: User, target: None) -> None:
        pass

    def entry(self, run: Run) -> dict[str, Any]:
        transaction.on_commit(BULK_ACTION_COUNT.labels(self.slug).inc, robust=True)
        return {"data": run.data}


def service(perform: Callable[..., BulkAction]) -> Callable[..., BulkAction]:
    """Wrap a service that creates a ``BulkAction``, and log the id of that row."""

    def order(run: Run, **given: Any) -> BulkAction:
        bulk = perform(by=run.by, reason=run.reason, **given)
        run.data["bulk"] = bulk.id
        return bulk

    return order


def extend_all(run: Run, length: timedelta) -> BulkAction:
    """Extend the deadlines of all games of a bulk action."""
    run.data["seconds"] = int(length.total_seconds())
    return service(staff.games_extend)(run, length=length)


PAUSE_ALL = BulkStaffAction(
    action=Action.PAUSE_ALL,
    title=_("Pause everything"),
    explanation=_(
        "Pauses all running games, and new games when they start. Until you resume everything, "
        "nobody can move and no deadline takes effect."
    ),
    notifies=_("In each game whose clock was running, all players still in it are notified."),
    done=_("Deadlines no longer take effect. The games are paused one by one."),
    available=lambda target: not is_globally_paused(),
    perform=service(staff.games_pause),
    dangerous=True,
)
UNPAUSE_ALL = BulkStaffAction(
    action=Action.UNPAUSE_ALL,
    title=_("Resume everything"),
    explanation=_("All games paused by this page continue, each with the time that was left."),
    notifies=_("In each game whose clock runs again, all players still in it are notified."),
    done=_("The games continue one by one."),
    available=lambda target: is_globally_paused(),
    perform=service(staff.games_resume),
)
EXTEND_ALL = BulkStaffAction(
    action=Action.EXTEND_ALL,
    title=_("Give everybody more time"),
    explanation=_(
        "In every running game with a clock, the player to move gets more time. This cannot be "
        "undone."
    ),
    notifies=_("In each game, the player to move is notified. The log tells all others."),
    done=_("Time is added to the games one by one."),
    fields={"length": fields.length},
    perform=extend_all,
    single_use=True,
    dangerous=True,
)


def time_field(label: StrOrPromise, *, required: bool = False) -> Callable[[Any], forms.Field]:
    """Return a field for a time."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return lambda target: forms.DateTimeField(label=label, required=required, widget=widget)


def text_field(label: StrOrPromise) -> Callable[[Any], forms.Field]:
    """Return a field for a text that users read."""
    return fields.text(TEXT_LENGTH, label=label, required=False)


ENDS_AT = time_field(_("Expected end (UTC)"))
TEXTS = {
    f"text_{code}": text_field(format_lazy("{} ({})", _("Text"), name))
    for code, name in settings.LANGUAGES
}


def is_maintenance_on(target: None) -> bool:
    """True if the service is in maintenance, and not only announces it."""
    found = find_maintenance()
    return found is not None and found.is_on


def maintenance_step(step: str, perform: Callable[..., Any], **more: Any) -> BulkStaffAction:
    """Return a staff action on maintenance. ``step`` is its name, also in the audit log."""

    def run(run: Run, **given: Any) -> Any:
        run.data["step"] = step
        if texts := {name[5:]: given.pop(name) for name in TEXTS if name in given}:
            given["texts"] = texts
        return perform(run, **given)

    return BulkStaffAction(
        action=Action.MAINTENANCE,
        name=f"maintenance_{step}",
        roles=ADMINISTRATORS,
        perform=run,
        **more,
    )


ANNOUNCE_MAINTENANCE = maintenance_step(
    "announce",
    lambda run, **given: maintenance_announce(**given),
    title=_("Announce maintenance"),
    explanation=_("All pages show when it begins, instead of what was announced before."),
    done=_("The maintenance is announced."),
    fields={"starts_at": time_field(_("Start (UTC)"), required=True), "ends_at": ENDS_AT, **TEXTS},
    available=lambda target: not is_maintenance_on(target),
)
BEGIN_MAINTENANCE = maintenance_step(
    "begin",
    lambda run, **given: maintenance_begin(by=run.by, reason=run.reason, **given),
    title=_("Begin maintenance"),
    explanation=_(
        "From now on the service accepts no changes by users, and pages show when you are back. "
        "All games are paused. What you leave empty is as announced."
    ),
    notifies=_("In each game whose clock was running, all players still in it are notified."),
    done=_("The service is in maintenance. The games are paused one by one."),
    fields={"ends_at": ENDS_AT, **TEXTS},
    available=lambda target: not is_maintenance_on(target),
    dangerous=True,
)
END_MAINTENANCE = maintenance_step(
    "end",
    lambda run: maintenance_end(by=run.by, reason=run.reason),
    title=_("End maintenance"),
    explanation=_("Withdraws the announcement, or accepts changes again and resumes the games."),
    notifies=UNPAUSE_ALL.notifies,
    done=_("There is no maintenance."),
    available=lambda target: find_maintenance() is not None,
)

BULK_ACTIONS: tuple[BulkStaffAction, ...] = (
    *(PAUSE_ALL, UNPAUSE_ALL, EXTEND_ALL),
    *(ANNOUNCE_MAINTENANCE, BEGIN_MAINTENANCE, END_MAINTENANCE),
)
