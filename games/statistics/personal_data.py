"""Statistics of a user: exported, and deleted. Sums over all users stay, which name nobody."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.personal_data import DeletedUser, PersonalDataHandler, Rows, handler_register
from games.models import HeadToHead, ResultCount
from games.statistics.tallies import statistics_lock

COUNTS = ("ruleset", "bots", "players", "key", "value", "games", "wins", "times")


def export_statistics(user: User) -> Rows:
    """Yield the user's results, and those against each opponent, by the opponent's name."""
    yield from ResultCount.objects.filter(user=user).order_by("id").values(*COUNTS).iterator()
    against = ("opponent__username", "ruleset", "games", "wins", "lost")
    yield from HeadToHead.objects.filter(user=user).order_by("id").values(*against).iterator()


@transaction.atomic
def erase(deleted_user: DeletedUser) -> None:
    """Delete the user's rows, and those of others about them."""
    statistics_lock()  # a count that comes later sees that the account is deleted
    user = deleted_user.user
    ResultCount.objects.filter(user=user).delete()
    HeadToHead.objects.filter(Q(user=user) | Q(opponent=user)).delete()


handler_register(
    PersonalDataHandler(
        "games.statistics",
        export_files=lambda user: [("statistics", export_statistics(user))],
        erase=erase,
    )
)
