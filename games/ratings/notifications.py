"""The notification that ratings were recomputed."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from games.models import RatingRecomputation
from notifications.kinds import Cause, Kind, Limit, register
from notifications.services import outbox

KIND = Kind(
    name="ratings_recomputed",
    summary=_("All ratings were recomputed."),
    subject=_("Your rating was recomputed"),
    text=_(
        "All ratings were recomputed from the results of all rated games, so yours may have "
        "changed without a game."
    ),
    cause=Cause.OWN,
    limit=Limit(5),
    bound="one for each recomputation",
    about="recomputation",
)


def register_all() -> None:
    """Register the kind."""
    register(KIND)


def recomputation_notify(*, users: Iterable[UUID], recomputation: RatingRecomputation) -> None:
    """Notify users that their ratings were recomputed."""
    outbox.notification_enqueue(
        users=users, kind="ratings_recomputed", subject=recomputation.id, data={}
    )
