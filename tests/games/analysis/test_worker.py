"""Workers make analyses in slices. Whatever happens to one of them, there is one result."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.analysis import queue
from games.analysis.queue import AnalysisQueue, analyses_run
from games.analysis.services import WINDOW, analysis_request
from games.analysis.storage import decisions_unpack
from games.models import Analysis, AnalysisStatus, Move
from games.rules.analysis import MoveRecord, PlayedDecision, seat_decisions
from games.rules.rulesets import ruleset_of
from tests.games.analysis.finished import CASTLE, finished
from tests.games.test_races import at_once

LATER = 2 * AnalysisQueue.lease


@pytest.fixture
def analysis(alice: User) -> Analysis:
    return analysis_request(user=alice, game_id=finished(alice).id)


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Each slice is one move. Returns how many moves were done after each."""
    stored: list[int] = []
    honest = AnalysisQueue.save

    def save(self: AnalysisQueue, row: Analysis, decisions: Any, *, done: int) -> int | None:
        stored.append(done)
        return honest(self, row, decisions, done=done)

    monkeypatch.setattr(queue, "RUN_SECONDS", 0.0)
    monkeypatch.setattr(AnalysisQueue, "save", save)
    return stored


def kill(self: PlayedDecision, iterations: int) -> Any:
    """A killed process writes nothing afterwards."""
    raise SystemExit


def work(analysis: Analysis) -> Analysis:
    for _ in range(1000):
        if analysis.due_at is None:
            return analysis
        tasks.analyses()
        analysis.refresh_from_db()
    pytest.fail("An analysis stays pending.")


def moves_in(analysis: Analysis) -> list[int]:
    return [decision["move"] for decision in decisions_unpack(bytes(analysis.result))]


def test_each_slice_continues_where_the_last_one_stopped(
    analysis: Analysis, slices: list[int]
) -> None:
    work(analysis)
    assert slices == list(range(1, analysis.total + 1))
    assert moves_in(analysis) == sorted(set(moves_in(analysis)))


def test_slices_make_the_same_result(
    alice: User, analysis: Analysis, request: pytest.FixtureRequest
) -> None:
    whole = bytes(work(analysis).result)
    slices = request.getfixturevalue("slices")
    Analysis.objects.all().delete()
    assert bytes(work(analysis_request(user=alice, game_id=analysis.game_id)).result) == whole
    assert len(slices) == analysis.total


def test_a_killed_worker_loses_one_slice(
    analysis: Analysis, slices: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next worker waits for the end of its lease, and goes on."""
    honest = PlayedDecision.analyze
    with monkeypatch.context() as broken:
        broken.setattr(
            PlayedDecision,
            "analyze",
            lambda *at: kill(*at) if len(slices) == 3 else honest(*at),
        )
        with suppress(SystemExit):
            analyses_run()
    assert analyses_run() == 0
    analysis.refresh_from_db()
    assert analysis.done == 3
    with time_machine.travel(timezone.now() + LATER):
        work(analysis)
    assert slices == list(range(1, analysis.total + 1))
    assert (analysis.status, analysis.done) == (AnalysisStatus.DONE, analysis.total)
    assert moves_in(analysis) == sorted(set(moves_in(analysis)))


def test_a_worker_that_was_late_stores_nothing(analysis: Analysis) -> None:
    """Its lease had ended, and another worker had taken over."""
    late = AnalysisQueue().take_lease(analysis.pk, timezone.now())
    assert late is not None
    with time_machine.travel(timezone.now() + LATER):
        whole = bytes(work(analysis).result)
        assert not AnalysisQueue().save(late, [], done=1)
    analysis.refresh_from_db()
    assert bytes(analysis.result) == whole


def test_one_that_kills_every_worker_fails_and_is_made_again_a_day_later(
    alice: User, analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed, now = [], timezone.now()

    def count(*at: Any) -> Any:
        killed.append(at)
        kill(*at)

    with monkeypatch.context() as broken:
        broken.setattr(PlayedDecision, "analyze", count)
        for attempt in range(AnalysisQueue.max_attempts + 2):
            with time_machine.travel(now + 4 * attempt * LATER), suppress(SystemExit):
                analyses_run()
    analysis.refresh_from_db()
    assert len(killed) == AnalysisQueue.max_attempts
    assert (analysis.status, analysis.error) == (AnalysisStatus.FAILED, "internal_error")
    with time_machine.travel(now + WINDOW + LATER):
        again = analysis_request(user=alice, game_id=analysis.game_id)
        assert (again.pk, work(again).status) == (analysis.pk, AnalysisStatus.DONE)


def test_a_replay_that_differs_fails_at_once(
    analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablekernel.rules.Rules.has_hash", lambda self, state, one: False)
    monkeypatch.setattr(queue, "moves_of", changed_moves)
    analyses_run()
    analysis.refresh_from_db()
    assert (analysis.status, analysis.error) == (AnalysisStatus.FAILED, "history_unavailable")


def changed_moves(analysis: Analysis) -> Any:
    """Replay a game whose stored hashes are others."""
    game = analysis.game
    columns = ("number", "seat", "actor", "choice", "events")
    rows = Move.objects.filter(game=game).order_by("number").values(*columns)
    return seat_decisions(
        ruleset_of(game),
        options=game.options,
        seats=game.table_size,
        stored=game.state.state,
        start="",
        moves=(MoveRecord(**row, state_hash="0" * 64) for row in rows),
        seat=analysis.seat,
    )


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_do_not_exceed_the_limit_together(alice: User) -> None:
    for _ in range(5):
        games = [finished(alice, **CASTLE) for _ in range(2)]
        outcome = at_once(*(partial(analysis_request, user=alice, game_id=g.id) for g in games))
        assert outcome == ["", "AnalysisRunning"]
        Analysis.objects.all().delete()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_make_one_analysis(alice: User) -> None:
    game = finished(alice, **CASTLE)

    def request() -> object:
        return analysis_request(user=alice, game_id=game.id)

    assert at_once(request, request, request) == ["", "", ""]
    assert Analysis.objects.count() == 1
