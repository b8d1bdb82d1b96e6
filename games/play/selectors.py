"""Reads of games. Only views and the work on due games load the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.blocks import blocked_by, blockers_of
from accounts.models import User
from games.models import (
    Game,
    Invitation,
    Move,
    PlatformEvent,
    Seat,
    SeatAssignment,
    SeatOffer,
    Status,
    Vacation,
    Visibility,
)
from games.play import queries
from games.play.documents import (
    Viewer,
    event_documents,
    game_document,
    is_started,
    platform_event_document,
    seconds,
    text_context_for,
    turn_document,
    viewer_of,
)
from games.play.errors import GameNotFound
from games.play.queries import WholeGame
from games.play.visibility import with_past_spans
from games.rules.live_game import LiveGame
from games.rules.rulesets import ruleset_of

LAST = 2**31 - 1
"""Greater than the number of any event."""


# --- the inbox ---------------------------------------------------------------------------------


def turns_of(*, user: User) -> list[dict[str, Any]]:
    """Return the user's open decisions, most urgent first: by deadline, then by waiting time."""
    return [turn_document(turn) for turn in queries.read_turns(user.id)]


def vacation_document(*, user: User, left: timedelta) -> dict[str, Any]:
    """Return the user's vacation, if they are on one, and what is ``left`` of their allowance."""
    vacation = Vacation.objects.filter(user=user, ended_at=None).first()
    return {
        "on_vacation": vacation is not None,
        "started_at": vacation and vacation.started_at,
        "ends_at": vacation and vacation.ends_at,
        "left": seconds(left),
    }


# --- one game ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameHeader:
    """A game, without seats and state, and its viewer."""

    game: Game
    viewer: Viewer

    @property
    def version(self) -> str:
        """A string that changes exactly when something this viewer can see changes."""
        place = "s" if self.viewer.seat is None else self.viewer.seat
        return f"{self.game.version}.{place}.{self.viewer.language}"


def game_header_for(*, user: User | None, game_id: UUID, language: str = "en") -> GameHeader:
    """Return a game and the user as its viewer, without loading its state. Raises GameNotFound."""
    row = queries.read_header(game_id, None if user is None else user.id)
    if row is None:
        raise GameNotFound
    game, seat = row
    own = () if seat is None else (seat,)
    return GameHeader(game, check_visible(game, viewer_of(own, user, language), user))


def game_header_read(game_id: UUID) -> Game:
    """Return a game with the columns ``HEADER``. Raises GameNotFound."""
    game = Game.objects.only(*queries.HEADER).filter(id=game_id).first()
    if game is None:
        raise GameNotFound
    return game


def game_view_for(
    *, user: User | None, game_id: UUID, language: str = "en"
) -> tuple[GameHeader, dict[str, Any]]:
    """Return a game as ``user`` may see it; None is an anonymous reader.

    Raises GameNotFound, RulesUnavailable.
    """
    whole, viewer = whole_for(user=user, game_id=game_id, language=language)
    return GameHeader(whole.game, viewer), view_of(whole, viewer, user)


def view_of(whole: WholeGame, viewer: Viewer, user: User | None) -> dict[str, Any]:
    """Return a game that was read as ``viewer``, who is ``user``, sees it.

    Raises RulesUnavailable.
    """
    game, seats = whole.game, whole.seats
    live_game = live_game_for(game=game, seats=seats, viewer=viewer) if is_started(game) else None
    return game_document(
        game=game,
        seats=seats,
        viewer=viewer,
        live_game=live_game,
        tried_from=tried_from_document(game, user),
    )


def table_rules_for(*, user: User | None, game_id: UUID, language: str) -> list[dict[str, Any]]:
    """Return the rules of a game as sections, the same for everybody who may see it.

    Raises GameNotFound, RulesUnavailable.
    """
    whole, viewer = whole_for(user=user, game_id=game_id, language=language)
    game, seats = whole.game, whole.seats
    public = None
    if is_started(game):
        public = live_game_for(game=game, seats=seats, viewer=viewer).view(None)
    presentation = ruleset_of(game).presentation
    return presentation.table_rules(game.options, len(seats), public, language)


def tried_from_document(game: Game, user: User | None) -> dict[str, Any] | None:
    """Return the game and the move after which ``game`` began, or None if it began at the beginning
    or ``user`` may not see the other game.
    """
    if game.tried_from_id is None:
        return None
    if not Game.objects.filter(visible_to(user), id=game.tried_from_id).exists():
        return None
    return {"game": game.tried_from_id, "move": game.tried_from_move}


