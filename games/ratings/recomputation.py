"""Recomputes all ratings from the stored results: what a new model of skill needs.

The changes of ratings are written again, game by game in the order in which the games were counted,
a chunk in each transaction, which also stores the position. A worker that dies loses one chunk: the
next one reads the skills from the changes before the position. The last transaction replaces the
ratings, so leaderboards change at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import groupby
from math import inf
from time import monotonic
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from core import database_clock
from core.leases import LeaseQueue
from games.models import Rating, RatingChange, RatingRecomputation
from games.ratings.model import skills_after
from games.ratings.notifications import recomputation_notify
from games.ratings.ratings import (
    COLUMNS,
    beginner_rating,
    changes_lock,
    rating_rest,
    rating_set,
    skill_of,
)

GAMES = 500
"""Games that are counted in one transaction."""
SLICE = 5.0
"""Seconds that a sweep works on it: the clocks wait."""
WRITTEN = ("mu_before", "sigma_before", "shown_before", "mu_after", "sigma_after", "shown_after")

Progress = Callable[[int], None]


def is_recomputing() -> bool:
    """True while ratings are recomputed, so that no other game may be counted."""
    return RatingRecomputation.objects.filter(finished_at=None).exists()


@transaction.atomic
def recomputation_request() -> RatingRecomputation:
    """Return the recomputation that has not finished, or a new one.

    The lock waits for games that are being counted or annulled. A later game is counted when the
    recomputation has finished; one that is annulled later makes it start again.
    """
    changes_lock("SHARE ROW EXCLUSIVE")
    now = database_clock.now()
    given = {"created_at": now, "due_at": now}
    return RatingRecomputation.objects.get_or_create(finished_at=None, defaults=given)[0]


def changes_counted() -> QuerySet[RatingChange]:
    """Return the changes by games that count, in their order."""
    return RatingChange.objects.filter(game__annulled_at=None).order_by("id")


class Skills:
    """The ratings after the games up to a position, in memory."""

    def __init__(self, position: int = 0) -> None:
        self.position = position
        self.ratings: dict[tuple[UUID, str], Rating] = {}
        if position:
            self.read()

    def read(self) -> None:
        """Read the ratings from the changes that were written up to the position."""
        begun = RatingChange.objects.filter(game=OuterRef("game"), id__lte=self.position)
        changes = changes_counted().filter(Exists(begun)).select_related("game")
        for change in changes.iterator():
            rating = self.rating_after(change)
            rating.mu, rating.sigma = change.mu_after, change.sigma_after
        for rating in self.ratings.values():
            rating_set(rating, skill_of(rating))

    def rating_after(self, change: RatingChange) -> Rating:
        """Return a user's rating, with one game more."""
        game = change.game
        key = change.user_id, game.ruleset
        rating = self.ratings.get(key)
        if rating is None:
            rating = self.ratings[key] = beginner_rating(*key)
        rating_rest(rating, game.finished_at or change.created_at)
        rating.rated_games += 1
        return rating

    def next_games(self) -> list[list[RatingChange]]:
        """Return the changes of the next games, which may be none."""
        earlier = RatingChange.objects.filter(game=OuterRef("game"), id__lt=OuterRef("id"))
        firsts = changes_counted().filter(~Exists(earlier), id__gt=self.position)
        order = {game: at for at, game in enumerate(firsts.values_list("game", flat=True)[:GAMES])}
        changes = list(changes_counted().filter(game__in=order).select_related("game"))
        changes.sort(key=lambda change: order[change.game_id])  # stable: by seats within a game
        return [list(of_game) for _, of_game in groupby(changes, lambda change: change.game_id)]

    def count(self, changes: Sequence[RatingChange]) -> None:
        """Count a game, and write its effect into its changes, in memory."""
        ratings = [self.rating_after(change) for change in changes]
        before = [skill_of(rating) for rating in ratings]
        places = [change.place for change in changes]
        # Fewer than two are left if the rows of a user were deleted.
        after = skills_after(before, places) if len(changes) > 1 else before
        for change, rating, old, new in zip(changes, ratings, before, after, strict=True):
            change.mu_before, change.sigma_before = old
            change.mu_after, change.sigma_after = new
            change.shown_before, change.shown_after = old.rating, new.rating
            rating_set(rating, new)
        self.position = changes[0].id

    def rows(self) -> tuple[list[Rating], list[Rating]]:
        """Return the stored ratings with what they are to be, and those that are not stored yet.

        A user whose games are all annulled is a beginner.
        """
        left, stored = dict(self.ratings), list(Rating.objects.order_by("id"))
        for row in stored:
            key = row.user_id, row.ruleset
            rating = left.pop(key, None) or beginner_rating(*key)
            for column in COLUMNS:
                setattr(row, column, getattr(rating, column))
        return stored, list(left.values())


