"""The context of a game's admin page, collected from selectors."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any
from uuid import UUID, uuid5

from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.models import User
from core.api.images import svg_data_url
from games.chat.selectors import message_count
from games.models import Failure, Game, Rollback, Room, Seat, SeatAssignment, Status
from games.play.documents import clock_document
from games.play.due_games import DIVERGENCE, is_in_quarantine
from games.staff.divergence import difference_of
from games.staff.selectors import PARTS, StaffView, log_of, orders_for_staff, staff_view_of
from games.staff.time_used import time_used
from moderation.actions.fields import DAY, HOUR
from moderation.admin.action_pages import staff
from moderation.admin.health_flags import health_flags_of
from moderation.admin.report_page import conversation_context
from moderation.admin.reveal_secrets import revealed_until
from moderation.errors import NotPermitted
from moderation.selectors import (
    conversation_of,
    entries_visible,
    reports_open,
    reports_visible,
)
from moderation.shared_clients import by_name, clients_shared_in

LINES = 30
"""Lines of the log on one page."""
RECENT = 20
"""Entries in each of the other lists."""

QUICK_EXTENSIONS = [(HOUR, "+1 h"), (DAY, gettext_lazy("+1 day"))]
"""Seconds and labels of the buttons that give more time at once."""
DIVERGED = gettext_lazy("The stored state differs from the one that the moves lead to.")
FAILED = gettext_lazy(
    "The service failed several times at this game. Administrators see the errors at the end of "
    "this page."
)

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageQuery:
    """The query parameters of the page. Invalid values are ignored."""

    move: int | None = None
    before: int | None = None
    part: str = ""
    seat: int | None = None
    view: int | None = None

    @classmethod
    def of(cls, query: QueryDict) -> PageQuery:
        part = query.get("part", "")
        return cls(
            move=number_in(query, "move"),
            before=number_in(query, "before"),
            part=part if part in PARTS else "",
            seat=number_in(query, "seat"),
            view=number_in(query, "view"),
        )


def name_of(game: Game) -> str:
    """Return the title of a game, or its ruleset and the start of its id."""
    return game.title or f"{game.ruleset} {str(game.id)[:8]}"


def number_in(query: QueryDict, name: str) -> int | None:
    """Return a number of the query, or None if it is missing or not a number."""
    text = query.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def game_context(request: HttpRequest, game_id: UUID) -> Context:
    """Return the context of the whole page. Raises GameNotFound, MoveNotFound."""
    query, until = PageQuery.of(request.GET), revealed_until(request, game_id)
    seen = staff_view_of(
        game_id=game_id,
        number=query.move,
        secrets=until is not None,
        sees_as=query.view,
        language=get_language(),
    )
    game, now = seen.game, timezone.now()
    players = players_context(seen)
    return {
        "game": game,
        "original": game,
        "health_flags": health_flags_of(game, now),
        "revealed_until": until,
        "query": query,
        "table": table_context(seen),
        "replay": replay_context(seen),
        "clock": clock_context(seen, now),
        "players": players,
        "pairs": list(combinations(people_in(players), 2)),
        "orders": orders_for_staff(game) if until else [],
        "log": log_context(seen, query),
        "failures": failures(request, game),
        "quarantine": quarantine_context(seen),
        "quick": quick_context(game),
        **reports_context(request, game),
        "rollbacks": Rollback.objects.filter(game=game).select_related("by")[:RECENT],
        "entries": entries_visible(to=staff(request))
        .filter(game=game.id)
        .select_related("by")[:RECENT],
    }


def reports_context(request: HttpRequest, game: Game) -> Context:
    """Return the open reports, the hints at shared addresses and the last messages.

    ``may_compare`` says if the page links to the games of two players together. All are empty for
    users who play in the game and for users who are not moderators.
    """
    by = staff(request)
    try:
        hints = clients_shared_in(by=by, game_id=game.id)
        conversations = [
            conversation_context(
                conversation_of(by=by, game_id=game.id, room=room), by=by, room=room
            )
            for room in Room.values
            if message_count(game, room)
        ]
    except NotPermitted:
        return {"reports": [], "hints": [], "conversations": [], "may_compare": False}
    reports = reports_visible(to=by, among=reports_open())
    return {
        "reports": reports.filter(game=game)[:RECENT],
        "hints": hints,
        "conversations": conversations,
        "may_compare": True,
    }


# --- the table -----------------------------------------------------------------------------------


def table_context(seen: StaffView) -> Context:
    """Return the table as one viewer sees it: as a picture, and as JSON."""
    return {
        "sees_as": seen.sees_as,
        "view": json.dumps(seen.view, indent=2, ensure_ascii=False),
        "picture": seen.picture and svg_data_url(seen.picture),
        "secrets": seen.secrets,
        "unavailable": seen.unavailable,
        "decision": seen.decision,
        "scores": scores(seen),
    }


def scores(seen: StaffView) -> list[Context]:
    """Return the final ranking, best first. Empty while there is no result."""
    result = seen.game.result
    if not result or seen.moment is not None:
        return []
    # There are no scores if the platform ended the game.
    points = result["scores"] or [None] * len(seen.seats)
    rows = [
        {"who": seat, "place": place, "score": score}
        for seat, place, score in zip(seen.seats, result["placements"], points, strict=True)
    ]
    return sorted(rows, key=lambda row: row["place"])


def replay_context(seen: StaffView) -> Context:
    """Return the position of the shown table between the set-up and the last move."""
    last = seen.game.move_count
    here = last if seen.moment is None else seen.moment.move.number
    return {
        "here": here,
        "last": last,
        "back": here - 1 if here > 0 else None,
        "on": here + 1 if here < last else None,
        "past": seen.moment is not None,
        "at": seen.moment.move.created_at if seen.moment else None,
    }


# --- the clock and the players -------------------------------------------------------------------


def clock_context(seen: StaffView, now: datetime) -> Context:
    """Return the clock as players see it, and when a bot is due.

    The time at which a standing order is due is omitted: only its owner may know that it exists.
    So is the time of a stored choice of a bot, which would show that the bot has chosen. For the
    same reason a first attempt is not shown: a worker counts it while the bot thinks.
    """
    game = seen.game
    acting = next((seat for seat in seen.seats if seat.number == game.to_act), None)
    bot_acts = acting is not None and acting.bot != ""
    return {
        "document": clock_document(game, seen.seats),
        "acting": acting,
        "bot_due": bot_due(game) if bot_acts else None,
        "allowance": time_per_turn(game),
        "pauses": game.pauses.select_related("owner") if game.paused else [],
        "late": game.deadline_at is not None and game.deadline_at < now,
    }


def time_per_turn(game: Game) -> timedelta | None:
    """Return the time of each turn, besides a bank; None without a clock."""
    seconds = game.pace.get("allowance") or game.pace.get("increment")
    return timedelta(seconds=seconds) if seconds else None


def bot_due(game: Game) -> datetime | None:
    """Return the earliest time at which the bot to move may begin, or None if it may not."""
    if game.to_act_since is None or game.auto_at is None:
        return None
    return game.to_act_since + timedelta(seconds=game.bot_delay)


def quick_context(game: Game) -> Context:
    """Return the buttons that give more time. Two clicks on the same deadline count once."""
    nonce = uuid5(game.id, f"more than {game.deadline_at}")
    return {"lengths": QUICK_EXTENSIONS, "nonce": nonce}


def players_context(seen: StaffView) -> list[Context]:
    """Return the seats with their current and former players."""
    assignments: dict[int, list[SeatAssignment]] = {}
    for assignment in SeatAssignment.objects.filter(game=seen.game).select_related("user"):
        assignments.setdefault(assignment.seat, []).append(assignment)
    used = time_used(seen.game, seen.seats) if seen.game.started_at else {}
    return [
        {
            "seat": seat,
            "acting": seen.game.status == Status.ACTIVE and seen.game.to_act == seat.number,
            "assignments": assignments.get(seat.number, []),
            "replaced": any(one.ended_at for one in assignments.get(seat.number, [])),
            "kind": kind_of(seat),
            "used": used.get(seat.number),
        }
        for seat in seen.seats
    ]


def people_in(players: list[Context]) -> tuple[User, ...]:
    """Return the current and former players of a game."""
    sit = {player["seat"].user for player in players if player["seat"].user}
    return by_name(sit | {one.user for player in players for one in player["assignments"]})


def kind_of(seat: Seat) -> str:
    """Return a short description of who plays the seat."""
    if seat.lost_at is not None:
        return _("%(loss)s, a bot took over") % {"loss": seat.get_loss_display().lower()}
    if seat.away_since is not None:
        return _("away, a bot stands in")
    if seat.bot:
        return _("bot, %(level)s, %(profile)s") % {"level": seat.bot, "profile": seat.bot_profile}
    return _("player") if seat.user_id else _("free")


# --- what happened -------------------------------------------------------------------------------


def log_context(seen: StaffView, query: PageQuery) -> Context:
    """Return a page of the log of a game, as much as the moderator may see."""
    lines = log_of(
        game=seen.game,
        seats=seen.seats,
        secrets=seen.secrets,
        before=query.before,
        limit=LINES + 1,
        part=query.part,
        seat=query.seat,
        language=get_language(),
    )
    shown = lines[:LINES]
    return {
        "lines": shown,
        "older": shown[-1]["seq"] if len(lines) > LINES else None,
        "newest": query.before is None,
        "parts": [("", _("everything")), ("moves", _("moves")), ("platform", _("the service"))],
    }


def quarantine_context(seen: StaffView) -> Context | None:
    """Return why a game is in quarantine, and if its state differs from its moves."""
    game = seen.game
    if not is_in_quarantine(game.id):
        return None
    failed = Failure.objects.filter(game=game).first()
    return {
        "why": failed and (DIVERGED if failed.task == DIVERGENCE else FAILED),
        "at": failed and failed.created_at,
        "difference": difference_of(game_id=game.id),
    }


def failures(request: HttpRequest, game: Game) -> list[Failure]:
    """Return the failures of the game for administrators. They can contain secrets."""
    if not getattr(request.user, "is_superuser", False):
        return []
    return list(Failure.objects.filter(game=game)[:RECENT])
