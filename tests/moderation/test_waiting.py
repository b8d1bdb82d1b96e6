"""The first page of the admin shows the work that waits, with counts."""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from accounts.models import User
from accounts.services import user_ban
from games.play.due_games import quarantine
from moderation.actions.reports import CLAIM, MERGE
from moderation.actions.users import BAN, MUTE
from moderation.models import Action, AuditEntry
from moderation.services.appeals import appeal_make
from moderation.services.audit import audit
from moderation.services.reports import report_make
from tests.moderation.pages import client_for
from tests.toy_games import lobby, start_game

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
    MERGE.run(by=simon, target_id=one.id, also=[again.id], reason=WHY)
    report_make(by=alice, username="charlie", category="spam")
    CLAIM.run(by=simon, target_id=one.id)
    BAN.run(by=simon, target_id=bob.id, shown="Insults.", days=7, reason=WHY)
    appeal_make(by=bob, entry_id=AuditEntry.objects.get(user=bob.id, action="ban_user").pk, text="")
    game = start_game(alice, charlie)
    quarantine(game_id=game.id)
    assert waiting(maya) == {
        "Open reports": "2",
        "Unclaimed reports": "1",
        "My reports": "0",
        "Answered questions": "0",
        "Overdue reports": "0",
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


def test_the_latest_actions_are_shown_with_links(
    alice: User, bob: User, maya: User, simon: User, otto: User
) -> None:
    game = lobby(alice, seats=2, title="Friday evening")
    audit_in_transaction(simon, game=game.id)
    BAN.run(by=maya, target_id=bob.id, shown="Insults.", days=7, reason=WHY)
    page = client_for(maya).get("/admin/").content.decode()
    assert "None available" not in page
    assert f'<a href="/admin/games/game/{game.id}/change/">Friday evening</a>' in page
    assert f'<a href="/admin/accounts/user/{bob.id}/moderate/">bob</a>' in page
    assert page.index("User banned") < page.index("Game frozen")
    assert "User banned" not in client_for(otto).get("/admin/").content.decode()


def test_the_log_names_games_users_and_lengths(alice: User, bob: User, maya: User) -> None:
    audit_in_transaction(maya, game=lobby(alice, seats=2, title="Friday evening").id)
    audit_in_transaction(maya, game=uuid4())
    BAN.run(by=maya, target_id=bob.id, shown="Insults.", days=7, reason=WHY)
    MUTE.run(by=maya, target_id=bob.id, shown="Insults.", days=0, reason=WHY)
    for language in ("en", "fr"):
        headers = {"Accept-Language": language}
        page = client_for(maya).get("/admin/moderation/auditentry/", headers=headers)
        cells = re.findall(r'<t[dh] class="field-(\w+)[^>]*>(.*?)</t[dh]>', page.content.decode())
        found = {name: [text for key, text in cells if key == name] for name, _ in cells}
        assert all(re.search(r">\d{4}-\d\d-\d\d \d\d:\d\d<", at) for at in found["at"])
        assert (
            found["length"][:2]
            == {
                "en": ["permanently", "7 days"],
                "fr": ["définitivement", "7 jours"],
            }[language]
        )
        assert [re.sub("<.*?>", "", text) for text in found["user_link"]][:2] == ["bob", "bob"]
        assert found["game_link"][3].endswith(">Friday evening</a>")
        assert re.fullmatch("[0-9a-f]{8}", found["game_link"][2])  # the game is gone


def test_moves_and_rollbacks_are_in_the_menu_of_administrators(maya: User, ada: User) -> None:
    pages = ("/admin/games/move/", "/admin/games/rollback/")
    for user, shown in ((maya, False), (ada, True)):
        client = client_for(user)
        index = client.get("/admin/").content.decode()
        for page in pages:
            assert (f'href="{page}"' in index) is shown
            assert client.get(page).status_code == 200


def audit_in_transaction(by: User, game: UUID) -> None:
    with transaction.atomic():
        audit(by=by, action=Action.FREEZE_GAME, reason=WHY, game=game)


def test_a_banned_moderator_sees_nothing(maya: User) -> None:
    client = client_for(maya)
    user_ban(user=maya, reason=WHY)
    assert client.get("/admin/").status_code == 302
