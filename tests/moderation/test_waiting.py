"""The first page of the admin shows the work that waits, with counts."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from accounts.services import user_ban
from games.play.due_games import quarantine
from moderation.actions.reports import CLAIM, MERGE
from moderation.actions.users import BAN
from moderation.models import AuditEntry
from moderation.services.appeals import appeal_make
from moderation.services.reports import report_make
from tests.moderation.pages import client_for
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
WHY = "A reason."


def waiting(user: User) -> dict[str, str]:
    """Return the counts of the first page by label."""
    page = client_for(user).get("/admin/").content.decode()
    found = re.findall(r"<strong>([\d+]+)</strong> ([\w ]+)</a>", page)
    return {label: count for count, label in found}


def test_each_queue_is_counted(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    one = report_make(by=alice, username="bob", category="abuse")
    again = report_make(by=charlie, username="bob", category="abuse")
    MERGE.run(by=simon, target_id=again.id, into_id=one.id, reason=WHY)
    report_make(by=alice, username="charlie", category="spam")
    CLAIM.run(by=simon, target_id=one.id)
    BAN.run(by=simon, target_id=bob.id, shown="Insults.", days=7, reason=WHY)
    appeal_make(by=bob, entry_id=AuditEntry.objects.get(user=bob.id, action="ban_user").pk, text="")
    game = start_game(alice, charlie)
    quarantine(game_id=game.id)
    assert waiting(maya) == {
        "Open reports": "2",
        "Unclaimed reports": "1",
        "Open appeals": "1",
        "Overdue games": "0",
        "Games in quarantine": "1",
    }
    assert waiting(simon)["Open appeals"] == "0"  # the ban was theirs


def test_reports_that_involve_the_moderator_are_not_counted(
    alice: User, bob: User, maya: User, simon: User
) -> None:
    report_make(by=alice, username="maya", category="other")
    report_make(by=maya, username="bob", category="other")
    assert waiting(maya)["Open reports"] == "0"
    assert waiting(simon)["Open reports"] == "1"  # a report on staff is for administrators


def test_staff_without_a_role_see_no_queues(otto: User) -> None:
    assert waiting(otto) == {}


def test_a_banned_moderator_sees_nothing(maya: User) -> None:
    client = client_for(maya)
    user_ban(user=maya, reason=WHY)
    assert client.get("/admin/").status_code == 302
