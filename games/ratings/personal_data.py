"""Ratings and statistics: exported. They stay, since the ratings of others depend on them."""

from __future__ import annotations

from accounts.models import User
from accounts.personal_data import PersonalDataHandler, Rows, handler_register
from games.models import PlayerStatistics, Rating, RatingChange
from games.ratings.records import COUNTERS


def export_ratings(user: User) -> Rows:
    """Yield the user's ratings, statistics and changes of ratings."""
    now = ("ruleset", "mu", "sigma", "shown", "rated_games", "played_at", "updated_at")
    yield from Rating.objects.filter(user=user).values(*now).iterator()
    yield from PlayerStatistics.objects.filter(user=user).values(*COUNTERS).iterator()
    change = ("game", "place", "shown_before", "shown_after", "created_at")
    yield from RatingChange.objects.filter(user=user).order_by("id").values(*change).iterator()


handler_register(
    PersonalDataHandler(
        "games.ratings", export_files=lambda user: [("ratings", export_ratings(user))]
    )
)
