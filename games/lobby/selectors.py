"""Lists of matches and of invitations.

Each is read twice: a light page, which its version is made of, and its rows in full for whoever
does not have them yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict, Unpack
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower

from accounts.blocks import blocked_by
from accounts.models import User
from games.lobby.eligibility import reliability
from games.models import Exclusion, Game, Invitation, Rating, Seat, Status, Visibility
from games.play.documents import Document, user_document
from games.play.errors import NotSeated
from games.play.selectors import game_glance, game_summary_for, listed
from games.ratings.ratings import SETTLED_AFTER

SORTS = {
    "newest": ("-created_at", "-id"),
    "fullest": ("free_seats", "-created_at", "-id"),
    "soonest": ("starts_at", "-id"),
}
LIGHT = ("id", "version", "created_at", "free_seats", "starts_at")


class Filters(TypedDict, total=False):
    """What a list of matches may ask for; what is empty or None is not asked for."""

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


# --- matches -----------------------------------------------------------------------------------


def games_found(*, user: User, sort: str = "newest", **filters: Unpack[Filters]) -> QuerySet[Game]:
    """The public matches that ``user`` asks for. ``soonest``: those that have an hour to start at.

    ``turn_min`` and ``turn_max`` are seconds.
    """
    games = games_filtered(Game.objects.filter(visibility=Visibility.PUBLIC), filters)
    if sort == "soonest":
        games = games.filter(starts_at__isnull=False)
    if filters.get("fits_me"):
        games = games_fitting(games, user)
    return games.order_by(*SORTS[sort]).only(*LIGHT)


def games_of(*, user: User, **filters: Unpack[Filters]) -> QuerySet[Game]:
    """The matches that ``user`` has a seat in, or is the host of, newest first."""
    seated = Seat.objects.filter(user=user).order_by().values("game")
    hosted = Game.objects.filter(created_by=user).order_by().values("id")
    # A union: with "or" between the two, all matches would be gone through.
    games = games_filtered(Game.objects.filter(id__in=seated.union(hosted)), filters)
    return games.order_by(*SORTS["newest"]).only(*LIGHT)


def games_filtered(games: QuerySet[Game], filters: Filters) -> QuerySet[Game]:
    plain = {
        "status": filters.get("status") or None,
        "ruleset": filters.get("ruleset") or None,
        "free_seats__gte": filters.get("free_seats") or None,
        "pace__kind": filters.get("pace") or None,
        "rated": filters.get("rated"),
    }
    games = games.filter(**{name: value for name, value in plain.items() if value is not None})
    if text := filters.get("search"):
        games = games.filter(Q(title__icontains=text) | Q(created_by__username__icontains=text))
    if name := filters.get("created_by"):
        hosts = User.objects.alias(name=Lower("username")).filter(name=name.lower())
        games = games.filter(created_by__in=hosts)
    if (bots := filters.get("bots")) is not None:
        seats = Seat.objects.filter(game=OuterRef("id"), user=None).exclude(bot="")
        games = games.filter(Exists(seats) if bots else ~Exists(seats))
    for bound, name in (("gte", "turn_min"), ("lte", "turn_max")):
        if (length := filters.get(name)) is not None:
            games = games.filter(turn_length(bound, length))
    return games


def turn_length(bound: str, length: object) -> Q:
    """The time that a pace gives for a turn, again and again, is within a bound, in seconds."""
    per_turn = {"per_decision": "allowance", "reserve": "allowance", "fischer": "increment"}
    cases = [
        Q(**{"pace__kind": kind, f"pace__{member}__{bound}": length})
        for kind, member in per_turn.items()
    ]
    return cases[0] | cases[1] | cases[2]


def games_fitting(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    """The lobbies whose filters let ``user`` in, and whose host has not removed him."""
    ratings = Rating.objects.filter(
        user=user, ruleset=OuterRef("ruleset"), matches__gte=SETTLED_AFTER
    )
    games = games.filter(
        ~Exists(Exclusion.objects.filter(game=OuterRef("id"), user=user)), status=Status.LOBBY
    ).alias(mine=Subquery(ratings.values("shown")[:1]))
    low = Q(min_rating=None) | Q(mine__isnull=False, mine__gte=F("min_rating"))
    high = Q(max_rating=None) | Q(mine=None) | Q(mine__lte=F("max_rating"))
    games = games.filter(low, high)
    if (percent := reliability(user)) is not None:
        games = games.filter(Q(min_reliability=None) | Q(min_reliability__lte=percent))
    return games


def game_summaries(*, user: User, page: Iterable[Game]) -> list[Document]:
    """The matches of a light page, in its order, as lists show them to ``user``."""
    ids = [game.id for game in page]
    games: dict[UUID, Game] = {game.id: game for game in listed().filter(id__in=ids)}
    return [game_summary_for(user=user, game=games[one]) for one in ids if one in games]


# --- invitations -------------------------------------------------------------------------------


def invitations_to(*, user: User) -> QuerySet[Invitation]:
    """The invitations that wait for an answer of ``user``, newest first; not those by users he
    blocks.
    """
    waiting = Invitation.objects.filter(user=user, answer="", game__status=Status.LOBBY)
    return invitations_light(waiting.exclude(by__in=blocked_by(user=user)))


def invitations_for(*, user: User, game_id: UUID) -> QuerySet[Invitation]:
    """Who was asked to join a match, for those at its table. Raises GameNotFound, NotSeated."""
    glance = game_glance(user=user, game_id=game_id)
    if glance.viewer.seat is None and glance.game.created_by_id != user.id:
        raise NotSeated
    return invitations_light(Invitation.objects.filter(game=game_id))


def invitations_light(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    columns = ("id", "created_at", "answer", "game__version")
    return invitations.select_related("game").order_by("-created_at", "-id").only(*columns)


def invitation_documents(page: Iterable[Invitation]) -> list[Document]:
    """The invitations of a light page, in its order."""
    ids = [invitation.id for invitation in page]
    found = Invitation.objects.select_related("user", "by").in_bulk(ids)
    return [invitation_document(found[one]) for one in ids if one in found]


def invitation_document(invitation: Invitation) -> Document:
    return {
        "id": invitation.id,
        "game": invitation.game_id,
        "user": user_document(invitation.user),
        "by": user_document(invitation.by),
        "created_at": invitation.created_at,
        "answer": invitation.answer or None,
        "answered_at": invitation.answered_at,
    }


def invitations_with_matches(*, user: User, page: Sequence[Invitation]) -> list[Document]:
    """The same, each with the match as lists show it."""
    matches = {game.id: game for game in listed().filter(id__in={one.game_id for one in page})}
    return [
        {**document, "match": game_summary_for(user=user, game=matches[document["game"]])}
        for document in invitation_documents(page)
        if document["game"] in matches
    ]


def invitation_mark(invitation: Invitation) -> str:
    """What changes with what a list shows of an invitation and its match."""
    at = invitation.created_at.isoformat()
    return f"{invitation.id}:{invitation.answer}:{at}:{invitation.game.version}"