def whole_for(
    *,
    user: User | None,
    game_id: UUID,
    language: str,
    read: Callable[[UUID], WholeGame | None] = queries.read_whole,
) -> tuple[WholeGame, Viewer]:
    """Return a game with its state, its seats, and the user as viewer, read at one time.

    Raises GameNotFound.
    """
    whole = read(game_id)
    if whole is None:
        raise GameNotFound
    viewer = check_visible(whole.game, viewer_of(whole.seats, user, language), user)
    return whole, viewer


def live_game_for(*, game: Game, seats: Sequence[Seat], viewer: Viewer) -> LiveGame:
    """Load the state of a started game for a viewer. Raises RulesUnavailable."""
    return LiveGame.load(ruleset_of(game), game.state.state, text_context_for(viewer, seats))


def check_visible(game: Game, viewer: Viewer, user: User | None) -> Viewer:
    """Return ``viewer`` if the user may see the game. Raises GameNotFound.

    A private game is visible to its host, to players who have or had a seat in it, and to users
    who are invited or offered a seat; all other games are visible to everybody, also to anonymous
    readers (None).
    """
    if is_hidden_from(game, viewer, user) and (user is None or not may_know(game=game, user=user)):
        raise GameNotFound
    return viewer


def is_hidden_from(game: Game, viewer: Viewer, user: User | None) -> bool:
    """True if the game is private and ``user`` is neither its host nor on a seat."""
    stranger = viewer.seat is None and (user is None or game.created_by_id != user.id)
    return game.visibility == Visibility.PRIVATE and stranger


def may_know(*, game: Game, user: User) -> bool:
    """True if a user without a seat may know of a private game.

    They may if they had a seat in it, or are invited or offered one.
    """
    if game.status == Status.LOBBY:
        return invitations_open(user=user).filter(game=game).exists()
    sat_there = SeatAssignment.objects.filter(game=game.id, user=user)
    offered = offers_open(user=user).filter(game=game.id)
    return Game.objects.filter(Exists(sat_there) | Exists(offered), id=game.id).exists()


def visible_to(user: User | None) -> Q:
    """Return a filter for the games that ``user`` may see: ``check_visible`` for many games."""
    not_private = ~Q(visibility=Visibility.PRIVATE)
    if user is None:
        return not_private
    invited = invitations_open(user=user).order_by().values("game")
    sat_there = SeatAssignment.objects.filter(user=user).order_by().values("game")
    offered = offers_open(user=user).order_by().values("game")
    return (
        not_private
        | Q(created_by=user)
        | Q(id__in=Seat.objects.filter(user=user).order_by().values("game"))
        | Q(id__in=invited)
        | (~Q(status=Status.LOBBY) & (Q(id__in=sat_there) | Q(id__in=offered)))
    )


def events_for(
    *,
    user: User | None,
    game_id: UUID,
    after: int = 0,
    before: int | None = None,
    kinds: Sequence[str] = (),
    limit: int,
    language: str,
) -> list[dict[str, Any]]:
    """Return the first ``limit`` events after ``after``, or the last ones before ``before``.

    They are as ``user`` may see them; ``kinds`` leaves out all others. Raises GameNotFound.

    No event after the count read first is returned: seats are read later, so a player who has just
    left a seat cannot see newer private events.
    """
    game = game_header_read(game_id)
    seats = list(game.seats.select_related("user"))
    viewer = check_visible(game, viewer_of(seats, user, language), user)
    viewer = with_past_spans(viewer, game=game, user=user)
    return events_between(
        game=game,
        seats=seats,
        viewer=viewer,
        after=after,
        upto=game.event_count if before is None else min(before - 1, game.event_count),
        limit=limit,
        kinds=kinds,
        newest=before is not None,
    )


