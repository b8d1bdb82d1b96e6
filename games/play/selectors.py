"""All reads of games. Only those that end in a view load the state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, Prefetch, Q, QuerySet

from accounts.blocks import blocked_by
from accounts.models import User
from games import rules
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
    game_summary,
    is_started,
    platform_event_document,
    seconds,
    text_context_for,
    turn_document,
    viewer_of,
)
from games.play.errors import GameNotFound
from games.play.visibility import with_past_spans

LAST = 2**31 - 1
"""No game has so many events."""
WITH_SEATS = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


# --- lists -------------------------------------------------------------------------------------


def games_with_seats() -> QuerySet[Game]:
    """All games, with what a list shows of them."""
    return Game.objects.select_related("created_by").prefetch_related(WITH_SEATS)


def game_summary_for(*, user: User, game: Game) -> dict[str, Any]:
    """A game of a list."""
    seats = list(game.seats.all())
    return game_summary(game=game, seats=seats, viewer=viewer_of(seats, user))


# --- the inbox ---------------------------------------------------------------------------------


def turns_of(*, user: User) -> list[dict[str, Any]]:
    """Return where ``user`` has to decide, the most urgent first: by deadline, then by waiting."""
    return [turn_document(game) for game in queries.read_turns(user.id)]


def vacation_document(*, user: User, left: timedelta) -> dict[str, Any]:
    """The vacation of ``user``, if he is on one, and what is ``left`` in his bank."""
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
    """What can be said of a game from its columns alone."""

    game: Game
    viewer: Viewer

    @property
    def version(self) -> str:
        """Changes with everything this viewer could see change, and with nothing else."""
        place = "s" if self.viewer.seat is None else self.viewer.seat
        return f"{self.game.version}.{place}.{self.viewer.language}"


def game_header_for(*, user: User, game_id: UUID, language: str = "en") -> GameHeader:
    """A game and how ``user`` looks at it, without its state. Raises GameNotFound."""
    found = queries.read_header(game_id, user.id)
    if found is None:
        raise GameNotFound
    game, seat = found
    own = () if seat is None else (seat,)
    return GameHeader(game, check_visible(game, viewer_of(own, user, language), user))


def game_header_read(game_id: UUID) -> Game:
    """What a game says of itself at a glance. Raises GameNotFound."""
    game = Game.objects.only(*queries.HEADER).filter(id=game_id).first()
    if game is None:
        raise GameNotFound
    return game


def game_view_for(
    *, user: User, game_id: UUID, language: str = "en"
) -> tuple[GameHeader, dict[str, Any]]:
    """A game as ``user`` may see it. Raises GameNotFound, RulesUnavailable."""
    game, seats, viewer = whole_for(user=user, game_id=game_id, language=language)
    live_game = live_game_for(game=game, seats=seats, viewer=viewer) if is_started(game) else None
    document = game_document(game=game, seats=seats, viewer=viewer, live_game=live_game)
    return GameHeader(game, viewer), document


def whole_for(*, user: User, game_id: UUID, language: str) -> tuple[Game, list[Seat], Viewer]:
    """Return a game with its state, its seats, and how ``user`` looks at it, all of one instant.
    Raises GameNotFound.
    """
    whole = queries.read_whole(game_id)
    if whole is None:
        raise GameNotFound
    viewer = check_visible(whole.game, viewer_of(whole.seats, user, language), user)
    return whole.game, whole.seats, viewer


def live_game_for(*, game: Game, seats: Sequence[Seat], viewer: Viewer) -> rules.LiveGame:
    """The table of a game that was started. Raises RulesUnavailable."""
    return rules.LiveGame.load(
        slug=game.ruleset,
        version=game.rules_version,
        stored=game.state.state,
        text_context=text_context_for(viewer, seats),
    )


def check_visible(game: Game, viewer: Viewer, user: User) -> Viewer:
    """Private games are seen by their seats, their host, and who has sat there or may sit there
    yet; others by everybody. Raises GameNotFound.
    """
    if is_hidden_from(game, viewer, user) and not may_know(game=game, user=user):
        raise GameNotFound
    return viewer


def is_hidden_from(game: Game, viewer: Viewer, user: User) -> bool:
    """Whether ``user`` needs more than the game and its seats to see it."""
    stranger = viewer.seat is None and game.created_by_id != user.id
    return game.visibility == Visibility.PRIVATE and stranger


def may_know(*, game: Game, user: User) -> bool:
    """Whether ``user``, who has no seat, may know of a private game: he sat there, is invited to
    it, or is offered a seat.
    """
    if game.status == Status.LOBBY:
        return Invitation.objects.filter(game=game, user=user, answer="").exists()
    sat_there = SeatAssignment.objects.filter(game=game.id, user=user)
    offered = offers_open(user=user).filter(game=game.id)
    return Game.objects.filter(Exists(sat_there) | Exists(offered), id=game.id).exists()


def visible_to(user: User) -> Q:
    """The games that ``user`` may see, as ``allowed`` says it of one."""
    invited = Invitation.objects.filter(user=user, answer="").order_by().values("game")
    sat_there = SeatAssignment.objects.filter(user=user).order_by().values("game")
    offered = offers_open(user=user).order_by().values("game")
    return (
        ~Q(visibility=Visibility.PRIVATE)
        | Q(created_by=user)
        | Q(id__in=Seat.objects.filter(user=user).order_by().values("game"))
        | Q(id__in=invited, status=Status.LOBBY)
        | (~Q(status=Status.LOBBY) & (Q(id__in=sat_there) | Q(id__in=offered)))
    )


def events_for(
    *,
    user: User,
    game_id: UUID,
    after: int = 0,
    before: int | None = None,
    kinds: Sequence[str] = (),
    limit: int,
    language: str,
) -> list[dict[str, Any]]:
    """The first ``limit`` events behind number ``after``, as ``user`` may know them; or the last
    ones before number ``before``. ``kinds`` leaves out all others. Raises GameNotFound.

    Not further than the game had come when it was read: its seats were read after it, so that
    whoever had eyes then has seen these events.
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
    """The first ``limit`` events behind number ``after``, up to ``upto``, or the ``newest``: those
    of moves, undone or not, and those of the platform, which are counted together. They are in
    order, and without a gap unless only some ``kinds`` are asked for.
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
    told = PlatformEvent.objects.filter(game_id=game.id, seq__gt=after, seq__lte=upto)
    told = told.filter(kind__in=kinds) if kinds else told
    text_context = text_context_for(viewer, seats)
    platform = told.order_by(f"{sign}seq")[:limit]
    events += [platform_event_document(event, text_context) for event in platform]
    found = [
        event
        for event in sorted(events, key=lambda event: event["seq"])
        if after < event["seq"] <= upto and (not kinds or event["kind"] in kinds)
    ]
    return found[-limit:] if newest else found[:limit]


def with_event_kinds(kinds: Sequence[str]) -> Q:
    """Moves with an event of one of these kinds, or any move if there are none. It looks into the
    text of the events, and so may let a few others through.
    """
    wanted = Q()
    for kind in kinds:
        wanted |= Q(events__contains=f'"kind":"{kind}"')
    return wanted


def game_with_state_any(game_id: UUID) -> Game:
    """A game and its state, if it was started, read by one statement. Raises GameNotFound."""
    try:
        return Game.objects.select_related("created_by", "state").get(id=game_id)
    except Game.DoesNotExist:
        raise GameNotFound from None


# --- what is due ---------------------------------------------------------------------------------


def clocks_running() -> list[UUID]:
    """The games whose clock runs, the most urgent first."""
    running = Game.objects.filter(due_at__isnull=False).order_by("due_at")
    return list(running.values_list("id", flat=True))


def reminders_due(*, now: datetime, limit: int) -> list[UUID]:
    """The games in which the time of who is to act is running short."""
    due = Game.objects.filter(remind_at__lte=now).order_by("remind_at")
    return list(due.values_list("id", flat=True)[:limit])


def ratings_due(*, now: datetime, limit: int) -> list[UUID]:
    """The games that have to be counted for their players, the first that ended first."""
    due = Game.objects.filter(rating_due_at__lte=now).order_by("rating_due_at")
    return list(due.values_list("id", flat=True)[:limit])


def events_stored(game_id: UUID) -> Iterable[str]:
    """What the moves of a game told everybody, oldest first, as it is stored. SECRET."""
    moves = Move.objects.filter(game_id=game_id, undone_by=None).order_by("number")
    return moves.values_list("events", flat=True)


def game_with_state(game_id: UUID) -> Game | None:
    """A running game and its state, read by one statement."""
    running = Game.objects.filter(id=game_id, status=Status.ACTIVE)
    return running.select_related("created_by", "state").order_by().first()


OPEN_OFFERS = Q(
    closed_at=None,
    game__status=Status.ACTIVE,
    game__seats__number=F("seat"),
    game__seats__user=F("by"),
    game__seats__lost_at=None,
)
"""Offers that can still be accepted: whoever made it still holds the seat."""


def offers_open(*, user: User) -> QuerySet[SeatOffer]:
    """The offers to ``user`` that he may accept, newest first; not those of users he blocks."""
    offers = SeatOffer.objects.filter(OPEN_OFFERS, to=user)
    return offers.exclude(by__in=blocked_by(user=user))
