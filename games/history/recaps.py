"""Recaps: what has happened since a viewer's last move, in paragraphs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from accounts.models import User
from games.models import Actor, Game, Move
from games.play.documents import viewer_of
from games.play.event_texts import KINDS
from games.play.selectors import GameHeader, check_visible, events_between, game_header_read
from games.play.visibility import with_past_spans
from games.rules import replays

Document = dict[str, Any]
SUMMARY_LENGTH = 300
PLATFORM_KINDS = frozenset(KINDS)


def recap_for(
    *, user: User | None, game_id: UUID, since: int | None, limit: int, language: str
) -> tuple[GameHeader, Document]:
    """Return at most ``limit`` events after number ``since``, in paragraphs, as ``user`` may know
    them.

    The default is the end of their own last move. Raises GameNotFound, RulesUnavailable.
    """
    game = game_header_read(game_id)
    seats = list(game.seats.select_related("user"))
    viewer = check_visible(game, viewer_of(seats, user, language), user)
    viewer = with_past_spans(viewer, game=game, user=user)
    after = last_seen(user=user, game=game) if since is None else since
    events = events_between(
        game=game,
        seats=seats,
        viewer=viewer,
        after=after,
        upto=game.event_count,  # see ``events_for``
        limit=limit + 1,
    )
    told = events[:limit]
    document = {
        "game": game.id,
        "since": after,
        "last_seq": told[-1]["seq"] if told else after,
        "more": len(events) > limit,
        "paragraphs": paragraphs(game=game, events=told),
    }
    return GameHeader(game, viewer), document


def last_seen(*, user: User | None, game: Game) -> int:
    """Return the last event of the last move that ``user`` sent, which they saw in the reply.

    Moves of their standing orders do not count, since they were absent. A move that was taken back
    does.
    """
    if user is None:
        return 0
    own = Move.objects.filter(game_id=game.id, user=user, actor=Actor.PLAYER)
    last = own.order_by("-id").values_list("last_event", flat=True).first()
    return 0 if last is None else last


def paragraphs(*, game: Game, events: Iterable[Document]) -> list[Document]:
    """Split the events into paragraphs where a turn or a round begins. If the ruleset names no such
    events, successive moves of a seat form a paragraph.
    """
    openings, headlines = replays.paragraph_kinds(game.ruleset)
    found: list[list[Document]] = []
    by_seat = None
    for event in events:
        seat = event.get("seat", by_seat)
        begins = event["kind"] in openings if openings else seat != by_seat
        if begins or not found:
            found.append([])
        found[-1].append(event)
        by_seat = seat
    return [paragraph(part, headlines) for part in found]


def paragraph(events: list[Document], headlines: frozenset[str]) -> Document:
    """Return consecutive events as one paragraph of a recap."""
    return {
        "seat": events[0].get("seat"),
        "first_seq": events[0]["seq"],
        "last_seq": events[-1]["seq"],
        "at": events[-1]["at"],
        "summary": summary(events, headlines),
        "events": events,
    }


def summary(events: list[Document], headlines: frozenset[str]) -> str:
    """Return the most important sentences, up to a maximum length."""
    kinds = headlines | PLATFORM_KINDS if headlines else frozenset()
    sentences = [event["text"] for event in events if not kinds or event["kind"] in kinds]
    text = ""
    for sentence in sentences or [events[0]["text"]]:
        if text and len(text) + len(sentence) > SUMMARY_LENGTH:
            return f"{text} …"
        text = f"{text} {sentence}".lstrip()
    return text
