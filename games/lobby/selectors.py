"""Lists of games and of invitations.

Each list is read twice: first a light page, from which its version is computed, then, for clients
that do not have this version yet, its rows in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Unpack
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts.blocks import blocked_by
from accounts.models import User
from games.models import Exclusion, Game, Invitation, Seat, Status, Visibility
from games.models.game import NAMES_SHOWN
from games.play.documents import Document, user_document
from games.play.errors import NotSeated
from games.play.lists import SORTS, WITH_BOT, Filters, game_summaries, games_filter, games_limit
from games.play.selectors import game_header_for, invitations_open, visible_to
from games.ratings.selectors import ratings_settled, reliability

# --- games -----------------------------------------------------------------------------------


def games_search(
    *,
    user: User | None,
    sort: str = "newest",
    ids: Sequence[UUID] = (),
    **filters: Unpack[Filters],
) -> QuerySet[Game]:
    """Return the public games that match the filters. With ``ids``, return those of these games
    that the user may see instead.

    Filters without an index search among the newest ``SEARCHED`` games. ``turn_min`` and
    ``turn_max`` are in seconds. Sorted by ``soonest``, only games with a set start are listed.
    """
    if ids:
        games = Game.objects.filter(visible_to(user), id__in=ids)
    else:
        games = games_limit(Game.objects.filter(visibility=Visibility.PUBLIC), filters)
    games = games_filter(games, filters)
    if sort == "soonest":
        games = games.filter(starts_at__isnull=False)
    if filters.get("fits_me"):
        assert user is not None  # nothing fits a reader without an account
        games = games_for_user(games, user)
    return games.order_by(*SORTS[sort])


def games_for_user(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    """Return the lobbies that the user may join by their filters, unless the host removed them or
    they block the host or a player, which counts only where names are shown.

    Those whose host or players block the user are among them, as those whose seats are reserved, so
    that the list tells nothing.
    """
    ratings = ratings_settled().filter(user=user, ruleset=OuterRef("ruleset"))
    blocked = blocked_by(user=user)
    games = games.filter(
        ~Exists(Exclusion.objects.filter(game=OuterRef("id"), user=user)),
        ~Exists(Seat.objects.filter(game=OuterRef("id"), user__in=blocked)) | ~NAMES_SHOWN,
        ~Q(created_by__in=blocked) | ~NAMES_SHOWN,
        status=Status.LOBBY,
    ).alias(mine=Subquery(ratings.values("shown")[:1]))
    if user.is_bot:
        games = games.filter(Q(rated=False) | Q(bot_accounts=True) | WITH_BOT)
    low = Q(min_rating=None) | Q(mine__isnull=False, mine__gte=F("min_rating"))
    high = Q(max_rating=None) | Q(mine=None) | Q(mine__lte=F("max_rating"))
    games = games.filter(low, high)
    if (percent := reliability(user)) is not None:
        games = games.filter(Q(min_reliability=None) | Q(min_reliability__lte=percent))
    return games


# --- invitations -------------------------------------------------------------------------------


def invitations_to(*, user: User) -> QuerySet[Invitation]:
    """Return the user's open invitations, newest first."""
    return invitations_defer(invitations_open(user=user))


def invitations_for(*, user: User, game_id: UUID) -> QuerySet[Invitation]:
    """Return the invitations to a game, for its host and players.

    Raises GameNotFound, NotSeated.
    """
    header = game_header_for(user=user, game_id=game_id)
    if header.viewer.seat is None and header.game.created_by_id != user.id:
        raise NotSeated
    return invitations_defer(Invitation.objects.filter(game=game_id))


def invitations_defer(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Return invitations, newest first, with only the columns that lists need."""
    columns = ("id", "created_at", "answer", "game__version")
    return invitations.select_related("game").order_by("-created_at", "-id").only(*columns)


def invitation_documents(page: Iterable[Invitation]) -> list[Document]:
    """Return the invitations of a light page, in its order."""
    ids = [invitation.id for invitation in page]
    invitations = Invitation.objects.select_related("user", "by").in_bulk(ids)
    return [invitation_document(invitations[one]) for one in ids if one in invitations]


def invitation_document(invitation: Invitation) -> Document:
    """Return an invitation for the API."""
    return {
        "id": invitation.id,
        "game": invitation.game_id,
        "user": user_document(invitation.user),
        "by": user_document(invitation.by),
        "created_at": invitation.created_at,
        "answer": invitation.answer or None,
        "answered_at": invitation.answered_at,
    }


def invitations_with_games(*, user: User, page: Sequence[Invitation]) -> list[Document]:
    """Return the invitations of a light page, each with its game as lists show it."""
    summaries = game_summaries(user=user, ids={one.game_id for one in page})
    games = {summary["id"]: summary for summary in summaries}
    return [
        {**document, "summary": games[document["game"]]}
        for document in invitation_documents(page)
        if document["game"] in games
    ]


def invitation_version(invitation: Invitation) -> str:
    """Return a string that changes with everything a list shows of an invitation."""
    at = invitation.created_at.isoformat()
    return f"{invitation.id}:{invitation.answer}:{at}:{invitation.game.version}"
