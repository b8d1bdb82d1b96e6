"""Past positions of a game, as a viewer knew them then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID

from cachetools import LRUCache
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from core.errors import Invalid
from games.history.errors import HistoryUnavailable
from games.models import Game, Move, PlatformEvent, Seat, Status
from games.play.documents import (
    Viewer,
    event_documents,
    table_document,
    text_context_for,
    viewer_of,
)
from games.play.due_games import game_verify_after_failure
from games.play.errors import GameNotFinished, GameNotStarted, MoveNotFound
from games.play.selectors import LAST, GameHeader, check_visible, game_with_state_any
from games.play.visibility import sees_as, with_past_spans
from games.rules import replays
from games.rules.live_game import LiveGame, ReplayFailed, TextContext, game_replay
from games.rules.rulesets import ruleset_of

Document = dict[str, Any]
ID_USING_KINDS = ("rolled_back", "rollback_undone", "state_rebuilt")
"""Events after which ids of decisions are skipped."""
CountedMove = tuple[int, int | None, str, str]
"""A move: the id of its row, the seat, the choice, the hash of the state after it."""

POSITIONS: LRUCache[tuple[UUID, int, str], str] = LRUCache(1000)
"""Cached states after moves, by game, row of the move, and hash. SECRET, and small."""
POSITIONS_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Moment:
    """The time from one move to the next: from event ``begins`` until ``ends``."""

    game: Game
    move: Move
    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Past:
    """A past position: the table, and the seat whose secrets the viewer sees (None: a
    spectator).
    """

    seats: Sequence[Seat]
    moment: Moment
    viewer: Viewer
    sees_as: int | None
    text_as: Viewer
    live_game: LiveGame


def history_for(
    *, user: User | None, game_id: UUID, number: int, seat: int | None = None, language: str = "en"
) -> tuple[GameHeader, Document]:
    """Return the game after move ``number``, as ``user`` knew it then. After the end, as ``seat``
    knew it if one is named.

    Raises GameNotFound, GameNotStarted, GameNotFinished, MoveNotFound, Invalid, RulesUnavailable,
    HistoryUnavailable.
    """
    past = past_of(user=user, game_id=game_id, number=number, seat=seat, language=language)
    moment, game = past.moment, past.moment.game
    document = {
        "game": game.id,
        "move": number,
        "move_count": game.move_count,
        "seq": moment.begins,
        "at": moment.move.created_at,
        "your_seat": past.viewer.seat,
        "as_seat": past.sees_as,
        "by_seat": moment.move.seat,
        **table_document(past.live_game, past.sees_as),
        "decision": past_decision(moment=moment, live_game=past.live_game, sees_as=past.sees_as),
        "events": event_documents(
            game=game, seats=past.seats, moves=[moment.move], viewer=past.text_as
        ),
    }
    return GameHeader(game, past.viewer), document


def past_of(
    *, user: User | None, game_id: UUID, number: int, seat: int | None, language: str
) -> Past:
    """Return the past of a game as ``user`` may see it. Raises what ``history_for`` does."""
    game = game_with_state_any(game_id)
    seats = list(game.seats.select_related("user").order_by("number"))
    viewer = check_visible(game, viewer_of(seats, user, language), user)
    viewer = with_past_spans(viewer, game=game, user=user)
    if not game.commitment:
        raise GameNotStarted
    if seat is not None:
        sees_as: int | None = revealed_seat(game, seat)
    moment = moment_of(game, number)
    if seat is None:
        sees_as = seat_seen_then(viewer=viewer, moment=moment)
    text_as = viewer if seat is None else Viewer(viewer.seat, seat, language)
    try:
        live_game = past_table(moment, text_context_for(viewer, seats))
    except HistoryUnavailable:
        game_verify_after_failure(game_id=game.id)
        raise
    return Past(seats, moment, viewer, sees_as, text_as, live_game)


def revealed_seat(game: Game, seat: int) -> int:
    """Return the seat to look as, which anybody may choose after the end. Raises Invalid,
    GameNotFinished.
    """
    if seat >= game.table_size:
        detail = _("Seats are numbered 0 to %(last)s.") % {"last": game.table_size - 1}
        raise Invalid.field("/seat", "no_such_seat", detail)
    if game.status != Status.FINISHED:
        raise GameNotFinished
    return seat


def moment_of(game: Game, number: int) -> Moment:
    """Return the time after move ``number``. Raises MoveNotFound if no such move counts."""
    counted = Move.objects.filter(game_id=game.id, undone_by=None, number__gte=number)
    counted = counted.filter(last_event__lte=game.event_count)  # see ``events_for``
    here, then, *_more = [*counted.order_by("number")[:2], None, None]
    if here is None or here.number != number:
        every = Move.objects.filter(game_id=game.id, undone_by=None)
        visible = every.filter(last_event__lte=game.event_count)
        raise MoveNotFound(visible.aggregate(last=Max("number"))["last"] or 0)
    ends = LAST if then is None else then.first_event - 1
    return Moment(game, here, here.last_event, ends)


def seat_seen_then(*, viewer: Viewer, moment: Moment) -> int | None:
    """Return the seat whose secrets the viewer saw at that time.

    A player who has left a seat sees its past again after the end, not before. A player who has
    taken a seat over sees what was before as a spectator.
    """
    begun = sees_as(viewer, moment.begins)
    return begun if begun is not None else sees_as(viewer, moment.ends)


def past_decision(*, moment: Moment, live_game: LiveGame, sees_as: int | None) -> Document | None:
    """Return the decision that was open then; with question and options for the seat that had to
    decide.
    """
    question = live_game.question
    if question is None:
        return None
    document: Document = {
        "id": moment.move.number + decision_id_offset(moment) + 1,
        "seat": question.seat,
        "topic": question.topic,
    }
    if sees_as == question.seat:
        document.update(live_game.open_decision())
    return document


def decision_id_offset(moment: Moment) -> int:
    """Return how many ids of decisions were skipped before the end of that time, by rollbacks and
    rebuilt states.
    """
    if not moment.game.decision_id_offset:
        return 0
    text_as = PlatformEvent.objects.filter(
        game_id=moment.game.id, kind__in=ID_USING_KINDS, seq__lte=moment.ends
    )
    return sum(ids_used_by(kind, data) for kind, data in text_as.values_list("kind", "data"))


def ids_used_by(kind: str, data: Document) -> int:
    """Return how many ids of decisions an event has skipped."""
    if kind == "state_rebuilt":
        return int(data.get("asked_anew", False))
    undone, again = data.get("undone", 0), data.get("again", 0)
    return int(undone - again + 1)


def past_table(moment: Moment, text_context: TextContext) -> LiveGame:
    """Return the table at that time, replayed from the nearest cached position.

    Raises RulesUnavailable, and HistoryUnavailable if the replay differs.
    """
    game, number = moment.game, moment.move.number
    moves: list[CountedMove] = list(
        Move.objects.filter(game_id=game.id, undone_by=None, number__lte=number)
        .order_by("number")
        .values_list("id", "seat", "choice", "state_hash")
    )
    try:
        stored, behind = nearest_position(game, moves)
        live_game = replays.live_game_advance(
            ruleset_of(game),
            stored=stored,
            moves=[(seat or 0, choice) for _, seat, choice, _ in behind],
            text_context=text_context,
        )
    except ReplayFailed as failure:
        raise HistoryUnavailable from failure
    if not live_game.has_hash(moves[-1][3]):
        raise HistoryUnavailable
    with POSITIONS_LOCK:
        POSITIONS[key_of(game, moves[-1])] = live_game.dump()
    return live_game


def nearest_position(game: Game, moves: Sequence[CountedMove]) -> tuple[str, Sequence[CountedMove]]:
    """Return the last cached position on the way, or the set-up, and the moves after it."""
    for place in range(len(moves) - 1, -1, -1):
        with POSITIONS_LOCK:
            stored = POSITIONS.get(key_of(game, moves[place]))
        if stored is not None:
            return stored, moves[place + 1 :]
    set_up = game_replay(
        ruleset_of(game),
        options=game.options,
        seats=game.table_size,
        stored=game.state.state,
        moves=[],
        start=game.state.start,
    )
    return set_up.dump(), moves[1:]


def key_of(game: Game, move: CountedMove) -> tuple[UUID, int, str]:
    """Return the key of a position in the cache: game, move and hash of the state."""
    return game.id, move[0], move[3]
