"""Games as staff see them: what spectators see and, with ``secrets``, what is hidden.

A finished game has no secrets.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import ApiError
from games.history.pictures import move_events, picture_of
from games.history.positions import Moment, moment_of, past_decision, past_table
from games.models import Actor, Game, Move, PlatformEvent, Seat, StandingOrder, Status
from games.models.move import OF_A_USER
from games.play.documents import Viewer, platform_event_document, text_context_for
from games.play.selectors import game_with_state_any
from games.rules.events import events_describe, events_describe_for_staff
from games.rules.live_game import LiveGame
from games.rules.rulesets import ruleset_of, topic_summary

logger = logging.getLogger(__name__)

Document = dict[str, Any]
EVERYTHING, MOVES, PLATFORM = "", "moves", "platform"
PARTS = (EVERYTHING, MOVES, PLATFORM)
"""The parts of the log that a page can show."""
TABLE_FAILS = gettext_lazy("The table cannot be shown because of an error in the rules.")
EVENT_MEMBERS = ("kind", "text", "told", "choice")
"""The members of an event in the log. Only the first event of a move has the choice."""


@dataclass(frozen=True, slots=True)
class StaffView:
    """A game, and its table now or after a move.

    ``sees_as`` is the seat whose view is shown, or None for a spectator's. ``view`` is that view,
    and ``picture`` the SVG of it, if the ruleset has pictures. ``unavailable`` says why there is no
    table.
    """

    game: Game
    seats: list[Seat]
    secrets: bool
    moment: Moment | None = None
    sees_as: int | None = None
    view: Document = field(default_factory=dict)
    decision: Document | None = None
    picture: str | None = None
    unavailable: str = ""


def staff_view_of(
    *,
    game_id: UUID,
    number: int | None = None,
    secrets: bool = False,
    sees_as: int | None = None,
    language: str = "en",
) -> StaffView:
    """Return a game and its table, or the table after move ``number``.

    With ``secrets``, the table can be shown as seat ``sees_as`` sees it. Raises GameNotFound,
    MoveNotFound.
    """
    game = game_with_state_any(game_id)
    seats = list(game.seats.select_related("user").order_by("number"))
    secrets = secrets or game.status == Status.FINISHED
    if not game.commitment:
        return StaffView(game, seats, secrets, unavailable=_("The game has not started."))
    moment = None if number is None else moment_of(game, number)
    try:
        live_game = live_game_load(game, seats, moment, language)
    except ApiError as refusal:  # no rules, or a replay that differs
        return StaffView(game, seats, secrets, moment, unavailable=str(refusal.detail))
    if not secrets or sees_as not in range(game.table_size):
        sees_as = None
    viewer = Viewer(sees_as, sees_as, language, is_staff=True)
    try:
        view = live_game.view(sees_as)
        decision = decision_of(game, moment, live_game, secrets=secrets)
        picture = picture_of(
            game=game,
            moment=moment,
            live_game=live_game,
            sees_as=sees_as,
            events=move_events(game, seats, last_move(game, moment), viewer),
        )
    except Exception:  # the rest of the page is still useful
        logger.exception("Game %s cannot be shown", game.id)
        return StaffView(game, seats, secrets, moment, unavailable=str(TABLE_FAILS))
    return StaffView(game, seats, secrets, moment, sees_as, view, decision, picture)


def last_move(game: Game, moment: Moment | None) -> Move | None:
    """Return the move that led to the current or a past table; None if it was undone just now."""
    if moment is not None:
        return moment.move
    return Move.objects.filter(game=game, number=game.move_count, undone_by=None).first()


def live_game_load(
    game: Game, seats: Iterable[Seat], moment: Moment | None, language: str
) -> LiveGame:
    """Return the current or a past table. Raises RulesUnavailable, HistoryUnavailable."""
    text_context = text_context_for(Viewer(language=language, is_staff=True), seats)
    if moment is not None:
        return past_table(moment, text_context)
    return LiveGame.load(ruleset_of(game), game.state.state, text_context)


def decision_of(
    game: Game, moment: Moment | None, live_game: LiveGame, *, secrets: bool
) -> Document | None:
    """Return the seat, topic and summary of the decision; with ``secrets``, the options, too."""
    question = live_game.question
    if question is None:
        return None
    summary = topic_summary(game, question.topic)
    if moment is not None:
        sees_as = question.seat if secrets else None
        past = past_decision(moment=moment, live_game=live_game, sees_as=sees_as)
        return {"summary": summary, **(past or {})}
    options = live_game.open_decision() if secrets else {}
    return {
        "id": game.decision_id,
        "seat": question.seat,
        "topic": question.topic,
        "summary": summary,
        **options,
    }


# --- the log -------------------------------------------------------------------------------------


def log_of(
    *,
    game: Game,
    seats: Sequence[Seat],
    secrets: bool,
    before: int | None = None,
    limit: int,
    part: str = EVERYTHING,
    seat: int | None = None,
    language: str = "en",
) -> list[Document]:
    """Return the last ``limit`` events before number ``before``, newest first.

    They include undone moves and events of the platform. ``part`` and ``seat`` are filters.
    """
    last = game.event_count if before is None else before - 1
    lines: list[Document] = []
    if part != PLATFORM:
        moves = Move.objects.filter(game=game, first_event__lte=last)
        moves = moves.select_related("user").order_by("-first_event")
        chosen = moves if seat is None else moves.filter(seat=seat)
        for move in chosen[:limit]:
            lines += move_documents(game, seats, move, secrets=secrets, language=language)
    if part != MOVES and seat is None:
        text_context = text_context_for(Viewer(language=language, is_staff=True), seats)
        events = PlatformEvent.objects.filter(game=game, seq__lte=last).order_by("-seq")[:limit]
        lines += [
            {**platform_event_document(event, text_context), "who": "", "told": []}
            for event in events
        ]
    in_range = [event for event in lines if event["seq"] <= last]
    return sorted(in_range, key=lambda event: event["seq"], reverse=True)[:limit]


def move_documents(
    game: Game, seats: Iterable[Seat], move: Move, *, secrets: bool, language: str
) -> list[Document]:
    """Return the events of a move; with ``secrets``, including the choice and private texts."""
    text_context = text_context_for(Viewer(language=language, is_staff=True), seats)
    about: Document = {
        "move": move.number,
        "at": move.created_at,
        "seat": move.seat,
        "who": made_by(move),
        "undone": move.undone_by_id is not None,
        "by_rules": True,
    }
    if secrets:
        whole = events_describe_for_staff(
            slug=game.ruleset, events=move.events, text_context=text_context
        )
        shown = [{**event, "told": list(event["told"].items())} for event in whole]
        shown[:1] = [{**event, "choice": move.choice} for event in shown[:1]]
    else:
        shown = [
            {**event, "told": []}
            for event in events_describe(
                slug=game.ruleset, events=move.events, seat=None, text_context=text_context
            )
        ]
    return [
        {**about, **{name: event.get(name) for name in EVENT_MEMBERS}, "seq": seq}
        for seq, event in enumerate(shown, start=move.first_event)
    ]


MADE_BY = {
    Actor.SETUP: gettext_lazy("the setup"),
    Actor.BOT: gettext_lazy("by a bot"),
    Actor.CLOCK: gettext_lazy("by the clock"),
    Actor.MODERATOR: gettext_lazy("by a moderator"),
}


def made_by(move: Move) -> str:
    """Return who made the move. A standing order, which is secret, counts as its player."""
    if move.user is not None and move.actor in OF_A_USER:
        return _("by %(who)s") % {"who": move.user.username}
    return str(MADE_BY[Actor(move.actor)])


# --- orders --------------------------------------------------------------------------------------


def orders_for_staff(game: Game) -> list[StandingOrder]:
    """Return the standing orders in force. SECRET, including the fact that they exist."""
    orders = StandingOrder.objects.filter(game=game, stopped_at=None)
    return list(orders.order_by("seat", "position"))
