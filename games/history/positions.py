"""The past of a match as a viewer knew it then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID

from cachetools import LRUCache
from django.utils.translation import gettext as _

from accounts.models import User
from core.errors import Invalid
from games import rules
from games.history.errors import HistoryUnavailable
from games.models import Game, Move, PlatformEvent, Seat, Status
from games.play.documents import Viewer, event_documents, viewer_among, voice_for
from games.play.due_games import match_doubt
from games.play.errors import GameNotFinished, GameNotStarted, MoveNotFound
from games.play.selectors import LAST, Glance, allowed, game_with_state_any
from games.play.visibility import eyes, remembering
from games.rules import Table, Voice, replays

Document = dict[str, Any]
TAKING_IDS = ("rolled_back", "roll_back_undone", "state_rebuilt")
"""Events after which the ids of decisions go on with others."""
Played = tuple[int, int | None, str, str]
"""Of a move: the row's id, the seat, the choice, the hash of the state afterwards."""

POSITIONS: LRUCache[tuple[UUID, int, str], str] = LRUCache(1000)
"""States as they were after moves, by match, row of the move, and hash. SECRET, and small."""
POSITIONS_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Moment:
    """A match as it stood from one move to the next: from event ``begins`` until ``ends``."""

    game: Game
    move: Move
    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Past:
    """A match as it stood after a move: the ``table``, through the eyes of which seat ``viewer``
    sees it (None: as a spectator), and as whom he is told what happened.
    """

    seats: Sequence[Seat]
    moment: Moment
    viewer: Viewer
    eyes: int | None
    told: Viewer
    table: Table


def history_for(
    *, user: User, game_id: UUID, number: int, seat: int | None = None, language: str = "en"
) -> tuple[Glance, Document]:
    """The match after move ``number``, as ``user`` knew it then; when it is over, as ``seat`` did
    if one is named.

    Raises GameNotFound, GameNotStarted, GameNotFinished, MoveNotFound, Invalid, RulesUnavailable,
    HistoryUnavailable.
    """
    past = past_seen(user=user, game_id=game_id, number=number, seat=seat, language=language)
    moment, game = past.moment, past.moment.game
    document = {
        "game": game.id,
        "move": number,
        "move_count": game.move_count,
        "seq": moment.begins,
        "at": moment.move.created_at,
        "your_seat": past.viewer.seat,
        "as_seat": past.eyes,
        "by_seat": moment.move.seat,
        "table": past.table.view(past.eyes),
        "decision": decision_then(moment=moment, table=past.table, eyes=past.eyes),
        "events": event_documents(
            game=game, seats=past.seats, moves=[moment.move], viewer=past.told
        ),
    }
    return Glance(game, past.viewer), document


def past_seen(*, user: User, game_id: UUID, number: int, seat: int | None, language: str) -> Past:
    """The past of a match as ``user`` may see it. Raises what ``history_for`` does."""
    game = game_with_state_any(game_id)
    seats = list(game.seats.select_related("user").order_by("number"))
    viewer = allowed(game, viewer_among(seats, user, language), user)
    viewer = remembering(viewer, game=game, user=user)
    if not game.commitment:
        raise GameNotStarted
    if seat is not None:
        eyes: int | None = seat_revealed(game, seat)
    moment = moment_of(game, number)
    if seat is None:
        eyes = eyes_then(viewer=viewer, moment=moment)
    told = viewer if seat is None else Viewer(viewer.seat, seat, language)
    try:
        table = table_then(moment, voice_for(viewer, seats))
    except HistoryUnavailable:
        match_doubt(game_id=game.id)
        raise
    return Past(seats, moment, viewer, eyes, told, table)


def seat_revealed(game: Game, seat: int) -> int:
    """The seat to look as: anybody may, once the match is over. Raises Invalid, GameNotFinished."""
    if seat >= game.table_size:
        detail = _("The seats are 0 to %(last)s.") % {"last": game.table_size - 1}
        raise Invalid.field("/seat", "no_such_seat", detail)
    if game.status != Status.FINISHED:
        raise GameNotFinished
    return seat


