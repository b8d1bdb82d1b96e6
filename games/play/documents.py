"""Games as JSON documents for the API, built from rows that were read before.

Each document is for one ``Viewer`` and contains nothing that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.avatars import avatar_url, bot_avatar_url, neutral_avatar_url
from accounts.models import User
from games.models import Game, Move, Pause, PlatformEvent, Seat, Status
from games.play import event_texts
from games.play.queries import OpenTurn
from games.play.visibility import Viewer as Viewer
from games.play.visibility import sees_as
from games.play.visibility import viewer_of as viewer_of
from games.rules.bots import current_level
from games.rules.events import events_describe
from games.rules.live_game import LiveGame, TextContext

Document = dict[str, Any]


def text_context_for(viewer: Viewer, seats: Iterable[Seat]) -> TextContext:
    """Return the language and the names for texts."""
    with override(viewer.language):
        names = {seat.number: seat.real_name if viewer.is_staff else seat.name for seat in seats}
    return TextContext(viewer.language, {seat: name for seat, name in names.items() if name})


def game_document(
    *,
    game: Game,
    seats: Sequence[Seat],
    viewer: Viewer,
    live_game: LiveGame | None,
    tried_from: Document | None,
) -> Document:
    """Return a game as ``viewer`` may see it; ``live_game`` is None before the start."""
    return {
        **game_summary(game=game, seats=seats, viewer=viewer),
        "server_time": timezone.now(),
        "commitment": game.commitment or None,
        **table_document(live_game, viewer.sees_as),
        "decision": decision_document(game=game, viewer=viewer, live_game=live_game),
        "clock": clock_document(game=game, seats=seats),
        "result": game.result,
        "tried_from": tried_from,
    }


def table_document(live_game: LiveGame | None, sees_as: int | None) -> Document:
    """Return the table as a seat (None: a spectator) may see it, and what its parts do; nulls
    before the start.
    """
    if live_game is None:
        return {"table": None, "help": None}
    table = live_game.view(sees_as)
    return {"table": table, "help": live_game.help(table)}


def game_summary(*, game: Game, seats: Sequence[Seat], viewer: Viewer) -> Document:
    """Return a game as lists show it, which takes no state."""
    with override(viewer.language):
        host = player_document(game.created_by, game=game, seats=seats, viewer=viewer)
        seat_documents = [seat_document(seat, game=game, viewer=viewer) for seat in seats]
    return {
        "id": game.id,
        "ruleset": game.ruleset,
        "rules_version": game.rules_version,
        "title": game.title,
        "status": game.status,
        "visibility": game.visibility,
        "options": game.options,
        "created_by": host,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "seats": seat_documents,
        "your_seat": viewer.seat,
        "move_count": game.move_count,
        "deadline": game.deadline_at,
        "paused": game.paused,
        "frozen": game.frozen,
        "pace": game.pace,
        "timeouts": game.timeouts,
        "vacations": game.vacations,
        "bot_delay": game.bot_delay,
        "free_seats": game.free_seats,
        "start_when_full": game.start_when_full,
        "ready_check": game.ready_check,
        "starts_at": game.starts_at,
        "expires_at": game.expires_at,
        "min_rating": game.min_rating,
        "max_rating": game.max_rating,
        "min_reliability": game.min_reliability,
        "rated": game.rated,
        "bot_accounts": game.bot_accounts,
        "anonymous": game.anonymous,
        "test_clock": game.test_clock,
        "annulled": game.annulled_at is not None,
        "reopened_as": game.reopened_as_id,
        "rematch": game.rematch_id,
    }


def clock_document(game: Game, seats: Sequence[Seat]) -> Document | None:
    """Return the clock of a running game, the same for all viewers; durations in seconds."""
    if game.status != Status.ACTIVE or game.pace["kind"] == "none":
        return None
    pauses = game.pauses.all() if game.paused else []
    return {
        "deadline": game.deadline_at,
        "grace": settings.GRACE_SECONDS,
        "since": game.clock_since,
        "left": seconds(game.clock_left),
        "banks": [seconds(seat.bank) if seat.played_by_user else None for seat in seats],
        "excuses_left": [seat.excuses_left for seat in seats],
        "pauses": [pause_document(pause, seats) for pause in pauses],
    }


def pause_document(pause: Pause, seats: Sequence[Seat]) -> Document:
    """Return why and since when a game is paused, and whose pause it is."""
    owners = (seat.number for seat in seats if seat.user_id and seat.user_id == pause.owner_id)
    return {"reason": pause.kind, "seat": next(owners, None), "since": pause.since}


def seconds(length: timedelta | None) -> int | None:
    """Return a duration in whole seconds, as the API sends it."""
    return None if length is None else int(length.total_seconds())


def bot_level(seat: Seat, *, slug: str) -> str | None:
    """Return the level of the bot of a seat by its present name, or None for a person."""
    return current_level(slug=slug, level=seat.bot) if seat.bot else None


def seat_document(seat: Seat, *, game: Game, viewer: Viewer) -> Document:
    """Return a seat as everybody who may see the game sees it; only its user sees more than
    ``Seat.name`` while the names are hidden.
    """
    name, user = seat.name, None
    avatar = neutral_avatar_url() if game.names_hidden else name and bot_avatar_url(name)
    if seat.user is not None:
        user = player_document(seat.user, game=game, seats=[seat], viewer=viewer)
        avatar = user["avatar"]
    return {
        "seat": seat.number,
        "number": seat.number,
        "name": name,
        "avatar": name and avatar,
        "user": user,
        "bot": bot_level(seat, slug=game.ruleset),
        "bot_profile": seat.bot_profile or None,
        "lost": seat.loss or None,
        "away": seat.away_since is not None,
        "ready": seat.ready_at is not None,
    }


def player_document(user: User, *, game: Game, seats: Iterable[Seat], viewer: Viewer) -> Document:
    """Return a user of a game as the viewer sees them: while the names are hidden, what stands for
    their seat, with an id that exists in this game only.
    """
    if not game.names_hidden or user.id == viewer.user_id:
        return user_document(user)
    seat = next((seat for seat in seats if seat.user_id == user.id), None)
    return {
        "id": uuid5(game.id, "nobody" if seat is None else str(seat.number)),
        "username": _("Name hidden") if seat is None else seat.name,
        "is_bot": user.is_bot,
        "avatar": neutral_avatar_url(),
    }


def user_document(user: User) -> Document:
    """Return a user as all other users see them."""
    return {
        "id": user.id,
        "username": user.username,
        "is_bot": user.is_bot,
        "avatar": avatar_url(user),
    }


def is_to_act(game: Game, viewer: Viewer) -> bool:
    """True if the open decision is the viewer's own: they see its options."""
    return game.to_act is not None and viewer.sees_as == game.to_act


