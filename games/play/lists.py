"""Lists of games.

A list is read twice: first a light page, from which its version is computed, then, for clients that
do not have this version yet, its rows in full.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict, Unpack
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import User
from games.models import Game, Seat, Status
from games.models.game import NAMES_SHOWN
from games.play.documents import Document, game_summary, viewer_of
from games.play.queries import read_listed

SORTS = {
    "newest": ("-created_at", "-id"),
    "fullest": ("free_seats", "-created_at", "-id"),
    "soonest": ("starts_at", "-id"),
}


SEARCHED = 5_000
"""A list of all games searches this number of them, the newest ones, if a filter has no index."""
WITHOUT_INDEX = ("search", "free_seats", "fits_me", "pace")
WITHOUT_INDEX_OR_NONE = ("turn_min", "turn_max", "bots", "rated")
"""Filters of which 0 and false are values, too."""

WITH_BOT = Exists(Seat.objects.filter(game=OuterRef("id"), user=None).exclude(bot=""))
"""A filter: a bot of the service has a seat from the start, so the game is never rated."""


class Filters(TypedDict, total=False):
    """The filters of a list of games; empty values and None do not filter."""

    status: str
    ruleset: str
    search: str
    free_seats: int
    fits_me: bool
    pace: str
    turn_min: int | None
    turn_max: int | None
    bots: bool | None
    rated: bool | None
    created_by: str


def games_of(*, user: User, **filters: Unpack[Filters]) -> QuerySet[Game]:
    """Return the games in which the user has a seat or is the host, newest first."""
    seated = Seat.objects.filter(user=user).order_by().values("game")
    hosted = Game.objects.filter(created_by=user).order_by().values("id")
    # A union: with OR, the database would scan all games.
    games = games_filter(Game.objects.filter(id__in=seated.union(hosted)), filters)
    return games.order_by(*SORTS["newest"])


def games_limit(games: QuerySet[Game], filters: Filters) -> QuerySet[Game]:
    """Return the newest games among which the filters without an index search, or all if there is
    no such filter. The filters with an index apply before.
    """
    if not any(filters.get(name) for name in WITHOUT_INDEX) and all(
        filters.get(name) is None for name in WITHOUT_INDEX_OR_NONE
    ):
        return games
    indexed: Filters = {
        "status": filters.get("status") or (Status.LOBBY if filters.get("fits_me") else ""),
        "ruleset": filters.get("ruleset", ""),
        "created_by": filters.get("created_by", ""),
    }
    times = games_filter(games, indexed).order_by("-created_at").values_list("created_at")
    # Not a subquery: PostgreSQL would plan for a third of all games, and read them all.
    oldest = times[SEARCHED - 1 : SEARCHED].first()
    return games.filter(created_at__gte=oldest[0]) if oldest else games


def games_filter(games: QuerySet[Game], filters: Filters) -> QuerySet[Game]:
    """Return the games that pass all filters. A filter without a value is left out."""
    plain = {
        "status": filters.get("status") or None,
        "ruleset": filters.get("ruleset") or None,
        "free_seats__gte": filters.get("free_seats") or None,
        "pace__kind": filters.get("pace") or None,
        "rated": filters.get("rated"),
    }
    games = games.filter(**{name: value for name, value in plain.items() if value is not None})
    if text := filters.get("search"):
        by_host = NAMES_SHOWN & Q(created_by__username__icontains=text)
        games = games.filter(Q(title__icontains=text) | by_host)
    if name := filters.get("created_by"):
        hosts = User.objects.alias(name=Lower("username")).filter(name=name.lower())
        games = games.filter(NAMES_SHOWN, created_by__in=hosts)
    if (bots := filters.get("bots")) is not None:
        games = games.filter(WITH_BOT if bots else ~WITH_BOT)
    for bound, name in (("gte", "turn_min"), ("lte", "turn_max")):
        if (length := filters.get(name)) is not None:
            games = games.filter(turn_length(bound, length))
    return games


def turn_length(bound: str, length: object) -> Q:
    """Return a filter on the seconds that a pace gives for every turn; ``bound``: gte or lte."""
    per_turn = {"per_decision": "allowance", "reserve": "allowance", "fischer": "increment"}
    cases = [
        Q(**{"pace__kind": kind, f"pace__{member}__{bound}": length})
        for kind, member in per_turn.items()
    ]
    return cases[0] | cases[1] | cases[2]


def game_summaries(*, user: User | None, ids: Collection[UUID]) -> list[Document]:
    """Return games, in this order, as lists show them to ``user``."""
    games = read_listed(ids)
    return [
        game_summary(game=game, seats=seats, viewer=viewer_of(seats, user))
        for game, seats in (games[one] for one in ids if one in games)
    ]
