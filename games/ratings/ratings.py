"""Ratings, for each ruleset. Places decide, not points.

``finalize`` writes them when a game is over, under the locks of ``records_lock``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection

from games.models import Game, Rating, RatingChange, RatingRecomputation, Seat
from games.ratings.model import (
    BEGINNER,
    Skill,
    rested,
    settled_until,
    skill_without,
    skills_after,
)
from games.ratings.records import records_lock

SEASON = timedelta(days=90)
"""Leaderboards leave out users without a rated game for this long."""
COLUMNS = ("mu", "sigma", "shown", "rated_games", "played_at", "settled_until", "updated_at")
"""What games change of a rating."""


def changes_lock(mode: str = "ROW EXCLUSIVE") -> None:
    """Lock the table of changes until the transaction ends.

    The default mode lets others write, but no recomputation can begin. Call it before you read
    ratings, and in this order: the game, this lock, ``records_lock``.
    """
    if connection.vendor == "postgresql":  # SQLite has one writer
        with connection.cursor() as cursor:
            table = connection.ops.quote_name(RatingChange._meta.db_table)
            cursor.execute(f"LOCK TABLE {table} IN {mode} MODE")


def provisional(rating: Rating, now: datetime) -> bool:
    """True if the rating is too uncertain to be compared: after few games, or a long absence."""
    return rating.settled_until is None or rating.settled_until <= now


def rates(*, game: Game, seats: Sequence[Seat]) -> bool:
    """True if a finished game changes ratings: at least two people, and no bot from the start."""
    return game.rated and len(seats) > 1 and all(seat.user_id is not None for seat in seats)


def ratings_add(*, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Change the ratings of all players of a finished game by their places.

    Lost seats are placed last. The caller holds the statistics of the players, whose locks cover
    the ratings. A constraint prevents a second run.
    """
    if not rates(game=game, seats=seats):
        return
    assert game.result is not None  # the game has ended
    places: list[int] = game.result["placements"]
    before = ratings_of(game=game, seats=seats)
    for rating in before:
        rating_rest(rating, game.finished_at or now)
    after = skills_after([skill_of(rating) for rating in before], places)
    changes = [
        rating_change(game=game, rating=rating, place=place, skill=skill, now=now)
        for rating, place, skill in zip(before, places, after, strict=True)
    ]
    Rating.objects.bulk_update(before, COLUMNS)
    RatingChange.objects.bulk_create(changes)


def ratings_take_back(*, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Undo the effect of a game on ratings, if it was rated.

    A rating is an estimate of skill, to which each game adds evidence: the evidence of this one is
    subtracted, and what was learned before and since stays. A player without rated games since gets
    exactly the earlier rating. The rows with the effect of the game are kept. The caller holds
    ``changes_lock``.
    """
    changes = RatingChange.objects.filter(game=game)
    if not changes.exists():
        return
    records_lock(seats)  # their locks cover the ratings
    # A recomputation that is under way begins again, without this game.
    RatingRecomputation.objects.filter(finished_at=None).update(position=0)
    done = {change.user_id: change for change in changes}
    ratings = list(Rating.objects.filter(ruleset=game.ruleset, user__in=done))
    for rating in ratings:
        rating_set(rating, rating_without(rating, done[rating.user_id]))
        rating.rated_games, rating.updated_at = max(0, rating.rated_games - 1), now
    Rating.objects.bulk_update(ratings, COLUMNS)


def rating_without(rating: Rating, change: RatingChange) -> Skill:
    """Return the skill of ``rating`` without the evidence of ``change``."""
    before = Skill(change.mu_before, change.sigma_before)
    return skill_without(skill_of(rating), before, Skill(change.mu_after, change.sigma_after))


def skill_of(rating: Rating) -> Skill:
    return Skill(rating.mu, rating.sigma)


def rating_rest(rating: Rating, until: datetime) -> None:
    """Make a rating as uncertain, in memory, as it became since the user's last rated game."""
    since = rating.played_at or until
    rating.played_at = max(since, until)
    rating_set(rating, rested(skill_of(rating), until - since))


def rating_set(rating: Rating, skill: Skill) -> None:
    """Give a rating the skill that it has after the last rated game, in memory."""
    rating.mu, rating.sigma = skill
    rating.shown = skill.rating
    rating.settled_until = settled_until(skill, rating.played_at) if rating.played_at else None


def ratings_of(*, game: Game, seats: Sequence[Seat]) -> list[Rating]:
    """Return the ratings of the players, seat by seat. Players without one get a beginner's."""
    users = [seat.user_id for seat in seats if seat.user_id is not None]
    ratings = Rating.objects.filter(ruleset=game.ruleset, user__in=users)
    known = {rating.user_id: rating for rating in ratings}
    new = [beginner_rating(user, game.ruleset) for user in users if user not in known]
    known.update((rating.user_id, rating) for rating in Rating.objects.bulk_create(new))
    return [known[user] for user in users]


def beginner_rating(user_id: UUID, ruleset: str) -> Rating:
    """Return an unsaved first rating."""
    return Rating(
        user_id=user_id,
        ruleset=ruleset,
        mu=BEGINNER.mu,
        sigma=BEGINNER.sigma,
        shown=BEGINNER.rating,
        rated_games=0,
    )


def rating_change(
    *, game: Game, rating: Rating, place: int, skill: Skill, now: datetime
) -> RatingChange:
    """Change a rating in memory, and return the change."""
    change = RatingChange(
        game=game,
        user_id=rating.user_id,
        place=place,
        mu_before=rating.mu,
        sigma_before=rating.sigma,
        shown_before=rating.shown,
        mu_after=skill.mu,
        sigma_after=skill.sigma,
        shown_after=skill.rating,
    )
    rating_set(rating, skill)
    rating.rated_games += 1
    rating.updated_at = now
    return change