def decision_document(*, game: Game, viewer: Viewer, live_game: LiveGame | None) -> Document | None:
    """Return the open decision, with its question and options only for the player to act."""
    if game.to_act is None:
        return None
    document = {
        "id": game.decision_id,
        "seat": game.to_act,
        "topic": game.topic,
        "since": game.to_act_since,
        "deadline": game.deadline_at,
    }
    if live_game is not None and is_to_act(game, viewer):
        document.update(live_game.open_decision())
    return document


def turn_document(turn: OpenTurn) -> Document:
    """Return an open decision as the inbox shows it."""
    return {
        "game": turn.id,
        "ruleset": turn.ruleset,
        "seat": turn.to_act,
        "decision": {"id": turn.decision_id, "topic": turn.topic},
        "since": turn.to_act_since,
        "deadline": turn.deadline_at,
        "paused": turn.paused,
        "frozen": turn.frozen,
    }


def event_documents(
    *, game: Game, seats: Iterable[Seat], moves: Iterable[Move], viewer: Viewer
) -> list[Document]:
    """Return the events of some moves as ``viewer`` sees them. Numbers are the same for all."""
    documents: list[Document] = []
    text_context = text_context_for(viewer, seats)
    for move in moves:
        events = events_describe(
            slug=game.ruleset,
            events=move.events,
            seat=sees_as(viewer, move.first_event),
            text_context=text_context,
        )
        for seq, event in enumerate(events, start=move.first_event):
            documents.append({**event, "seq": seq, "move": move.number, "at": move.created_at})
    return documents


def platform_event_document(
    event: PlatformEvent, text_context: TextContext, *, names_hidden: bool = False
) -> Document:
    """Return an event of the platform, which is the same for all viewers."""
    document = {"kind": event.kind, **event.data}
    if names_hidden and event.kind == "seat_handed_over":
        with override(text_context.language):
            document |= {"by": text_context.names[document["seat"]], "to": _("Another player")}
    return {
        **document,
        "text": event_texts.sentence(document, text_context),
        "seq": event.seq,
        "move": event.move,
        "at": event.created_at,
    }


def about_document(*, game: Game, seats: Iterable[Seat]) -> Document:
    """Return what the platform adds to the record of a game: plain JSON, the same each time."""

    def to_text(at: datetime | None) -> str | None:
        return None if at is None else at.isoformat()

    return {
        "game": str(game.id),
        "created_at": to_text(game.created_at),
        "started_at": to_text(game.started_at),
        "finished_at": to_text(game.finished_at),
        "placements": game.result and game.result["placements"],
        "ended_by": game.result and game.result["ended_by"],
        "seats": [
            {
                "number": seat.number,
                "user": _id(seat.user_id),
                "username": seat.user.username if seat.user else None,
                "bot": bot_level(seat, slug=game.ruleset),
                "bot_profile": seat.bot_profile or None,
                "lost_at": to_text(seat.lost_at),
                "loss": seat.loss or None,
            }
            for seat in seats
        ],
    }


def _id(user_id: UUID | None) -> str | None:
    return None if user_id is None else str(user_id)


def is_started(game: Game) -> bool:
    """True if the game has a state to show."""
    return game.status in (Status.ACTIVE, Status.FINISHED)