def events_between(
    *,
    game: Game,
    seats: Sequence[Seat],
    viewer: Viewer,
    after: int,
    limit: int,
    upto: int = LAST,
    kinds: Sequence[str] = (),
    newest: bool = False,
) -> list[dict[str, Any]]:
    """Return the first ``limit`` events after ``after`` and up to ``upto``, or the ``newest`` ones.

    These are the events of moves, undone or not, and of the platform, which share one numbering.
    They are in order, and without gaps unless ``kinds`` leaves some out.
    """
    sign = "-" if newest else ""
    moves = Move.objects.filter(
        with_event_kinds(kinds),
        game_id=game.id,
        last_event__gt=after,
        first_event__lte=upto,
        last_event__gte=F("first_event"),
    ).order_by(f"{sign}first_event")[:limit]
    events = event_documents(game=game, seats=seats, moves=moves, viewer=viewer)
    platform = PlatformEvent.objects.filter(game_id=game.id, seq__gt=after, seq__lte=upto)
    platform = platform.filter(kind__in=kinds) if kinds else platform
    text_context = text_context_for(viewer, seats)
    events += [
        platform_event_document(event, text_context, names_hidden=game.names_hidden)
        for event in platform.order_by(f"{sign}seq")[:limit]
    ]
    matching = [
        event
        for event in sorted(events, key=lambda event: event["seq"])
        if after < event["seq"] <= upto and (not kinds or event["kind"] in kinds)
    ]
    return matching[-limit:] if newest else matching[:limit]


def with_event_kinds(kinds: Sequence[str]) -> Q:
    """Return a filter for moves with an event of these kinds; without kinds, for all moves.

    It searches the text of the events, so a few other moves may pass.
    """
    condition = Q()
    for kind in kinds:
        condition |= Q(events__contains=f'"kind":"{kind}"')
    return condition


def game_with_state_any(game_id: UUID) -> Game:
    """Return a game and its state (None before the start), in one query. Raises GameNotFound."""
    try:
        return Game.objects.select_related("created_by", "state").get(id=game_id)
    except Game.DoesNotExist:
        raise GameNotFound from None


# --- what is due ---------------------------------------------------------------------------------


def clocks_running() -> list[UUID]:
    """Return the games whose clock is running, most urgent first."""
    running = Game.objects.filter(due_at__isnull=False).order_by("due_at")
    return list(running.values_list("id", flat=True))


def reminders_due(*, now: datetime, limit: int) -> list[UUID]:
    """Return the games whose player to act is due a reminder, oldest first."""
    due = Game.objects.filter(remind_at__lte=now).order_by("remind_at")
    return list(due.values_list("id", flat=True)[:limit])


def ratings_due(*, now: datetime, limit: int) -> list[UUID]:
    """Return the games that wait for their rating update, oldest first."""
    due = Game.objects.filter(rating_due_at__lte=now).order_by("rating_due_at")
    return list(due.values_list("id", flat=True)[:limit])


def events_stored(game_id: UUID) -> Iterable[str]:
    """Return the stored events of a game's moves, private ones included, oldest first. SECRET."""
    moves = Move.objects.filter(game_id=game_id, undone_by=None).order_by("number")
    return moves.values_list("events", flat=True)


def game_with_state(game_id: UUID) -> Game | None:
    """Return a running game and its state, in one query; None if it is not running."""
    running = Game.objects.filter(id=game_id, status=Status.ACTIVE)
    return running.select_related("created_by", "state").order_by().first()


OPEN_OFFERS = Q(
    closed_at=None,
    game__status=Status.ACTIVE,
    game__seats__number=F("seat"),
    game__seats__user=F("by"),
    game__seats__lost_at=None,
)
"""Offers that can still be accepted: the player who made the offer still holds the seat."""


def offers_open(*, user: User | UUID) -> QuerySet[SeatOffer]:
    """Return the offers that ``user`` may accept. They see none at a table with a block."""
    return SeatOffer.objects.filter(OPEN_OFFERS, to=user).exclude(at_table_with_block(user))


def invitations_open(*, user: User | UUID) -> QuerySet[Invitation]:
    """Return the invitations that ``user`` may accept."""
    waiting = Invitation.objects.filter(user=user, answer="", game__status=Status.LOBBY)
    return waiting.exclude(invitations_hidden(user=user))


def invitations_hidden(*, user: User | UUID) -> Q:
    """Return a filter for the invitations to ``user`` that they do not see: those by users they
    block, and those to a table with a block.
    """
    return Q(by__in=blocked_by(user=user)) | at_table_with_block(user)


def at_table_with_block(user: User | UUID) -> Q:
    """Return a filter for rows of games a player of which, or before the start the host, blocks the
    user or is blocked by them.
    """
    others = blocked_by(user=user).union(blockers_of(user=user))
    seated = Seat.objects.filter(game=OuterRef("game"), lost_at=None, user__in=others)
    hosted = Q(game__status=Status.LOBBY, game__created_by__in=others)
    return hosted | Q(Exists(seated))
