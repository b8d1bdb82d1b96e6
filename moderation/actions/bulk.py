"""Staff actions on all running games at once.

Sweeps carry them out; ``BulkAction`` stores their progress. They include the games of staff, who
gain no advantage from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.metrics import BULK_ACTION_COUNT
from games import staff
from games.models import BulkAction
from games.play.global_pause import is_globally_paused
from moderation.actions import fields
from moderation.actions.base import Run, StaffAction
from moderation.models import Action
from moderation.permissions import SENIORS


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

BULK_ACTIONS: tuple[BulkStaffAction, ...] = (PAUSE_ALL, UNPAUSE_ALL, EXTEND_ALL)
