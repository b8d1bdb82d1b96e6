"""The work on analyses, in slices: each stores what it has done, and the next one continues there.

A worker that dies loses one slice. The decisions are the same however often one is repeated, since
their randomness comes from the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from time import monotonic
from typing import Any

from django.db.models import QuerySet

from core import database_clock
from core.errors import ApiError
from core.leases import LeaseQueue
from games.analysis.services import present_version, wakeup
from games.analysis.storage import Document, decisions_pack, decisions_unpack
from games.history.errors import HistoryUnavailable
from games.models import Analysis, AnalysisKind, AnalysisStatus, Move, Status
from games.models.move import OF_A_USER
from games.play.errors import StaleDecision
from games.play.selectors import events_stored
from games.rules.analysis import (
    ITERATIONS,
    MoveRecord,
    PlayedDecision,
    open_decision_analyze,
    seat_decisions,
)
from games.rules.bots import events_for_seat
from games.rules.live_game import ReplayFailed
from games.rules.rulesets import ruleset_of

RUN_SECONDS = 1.0
"""After this time a run starts no other decision, so that other tasks get their turn."""
FAILED = "internal_error"
"""The error of an analysis whose attempts ended without one."""


class AnalysisQueue(LeaseQueue[Analysis]):
    """Analyses and hints that are not done, hints first."""

    first = ("-kind",)  # "hint" before "game"
    lease = timedelta(seconds=60)  # longer than a task may run
    max_attempts: int = 3
    """Attempts without progress."""
    budget = RUN_SECONDS

    def rows(self) -> QuerySet[Analysis]:
        return present_version().filter(due_at__isnull=False).select_related("game__state")

    def process(self, analysis: Analysis) -> int | None:
        if analysis.kind == AnalysisKind.HINT:
            return self.save(analysis, [hint_decision(analysis)], done=1)
        decisions, done = decisions_unpack(bytes(analysis.result)), analysis.done
        end = monotonic() + RUN_SECONDS
        for played in islice(moves_of(analysis), done, None):
            if (document := played.analyze(ITERATIONS)) is not None:
                decisions.append(document)
            done += 1
            if monotonic() > end:
                break
        return self.save(analysis, decisions, done=done)

    def save(self, analysis: Analysis, decisions: list[Document], *, done: int) -> int | None:
        """Store a slice. None if the lease has expired and another worker has taken over."""
        now, complete = database_clock.now(), done >= analysis.total
        changes: dict[str, Any] = {
            "result": decisions_pack(decisions),
            "done": done,
            "attempts": 0,
            "due_at": None if complete else now,
        }
        if complete:
            changes.update(status=AnalysisStatus.DONE, finished_at=now)
        return self.leased_row(analysis).update(**changes) or None

    def give_up(self, analysis: Analysis, error: str = FAILED) -> None:
        self.leased_row(analysis).update(
            status=AnalysisStatus.FAILED,
            error=error,
            due_at=None,
            finished_at=database_clock.now(),
        )

    def fail(self, analysis: Analysis, error: Exception) -> int | None:
        """Put the analysis off, or give it up if another attempt would fail in the same way."""
        if isinstance(error, ReplayFailed):
            error = HistoryUnavailable(str(error))
        if not isinstance(error, ApiError):
            return super().fail(analysis, error)
        self.note_failure(analysis, error)
        self.give_up(analysis, error.code)
        return None

    def stop_early(self) -> None:
        wakeup.wake()


def analyses_run() -> int:
    """Work on hints and analyses for a second. Returns how many slices were done."""
    return AnalysisQueue().work()


def find_analyses_given_up(*, since: datetime) -> QuerySet[Analysis]:
    """Return the analyses and hints that ended without a result since then, and not because of
    their games.
    """
    return present_version().filter(error=FAILED, finished_at__gte=since)


def analyses_retry(analyses: QuerySet[Analysis]) -> int:
    """Go on with analyses that were given up. Returns how many."""
    return analyses.update(
        status=AnalysisStatus.PENDING,
        error="",
        finished_at=None,
        attempts=0,
        due_at=database_clock.now(),
    )


def moves_of(analysis: Analysis) -> Iterator[PlayedDecision]:
    """Replay a finished game, and yield the moves of the seat. SECRET.

    Raises RulesUnavailable, ReplayFailed.
    """
    game = analysis.game
    moves = Move.objects.filter(game=game, undone_by=None).order_by("number")
    return seat_decisions(
        ruleset_of(game),
        options=game.options,
        seats=game.table_size,
        stored=game.state.state,
        start=game.state.start,
        moves=(
            MoveRecord(
                number=move.number,
                seat=move.seat,
                actor=move.actor,
                choice=move.choice,
                state_hash=move.state_hash,
                events=move.events,
                own=move.actor in OF_A_USER and move.user_id == analysis.user_id,
            )
            for move in moves
        ),
        seat=analysis.seat,
    )


def hint_decision(analysis: Analysis) -> Document:
    """Return what the open decision is worth, from what its seat knows.

    Raises StaleDecision if it was answered meanwhile.
    """
    game = analysis.game
    if game.status != Status.ACTIVE or game.decision_id != analysis.decision:
        raise StaleDecision({})
    stored = list(events_stored(game.id))[: game.move_count + 1]
    return open_decision_analyze(
        ruleset_of(game),
        stored=game.state.state,
        events=events_for_seat(stored, analysis.seat),
        iterations=ITERATIONS,
    )
