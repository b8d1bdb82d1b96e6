"""Requests for analyses and hints. A worker does them later (``games.analysis.queue``)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.models import User
from core import database_clock
from core.period_limits import period_limit_check
from core.task_wakeup import TaskWakeup
from games.analysis.errors import (
    AnalysisLimit,
    AnalysisRunning,
    AnalysisUnavailable,
    HintRefusal,
    HintRefused,
)
from games.history.reveal import finished_game
from games.models import (
    Analysis,
    AnalysisKind,
    AnalysisStatus,
    Game,
    Seat,
    SeatAssignment,
    Status,
)
from games.play.documents import Viewer, is_to_act, viewer_of
from games.play.errors import GameFrozen, GameNotRunning, NotSeated
from games.play.selectors import check_visible, game_with_state_any
from games.rules.analysis import can_analyze
from games.rules.errors import NotYourDecision
from games.rules.rulesets import ruleset_of

VERSION = 1
"""The version of the analysis. Results of other versions are not shown, and are made again."""
WINDOW = timedelta(days=1)
MOST_MOVES = 1000
"""Moves of the seat. A longer game is not analyzed: each slice of the work replays it."""
wakeup = TaskWakeup("games.tasks.analyses")


def present_version() -> QuerySet[Analysis]:
    """Return the analyses and hints of the present version, in no order."""
    return Analysis.objects.filter(version=VERSION).order_by()


@transaction.atomic
def analysis_request(*, user: User, game_id: UUID) -> Analysis:
    """Request the analysis of the user's seat in a finished game, or return the one that there is.

    One that failed is made again after a day. Raises GameNotFound, GameNotFinished, NotSeated,
    AnalysisUnavailable, AnalysisRunning, AnalysisLimit, RulesUnavailable.
    """
    game, seats = finished_game(user=user, game_id=game_id)
    viewer = viewer_of(seats, user)
    if viewer.seat is None:
        raise NotSeated
    total = game.moves.filter(undone_by=None, seat=viewer.seat).count()
    return request_once(user=user, game=game, seat=viewer.seat, decision=0, total=total)


@transaction.atomic
def hint_request(*, user: User, game_id: UUID) -> Analysis:
    """Request a hint for the user's open decision in an unrated game against bots, or return the
    one that there is.

    Raises GameNotFound, GameNotRunning, NotSeated, HintRefused, NotYourDecision, GameFrozen,
    AnalysisUnavailable, AnalysisLimit, RulesUnavailable.
    """
    game = game_with_state_any(game_id)
    seats = list(game.seats.select_related("user"))
    viewer = check_visible(game, viewer_of(seats, user), user)
    if game.status != Status.ACTIVE:
        raise GameNotRunning
    if viewer.seat is None:
        raise NotSeated
    check_practice(game, seats, viewer.seat)
    check_may_decide(game, viewer)
    return request_once(user=user, game=game, seat=viewer.seat, decision=game.decision_id, total=1)


def check_practice(game: Game, seats: Sequence[Seat], own: int) -> None:
    """Check that bots of the service have all other seats, also from the start, and that nobody had
    the own seat before: a hint uses what the seat was told. Raises HintRefused.

    A single bot of the service makes a game unrated, whatever its host has set.
    """
    with_people = [seat for seat in seats if seat.user_id is not None]
    if game.rated and len(with_people) == len(seats):
        raise HintRefused(HintRefusal.RATED)
    holders = SeatAssignment.objects.filter(game=game, seat=own).values("user").distinct()
    if holders.count() > 1 or any(seat.number != own for seat in with_people):
        raise HintRefused(HintRefusal.OTHER_PLAYERS)


def check_may_decide(game: Game, viewer: Viewer) -> None:
    """Check that the open decision is the viewer's own. Raises NotYourDecision, GameFrozen."""
    assert game.to_act is not None  # it is active
    if not is_to_act(game, viewer):
        raise NotYourDecision(game.to_act)
    if game.frozen:
        raise GameFrozen


def check_can_analyze(game: Game, *, total: int) -> None:
    """Raises AnalysisUnavailable, RulesUnavailable."""
    if not 0 < total <= MOST_MOVES:
        detail = gettext("Only games with 1 to %(most)s moves of yours can be analyzed.")
        raise AnalysisUnavailable(detail % {"most": MOST_MOVES})
    if not can_analyze(ruleset_of(game)):
        raise AnalysisUnavailable


def request_once(*, user: User, game: Game, seat: int, decision: int, total: int) -> Analysis:
    """Return the user's analysis or hint. Create it if there is none that can be used.

    Raises AnalysisUnavailable, AnalysisRunning, AnalysisLimit, RulesUnavailable.
    """
    # two requests at once make one analysis, and do not exceed the limit together
    User.objects.select_for_update(no_key=True).get(id=user.id)
    key: dict[str, Any] = {"game": game, "user": user, "decision": decision}
    known = present_version().filter(**key).first()
    now = database_clock.now()
    if known is not None and not is_worth_another_try(known, now):
        return known
    check_can_analyze(game, total=total)
    kind = AnalysisKind.HINT if decision else AnalysisKind.GAME
    check_limits(user, kind, now)
    fresh: dict[str, Any] = {
        "seat": seat,
        "kind": kind,
        "status": AnalysisStatus.PENDING,
        "done": 0,
        "total": total,
        "version": VERSION,
        "result": b"",
        "error": "",
        "attempts": 0,
        "due_at": now,
        "requested_at": now,
        "finished_at": None,
    }
    analysis, _ = Analysis.objects.update_or_create(**key, defaults=fresh)
    wakeup.wake_on_commit()
    return analysis


def is_worth_another_try(known: Analysis, now: datetime) -> bool:
    """True if an analysis failed so long ago that another one is within the limit of a day."""
    return known.status == AnalysisStatus.FAILED and known.requested_at <= now - WINDOW


def check_limits(user: User, kind: AnalysisKind, now: datetime) -> None:
    """Check that a user, whose row is locked, may request one more. Raises AnalysisRunning,
    AnalysisLimit.
    """
    own = Analysis.objects.filter(user=user, kind=kind)
    pending = present_version().filter(user=user, kind=kind, status=AnalysisStatus.PENDING).first()
    if kind == AnalysisKind.GAME and pending is not None:
        raise AnalysisRunning(pending.game_id)
    limit = settings.ANALYSIS_DAY_LIMIT if kind == AnalysisKind.GAME else settings.HINT_DAY_LIMIT
    period_limit_check(own, AnalysisLimit, at="requested_at", most=limit, period=WINDOW, now=now)
