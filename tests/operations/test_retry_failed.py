"""`manage.py retry_failed`: what failed because of the machine is retried, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from accounts.models import AccountExport, User
from accounts.services.exports import export_request
from games.analysis.queue import FAILED
from games.analysis.services import hint_request
from games.models import Analysis, AnalysisStatus, Failure, Game
from games.play.due_games import (
    failure_record,
    game_divergence_quarantine,
    is_in_quarantine,
    quarantine,
)
from notifications.models import OutboxEntry
from tests.faults.copies import begun, copies
from tests.faults.queues import begun_against_bots, news_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
DISK_FULL = OperationalError(
    'could not extend file "base/1": No space left on device\nHINT:  Check free disk space.'
)


def fail(game: Game, *errors: Exception) -> UUID:
    """Quarantine a game after attempts with these errors."""
    for number, error in enumerate(errors, start=1):
        try:
            raise error
        except Exception:
            failure_record(game_id=game.id, task="due_at", number=number)
    quarantine(game_id=game.id)
    return game.id


@pytest.fixture
def games(alice: User, bob: User) -> list[UUID]:
    """Games whose attempts met a full disk; nothing that could be stored; an error once; an error
    at last; and one that differs from its moves.
    """
    first = begun(alice, bob)
    full, silent, once, last, diverged = (first, *copies(first, 4))
    game_divergence_quarantine(game_id=diverged.id, reason="It differs.")
    return [
        fail(full, DISK_FULL, DISK_FULL),
        fail(silent),
        fail(once, ValueError("its own"), DISK_FULL),
        fail(last, DISK_FULL, ValueError("its own")),
        diverged.id,
    ]


def retry(*options: str, since: timedelta = timedelta(hours=1)) -> list[str]:
    said = StringIO()
    begin = (timezone.now() - since).strftime("%Y-%m-%dT%H:%M:%S")
    call_command("retry_failed", "--since", begin, *options, stdout=said)
    return said.getvalue().splitlines()


def test_games(games: list[UUID]) -> None:
    own = Failure.objects.filter(game=games[2], traceback__contains="its own")
    assert own.update(created_at=timezone.now() - timedelta(days=1)) == 1
    assert retry("--dry-run")[0] == "games: 2 to retry"
    assert all(map(is_in_quarantine, games))
    assert retry(since=-timedelta(hours=1))[0] == "games: 0 are retried"
    assert retry()[0] == "games: 2 are retried"
    assert list(map(is_in_quarantine, games)) == [False, False, True, True, True]


def test_analyses_exports_and_notifications(alice: User, bob: User) -> None:
    hint = hint_request(user=alice, game_id=begun_against_bots(alice).id)
    rows = Analysis.objects.filter(id=hint.id)
    export = AccountExport.objects.filter(id=export_request(user=alice).id)
    now = timezone.now()
    errors = ("OperationalError: a", "InterfaceError: b", "ConnectionError: c", "KeyError: d")
    entries = [news_of(bob) for _ in errors]
    for entry, error in zip(entries, errors, strict=True):
        OutboxEntry.objects.filter(id=entry.id).update(dead_at=now, error=error)
    export.update(due_at=None, attempts=5)
    ended = {"status": AnalysisStatus.FAILED, "due_at": None, "finished_at": now, "attempts": 4}
    rows.update(error="rules_unavailable", **ended)
    assert retry("--dry-run")[1] == "analyses: 0 to retry"
    rows.update(error=FAILED)
    counts = ["analyses: 1", "exports: 1", "notifications: 3"]
    assert retry("--dry-run")[1:] == [f"{count} to retry" for count in counts]
    assert retry()[1:] == [f"{count} are retried" for count in counts]
    assert rows.get().due_at is not None
    assert rows.get().attempts == export.get().attempts == 0
    assert export.get().due_at is not None
    assert OutboxEntry.objects.get(dead_at__isnull=False).id == entries[-1].id


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(CommandError, match="is no time"):
        call_command("retry_failed", "--since", "yesterday")