class RecomputationQueue(LeaseQueue[RatingRecomputation]):
    """The recomputation that has not finished. A lease lasts as long as a chunk may."""

    lease = timedelta(seconds=settings.LEASE_SECONDS)
    longest_lease = lease
    max_attempts = None
    skills: Skills

    def __init__(self, seconds: float = SLICE, progress: Progress = lambda games: None) -> None:
        self.budget, self.progress = seconds, progress
        self.end = monotonic() + seconds

    def rows(self) -> QuerySet[RatingRecomputation]:
        return RatingRecomputation.objects.filter(finished_at=None)

    def process(self, recomputation: RatingRecomputation) -> int | None:
        self.skills, games = Skills(recomputation.position), 0
        while (count := self.step(recomputation)) is not None:
            games += count
            self.progress(games)
            if count == 0:
                return games
            if monotonic() > self.end:
                self.leased_row(recomputation).update(due_at=database_clock.now())
                return games
        return None

    @transaction.atomic
    def step(self, recomputation: RatingRecomputation) -> int | None:
        """Count a chunk, or finish. Returns how many games; None if another worker has taken over.

        A game that was annulled meanwhile sends the position back to 0.
        """
        row = self.leased_row(recomputation).select_for_update().first()
        if row is None:
            return None
        if row.position != self.skills.position:
            self.skills = Skills(row.position)
        skills = self.skills
        games = skills.next_games()
        for changes in games:
            skills.count(changes)
        # As an upsert: bulk_update() writes a condition for each row and column, and all takes
        # four times as long.
        RatingChange.objects.bulk_create(
            [one for game in games for one in game],
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=WRITTEN,
        )
        now = database_clock.now()
        row.position, row.attempts, row.due_at = skills.position, 0, now + self.lease
        if not games:
            row.finished_at = now
            ratings_replace(skills, recomputation=row)
        row.save()
        recomputation.due_at = row.due_at
        return len(games)


def ratings_replace(skills: Skills, *, recomputation: RatingRecomputation) -> None:
    """Store the ratings, and notify all users who have one."""
    stored, new = skills.rows()
    for rating in (*stored, *new):
        rating.updated_at = database_clock.now()
    Rating.objects.bulk_update(stored, COLUMNS, batch_size=GAMES)
    Rating.objects.bulk_create(new)
    users = sorted({user for user, _ in skills.ratings})
    for start in range(0, len(users), GAMES):
        recomputation_notify(users=users[start : start + GAMES], recomputation=recomputation)


def recomputation_sweep() -> int:
    """Go on with a recomputation that no other process works on."""
    return RecomputationQueue().work()


def recomputation_run(progress: Progress) -> None:
    """Work on the recomputation until nothing is left, or another process has it."""
    RecomputationQueue(inf, progress).work()


def recomputation_differences(progress: Progress) -> int:
    """Return how many stored values differ from recomputed ones, without writing any."""
    skills, different, count = Skills(), 0, 0
    while games := skills.next_games():
        for changes in games:
            before = [[getattr(one, name) for name in WRITTEN] for one in changes]
            skills.count(changes)
            after = [[getattr(one, name) for name in WRITTEN] for one in changes]
            different += sum(old != new for old, new in zip(before, after, strict=True))
        count += len(games)
        progress(count)
    stored = {row.pk: skill_of(row) for row in Rating.objects.all()}
    rows, new = skills.rows()
    return different + len(new) + sum(stored.get(row.pk) != skill_of(row) for row in rows)
