"""Annulling of the rated games of a user who cheated: opponents get their rating points back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, Rating, RatingChange, Seat
from games.ratings.ratings import changes_lock, rating_set, rating_without
from games.ratings.records import records_lock
from games.staff.ending import game_annul


@dataclass(slots=True)
class RatingCorrection:
    """How the rating of a player in one ruleset changes."""

    user: User
    ruleset: str
    before: int
    after: int
    games: int = 0

    @property
    def points(self) -> int:
        return self.after - self.before


def rated_games_of(user: User, *, since: datetime) -> QuerySet[Game]:
    """Return the games that changed the user's rating and still count, newest first."""
    games = Game.objects.filter(rating_changes__user=user, annulled_at=None)
    return games.filter(finished_at__gte=since).order_by("-finished_at", "-id")


def rating_corrections(*, games: Sequence[Game], without: User) -> list[RatingCorrection]:
    """Return how ratings change if the games are annulled in this order, without those of a user.

    The largest gain comes first.
    """
    changes: dict[UUID, list[RatingChange]] = defaultdict(list)
    for change in RatingChange.objects.filter(game__in=games).exclude(user=without):
        changes[change.game_id].append(change)
    players = {change.user_id for of_a_game in changes.values() for change in of_a_game}
    ratings = Rating.objects.filter(user__in=players).select_related("user")
    known = {(rating.user_id, rating.ruleset): rating for rating in ratings}
    corrections: dict[int, RatingCorrection] = {}
    for game in games:
        for change in changes[game.id]:
            rating = known[change.user_id, game.ruleset]
            correction = corrections.setdefault(
                rating.pk,
                RatingCorrection(rating.user, rating.ruleset, rating.shown, rating.shown),
            )
            rating_set(rating, rating_without(rating, change))
            correction.after = rating.shown
            correction.games += 1
    return sorted(corrections.values(), key=lambda one: (-one.points, one.user.username))


@transaction.atomic
def games_annul(*, game_ids: Sequence[UUID]) -> None:
    """Annul games in this order, all or none, without a notification for each.

    All locks are taken first, those of rows in the order of ids, so that sweeps and other runs wait
    instead of deadlocking. Raises NothingToDo if one of them is annulled already.
    """
    list(Game.objects.select_for_update(of=("self",)).filter(id__in=game_ids).order_by("id"))
    changes_lock()
    records_lock(Seat.objects.filter(game__in=game_ids))
    for game_id in game_ids:
        game_annul(game_id=game_id, notifies=False)
