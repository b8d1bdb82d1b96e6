"""Public profiles: ratings, statistics, and public games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.errors import UserNotFound
from accounts.models import USERNAME_PATTERN, User
from games.models import PlayerStatistics, Rating, Seat, Visibility
from games.models.game import NAMES_SHOWN, Game
from games.play.documents import Document, user_document
from games.play.lists import SORTS, game_summaries, games_filter
from games.ratings.ratings import SEASON, provisional
from games.ratings.records import median_response, reliability_of

RECENT_GAMES = 10


def user_find(username: str) -> User:
    """Return the user with this name, in any case. Raises UserNotFound."""
    if re.match(USERNAME_PATTERN, username):  # validate before the query
        users = User.objects.alias(name=Lower("username")).filter(is_active=True)
        user = users.filter(name=username.lower()).first()
        if user is not None:
            return user
    raise UserNotFound


def users_search(search: str) -> QuerySet[User]:
    """Return the users whose names begin with a text, by name, without guests. An empty text
    returns all.
    """
    users = User.objects.alias(name=Lower("username")).filter(is_active=True, is_guest=False)
    return users.filter(name__startswith=search.lower()) if search else users


def ratings_settled() -> QuerySet[Rating]:
    """Return the ratings that are not provisional."""
    return Rating.objects.filter(settled_until__gt=timezone.now())


def settled_rating(user: User, ruleset: str) -> int | None:
    """Return the rating of a user that others see, or None while it is provisional."""
    ratings = ratings_settled().filter(user=user, ruleset=ruleset)
    return ratings.values_list("shown", flat=True).first()


def reliability(user: User) -> int | None:
    """Return a user's reliability in percent, or None while they played too few games."""
    record = PlayerStatistics.objects.filter(user=user).first()
    return None if record is None else reliability_of(record)


@dataclass(frozen=True, slots=True)
class Profile:
    """The public data of a user, and those of their newest games that ``viewer`` may see."""

    viewer: User
    user: User
    ratings: list[Rating]
    record: PlayerStatistics
    newest: list[tuple[UUID, int]]
    """The id and the version of each game."""

    @property
    def version(self) -> tuple[object, ...]:
        """Changes with anything that the document shows."""
        record = record_document(self.record)
        return (self.viewer.id, user_document(self.user), self.ratings_shown, record, self.newest)

    @property
    def ratings_shown(self) -> list[Document]:
        return [rating_document(rating) for rating in self.ratings]

    def document(self) -> Document:
        return {
            **user_document(self.user),
            "since": self.user.date_joined.date(),
            "ratings": self.ratings_shown,
            "record": record_document(self.record),
            "recent_games": game_summaries(user=self.viewer, ids=[game for game, _ in self.newest]),
        }


def profile_for(*, viewer: User, username: str) -> Profile:
    """Return a profile. Raises UserNotFound."""
    user = user_find(username)
    return Profile(
        viewer=viewer,
        user=user,
        ratings=list(Rating.objects.filter(user=user).order_by("-rated_games", "ruleset")),
        # A user who has never played has no statistics.
        record=PlayerStatistics.objects.filter(user=user).first() or PlayerStatistics(),
        newest=list(
            games_visible(viewer=viewer, user=user).values_list("id", "version")[:RECENT_GAMES]
        ),
    )


def rating_document(rating: Rating) -> Document:
    """Return a rating for the API."""
    return {
        "ruleset": rating.ruleset,
        "rating": rating.shown,
        "provisional": provisional(rating, timezone.now()),
        "rated_games": rating.rated_games,
    }


def record_document(record: PlayerStatistics) -> Document:
    """Return the statistics of a user."""
    return {
        "finished": record.finished,
        "resigned": record.resigned,
        "timed_out": record.timed_out,
        "absent": record.absent,
        "turns": record.turns,
        "reliability": reliability_of(record),
        "median_response": median_response(record),
    }


def games_visible(
    *, viewer: User, user: User, status: str = "", ruleset: str = ""
) -> QuerySet[Game]:
    """Return the user's games that are public, or that ``viewer`` plays in too, newest first.

    Only the user themselves see those that hide their players.
    """
    seated = Seat.objects.filter(user=user).values("game")
    games = games_filter(Game.objects.filter(id__in=seated), {"status": status, "ruleset": ruleset})
    games = games.filter(seen_by(viewer))
    if viewer.id != user.id:
        games = games.filter(NAMES_SHOWN)
    return games.order_by(*SORTS["newest"])


def seen_by(viewer: User) -> Q:
    """Return a filter: games that are public, or in which ``viewer`` plays."""
    # With IN, the database would read all public games.
    seated = Exists(Seat.objects.filter(game=OuterRef("id"), user=viewer))
    return Q(visibility=Visibility.PUBLIC) | Q(seated)


# --- leaderboards ------------------------------------------------------------------------------


def leaders(ruleset: str) -> QuerySet[Rating]:
    """Return the ratings of a ruleset that are not provisional, of active users who have played
    within a season.
    """
    ratings = ratings_settled().filter(ruleset=ruleset, played_at__gt=timezone.now() - SEASON)
    return ratings.filter(user__is_active=True).select_related("user")


def leaders_ranked(*, ruleset: str, page: list[Rating]) -> list[dict[str, Any]]:
    """Return a page of a leaderboard with ranks. Equal ratings share a rank."""
    if not page:
        return []
    better = leaders(ruleset).filter(shown__gt=page[0].shown).count()
    equal = leaders(ruleset).filter(shown=page[0].shown, id__lt=page[0].id).count()
    documents: list[dict[str, Any]] = []
    rank = better + 1
    for place, rating in enumerate(page, start=better + equal + 1):
        if documents and documents[-1]["rating"] != rating.shown:
            rank = place
        documents.append(
            {
                "rank": rank,
                "user": user_document(rating.user),
                "rating": rating.shown,
                "rated_games": rating.rated_games,
            }
        )
    return documents
