"""Ratings by OpenSkill (Plackett-Luce), for each ruleset. Places decide, not points.

``finalize`` writes them when a game is over, under the locks of ``records_lock``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from openskill.models import PlackettLuce

from games.models import Game, Rating, RatingChange, Seat
from games.ratings.records import records_lock

MODEL = PlackettLuce(limit_sigma=True)
"""Games never make a rating less certain, so a win never lowers the shown rating."""
SHOWN_AT_ZERO, SHOWN_PER_POINT = 1000, 25
"""A beginner has 1000, an average player with a certain skill about 1500."""
SETTLED_AFTER = 10
"""Rated games until which a rating is provisional and not on leaderboards."""


def shown_rating(mu: float, sigma: float) -> int:
    """Return the rating that people see: a skill that the player has almost certainly."""
    return round(SHOWN_AT_ZERO + SHOWN_PER_POINT * (mu - 3 * sigma))


def provisional(rating: Rating) -> bool:
    """True as long as few rated games count for the rating."""
    return rating.rated_games < SETTLED_AFTER


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
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    changes = [
        rating_change(game=game, rating=rating, place=place, mu=new.mu, sigma=new.sigma, now=now)
        for rating, place, (new,) in zip(before, places, after, strict=True)
    ]
    Rating.objects.bulk_update(before, ["mu", "sigma", "shown", "rated_games", "updated_at"])
    RatingChange.objects.bulk_create(changes)


def ratings_take_back(*, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Undo the effect of a game on ratings, if it was rated.

    A rating is an estimate of skill, to which each game adds evidence: the evidence of this one is
    subtracted, and what was learned before and since stays. A player without rated games since gets
    exactly the earlier rating. The rows with the effect of the game are kept.
    """
    changes = RatingChange.objects.filter(game=game)
    if not changes.exists():
        return
    records_lock(seats)  # their locks cover the ratings
    done = {change.user_id: change for change in changes}
    ratings = list(Rating.objects.filter(ruleset=game.ruleset, user__in=done))
    for rating in ratings:
        rating.mu, rating.sigma = rating_without(rating, done[rating.user_id])
        rating.shown = shown_rating(rating.mu, rating.sigma)
        rating.rated_games, rating.updated_at = max(0, rating.rated_games - 1), now
    Rating.objects.bulk_update(ratings, ["mu", "sigma", "shown", "rated_games", "updated_at"])


def rating_without(rating: Rating, change: RatingChange) -> tuple[float, float]:
    """Return mean and deviation of ``rating`` without the evidence of ``change``.

    Evidence adds up as precisions (1 / sigma squared), and as means weighted with them. The
    deviation never exceeds that of a beginner.
    """
    if (rating.mu, rating.sigma) == (change.mu_after, change.sigma_after):
        return change.mu_before, change.sigma_before
    before, after = change.sigma_before**-2, change.sigma_after**-2
    precision = rating.sigma**-2 - (after - before)
    weighed = rating.mu * rating.sigma**-2 - (change.mu_after * after - change.mu_before * before)
    least = MODEL.sigma**-2
    if precision <= least:
        return rating.mu - (change.mu_after - change.mu_before), MODEL.sigma
    return weighed / precision, precision**-0.5


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
    mu, sigma = MODEL.mu, MODEL.sigma
    return Rating(
        user_id=user_id,
        ruleset=ruleset,
        mu=mu,
        sigma=sigma,
        shown=shown_rating(mu, sigma),
        rated_games=0,
    )


def rating_change(
    *, game: Game, rating: Rating, place: int, mu: float, sigma: float, now: datetime
) -> RatingChange:
    """Change a rating in memory, and return the change."""
    change = RatingChange(
        game=game,
        user_id=rating.user_id,
        place=place,
        mu_before=rating.mu,
        sigma_before=rating.sigma,
        shown_before=rating.shown,
        mu_after=mu,
        sigma_after=sigma,
        shown_after=shown_rating(mu, sigma),
    )
    rating.mu, rating.sigma, rating.shown = mu, sigma, change.shown_after
    rating.rated_games += 1
    rating.updated_at = now
    return change