def moment_of(game: Game, number: int) -> Moment:
    """When the match stood after move ``number``. Raises MoveNotFound: no such move counts."""
    counted = Move.objects.filter(game_id=game.id, undone_by=None, number__gte=number)
    counted = counted.filter(last_event__lte=game.event_count)  # see ``events_for``
    here, then, *_more = [*counted.order_by("number")[:2], None, None]
    if here is None or here.number != number:
        raise MoveNotFound
    ends = LAST if then is None else then.first_event - 1
    return Moment(game, here, here.last_event, ends)


def eyes_then(*, viewer: Viewer, moment: Moment) -> int | None:
    """The seat whose secrets the viewer saw at that time, or before it was over.

    Who has left a seat gets back what he saw from it when the match is over, not before; who has
    taken one over sees what was before him as a spectator.
    """
    begun = eyes(viewer, moment.begins)
    return begun if begun is not None else eyes(viewer, moment.ends)


def decision_then(*, moment: Moment, table: Table, eyes: int | None) -> Document | None:
    """The decision that was open then; the question and its options for who had to decide."""
    question = table.question
    if question is None:
        return None
    document: Document = {
        "id": moment.move.number + ids_used_up(moment) + 1,
        "seat": question.seat,
        "topic": question.topic,
    }
    if eyes == question.seat:
        document.update(table.asked())
    return document


def ids_used_up(moment: Moment) -> int:
    """How many ids of decisions were taken away before the end of that moment, by roll-backs and by
    states that were made anew.
    """
    if not moment.game.ids_used_up:
        return 0
    told = PlatformEvent.objects.filter(
        game_id=moment.game.id, kind__in=TAKING_IDS, seq__lte=moment.ends
    )
    return sum(ids_taken(kind, data) for kind, data in told.values_list("kind", "data"))


def ids_taken(kind: str, data: Document) -> int:
    """How many ids of decisions an event says to be used up."""
    if kind == "state_rebuilt":
        return int(data.get("asked_anew", False))
    undone, again = data.get("undone", 0), data.get("again", 0)
    return int(undone - again + 1)


def table_then(moment: Moment, voice: Voice) -> Table:
    """The table as it stood, played again from the nearest position that is remembered.

    Raises RulesUnavailable, and HistoryUnavailable: it would be another.
    """
    game, number = moment.game, moment.move.number
    moves: list[Played] = list(
        Move.objects.filter(game_id=game.id, undone_by=None, number__lte=number)
        .order_by("number")
        .values_list("id", "seat", "choice", "state_hash")
    )
    try:
        stored, behind = nearest(game, moves)
        table = replays.table_onward(
            slug=game.ruleset,
            version=game.rules_version,
            stored=stored,
            moves=[(seat or 0, choice) for _, seat, choice, _ in behind],
            voice=voice,
        )
    except rules.ReplayFailed as failure:
        raise HistoryUnavailable from failure
    if not table.has_hash(moves[-1][3]):
        raise HistoryUnavailable
    with POSITIONS_LOCK:
        POSITIONS[key_of(game, moves[-1])] = table.dump()
    return table


def nearest(game: Game, moves: Sequence[Played]) -> tuple[str, Sequence[Played]]:
    """The last position on the way that is remembered, or the set-up, and the moves behind it."""
    for place in range(len(moves) - 1, -1, -1):
        with POSITIONS_LOCK:
            stored = POSITIONS.get(key_of(game, moves[place]))
        if stored is not None:
            return stored, moves[place + 1 :]
    set_up = rules.table_after(
        slug=game.ruleset,
        version=game.rules_version,
        options=game.options,
        seats=game.table_size,
        stored=game.state.state,
        moves=[],
    )
    return set_up.dump(), moves[1:]


def key_of(game: Game, move: Played) -> tuple[UUID, int, str]:
    return game.id, move[0], move[3]
