"""What others may ask of a player before they let him join."""

from __future__ import annotations

from accounts.models import User
from games.models import PlayerStatistics, Rating
from games.ratings.ratings import SETTLED_AFTER
from games.ratings.records import reliability_of


def rating_shown(user: User, ruleset: str) -> int | None:
    """The rating of ``user`` as people see it; None while it is provisional."""
    ratings = Rating.objects.filter(user=user, ruleset=ruleset, rated_games__gte=SETTLED_AFTER)
    return ratings.values_list("shown", flat=True).first()


def reliability(user: User) -> int | None:
    """The reliability of ``user`` in percent; None while his games are too few to tell."""
    record = PlayerStatistics.objects.filter(user=user).first()
    return None if record is None else reliability_of(record)
