"""Analyses in exports, deletions and after their retention period."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import HANDLERS, DeletedUser
from games.analysis.personal_data import export_analyses
from games.analysis.queue import analyses_run
from games.analysis.services import hint_request
from games.models import Analysis
from games.personal_data import expired_purge
from tests.games.analysis.finished import CITADELS
from tests.toy_games import played, start_game


@pytest.fixture
def hint(alice: User) -> Analysis:
    game = played(start_game(alice, **CITADELS), [alice], 1)
    found = hint_request(user=alice, game_id=game.id)
    analyses_run()
    return found


def test_they_are_exported(alice: User, bob: User, hint: Analysis) -> None:
    (row,) = export_analyses(alice)
    assert (row["game"], row["kind"], row["status"]) == (hint.game_id, "hint", "done")
    assert row["result"][0]["values"]
    assert not list(export_analyses(bob))


@pytest.mark.usefixtures("hint")
def test_they_are_deleted_with_the_account(alice: User) -> None:
    HANDLERS["games.analysis"].erase(DeletedUser(alice, "alice"))
    assert not Analysis.objects.exists()


@pytest.mark.usefixtures("hint")
def test_they_are_deleted_after_their_retention_period() -> None:
    now = timezone.now()
    kept = timedelta(days=settings.ANALYSIS_RETENTION_DAYS)
    expired_purge(now=now + kept - timedelta(minutes=1))
    assert Analysis.objects.exists()
    expired_purge(now=now + kept + timedelta(minutes=1))
    assert not Analysis.objects.exists()
