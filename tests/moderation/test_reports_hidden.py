"""Moderators who are involved in a report see neither the report nor the actions on it."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from core.errors import Invalid
from games.chat.services import message_post
from games.models import Room
from moderation.actions.reports import CLOSE, MERGE
from moderation.actions.users import WARN
from moderation.models import Action, AuditEntry, Report
from moderation.services.privacy import expired_purge
from moderation.services.reports import report_make
from tests.moderation.pages import client_for
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
INSULT = "You play like a bishop."
WHY = "Against the rules of the house."
LOG = "/admin/moderation/auditentry/"


def warn(by: User, report: Report) -> None:
    """Warn the reported user because of the report."""
    shown = "Be kind."
    WARN.run(by=by, target_id=report.user_id, shown=shown, reason=WHY, report=report.id)


def seen_by(user: User, *pages: str) -> list[bool]:
    """Return the pages that show an action on the report."""
    client = client_for(user)
    told = [client.get(page, follow=True).content.decode() for page in pages]
    return [WHY in page for page in told]


def test_who_has_a_part_in_a_report_does_not_read_what_was_done_about_it(
    alice: User, bob: User, maya: User, simon: User, ada: User
) -> None:
    game = start_game(alice, simon)
    page = f"/admin/games/game/{game.id}/change/"
    of_game = report_make(by=alice, game_id=game.id, category="stalling")
    CLOSE.run(by=maya, target_id=of_game.id, outcome="nothing", reason=WHY)
    entry = f"{LOG}{AuditEntry.objects.get().pk}/change/"
    assert seen_by(simon, page, LOG, f"{LOG}?q={game.id}", entry) == [False] * 4
    assert seen_by(maya, page, LOG, entry) == seen_by(ada, page, LOG, entry) == [True] * 3


def test_nor_who_is_reported_or_has_reported(
    alice: User, bob: User, maya: User, simon: User, ada: User
) -> None:
    page = f"/admin/accounts/user/{bob.id}/moderate/"
    against_simon = report_make(by=alice, username="simon", category="other")
    warn(ada, against_simon)
    own = f"/admin/accounts/user/{simon.id}/moderate/"
    assert seen_by(simon, own, LOG) == [False, False]
    assert seen_by(maya, own, LOG) == [True, True]
    of_maya = report_make(by=maya, username="bob", category="other")
    warn(ada, of_maya)
    assert seen_by(maya, page) == [False]
    assert seen_by(simon, page, LOG) == [True, True]


def test_reports_from_their_own_game_are_not_listed_beside_another_report(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    game = start_game(alice, bob, simon)
    message_post(user=bob, game_id=game.id, room=Room.PLAYERS, text=INSULT)
    in_his = report_make(by=alice, game_id=game.id, room="players", number=1, category="abuse")
    of_user = report_make(by=charlie, username="bob", category="other")
    page = f"/admin/moderation/report/{of_user.id}/change/"
    assert str(in_his.id) in client_for(maya).get(page).content.decode()
    assert str(in_his.id) not in client_for(simon).get(page).content.decode()
    MERGE.run(by=maya, target_id=of_user.id, also=[in_his.id], reason=WHY)
    named = str(in_his.id)
    assert named in client_for(maya).get(page).content.decode()
    assert client_for(simon).get(page).status_code == 404


def pages_of(action: Action) -> list[str]:
    """Return the audit log page of each action."""
    return [f"{LOG}{entry.pk}/change/" for entry in AuditEntry.objects.filter(action=action)]


def test_the_reporter_does_not_read_the_outcome_of_the_report_that_theirs_was_merged_into(
    alice: User, bob: User, charlie: User, maya: User, simon: User, ada: User
) -> None:
    own = report_make(by=maya, username="bob", category="other")
    of_alice = report_make(by=alice, username="bob", category="other")
    of_charlie = report_make(by=charlie, username="bob", category="other")
    MERGE.run(by=simon, target_id=of_alice.id, also=[own.id], reason=WHY)
    MERGE.run(by=simon, target_id=of_alice.id, also=[of_charlie.id], reason=WHY)
    warn(simon, of_alice)
    CLOSE.run(by=simon, target_id=of_alice.id, outcome="earlier", reason=WHY)
    actions = (Action.MERGE_REPORTS, Action.WARN_USER, Action.CLOSE_REPORT)
    pages = [LOG, *(page for action in actions for page in pages_of(action))]
    assert len(pages) == 5
    assert seen_by(maya, *pages) == [False] * 5
    assert seen_by(simon, *pages) == seen_by(ada, *pages) == [True] * 5
    page = f"/admin/moderation/report/{of_alice.id}/change/"
    assert [client_for(user).get(page).status_code for user in (maya, simon)] == [404, 200]
    for page in ("moderation/report/?state=all", f"accounts/user/{bob.id}/moderate/"):
        shown = [client_for(user).get(f"/admin/{page}").text for user in (maya, simon)]
        assert [str(of_alice.id) in text for text in shown] == [False, True]


def test_a_reporter_does_not_see_the_page_of_their_report(
    bob: User, maya: User, simon: User
) -> None:
    own = report_make(by=maya, username="bob", category="other", text="This user shouts.")
    page = f"/admin/moderation/report/{own.id}/change/"
    shown = [client_for(user).get(page, follow=True).content.decode() for user in (maya, simon)]
    assert ["This user shouts." in text for text in shown] == [False, True]


def test_nobody_moves_their_own_report_by_merging_the_one_that_it_went_into(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    own = report_make(by=simon, username="bob", category="other")
    one, other = (report_make(by=by, username="bob", category="other") for by in (alice, charlie))
    MERGE.run(by=maya, target_id=one.id, also=[own.id], reason=WHY)
    for held in (one, other):
        Report.objects.filter(id=held.id).update(claimed_by=None, claimed_until=None)
    with pytest.raises(Invalid):
        MERGE.run(by=simon, target_id=other.id, also=[one.id], reason=WHY)
    with pytest.raises(Invalid):
        CLOSE.run(by=simon, target_id=other.id, also=[one.id], outcome="nothing", reason=WHY)
    own.refresh_from_db()
    assert own.merged_into == one


def test_what_was_done_about_a_report_that_is_deleted_is_read_by_who_did_it_and_administrators(
    bob: User, maya: User, simon: User, ada: User
) -> None:
    own = report_make(by=maya, username="bob", category="other")
    warn(simon, own)
    CLOSE.run(by=simon, target_id=own.id, outcome="earlier", reason=WHY)
    expired_purge(now=timezone.now() + timedelta(days=settings.REPORT_RETENTION_DAYS, seconds=1))
    assert not Report.objects.exists()
    pages = [LOG, *pages_of(Action.WARN_USER), *pages_of(Action.CLOSE_REPORT)]
    assert seen_by(maya, *pages) == [False] * 3
    assert seen_by(simon, *pages) == seen_by(ada, *pages) == [True] * 3


def test_a_warning_about_a_message_is_not_read_by_players_of_its_game(
    alice: User, bob: User, maya: User, simon: User, ada: User
) -> None:
    game = start_game(alice, bob, simon)
    message_post(user=bob, game_id=game.id, room=Room.PLAYERS, text=INSULT)
    of_message = report_make(by=alice, game_id=game.id, room="players", number=1, category="abuse")
    warn(maya, of_message)
    pages = [LOG, *pages_of(Action.WARN_USER)]
    assert seen_by(simon, *pages) == [False] * 2
    assert seen_by(maya, *pages) == seen_by(ada, *pages) == [True] * 2


def test_a_measure_from_the_page_of_a_report_names_the_report(
    alice: User, bob: User, charlie: User, maya: User, simon: User, ada: User
) -> None:
    game = start_game(alice, bob, simon)
    message_post(user=bob, game_id=game.id, room=Room.PLAYERS, text=INSULT)
    report = report_make(by=alice, game_id=game.id, room="players", number=1, category="abuse")
    page = client_for(maya).get(f"/admin/moderation/report/{report.id}/change/").text
    links = re.findall(r"/admin/[^\"]*/(?:warn_user|mute_user|remove_message)/[^\"]*", page)
    given = {"reason": WHY, "shown": "Be kind.", "days": 1, "message": report.message_id}
    for link in map(unescape, links):
        assert client_for(maya).post(link, given).status_code == 302
    entries = AuditEntry.objects.order_by("action")
    assert [entry.action for entry in entries] == ["mute_user", "remove_message", "warn_user"]
    assert {entry.data["report"] for entry in entries} == {str(report.id)}
    assert seen_by(simon, LOG) == [False]
    warning = f"/admin/accounts/user/{charlie.id}/actions/warn_user/?report="
    own = report_make(by=maya, username="charlie", category="other")
    for wrong in (report.id, own.id, "x"):
        assert client_for(maya).post(f"{warning}{wrong}", given).status_code in (403, 404)
    assert len(entries.all()) == 3


def test_only_administrators_see_in_the_list_that_a_game_is_reported_because_of_staff(
    alice: User, maya: User, simon: User, ada: User
) -> None:
    game = start_game(alice, simon)
    message_post(user=simon, game_id=game.id, room=Room.PLAYERS, text=INSULT)
    report_make(by=alice, game_id=game.id, room="players", number=1, category="abuse")
    page = "/admin/games/game/?flag=reported"
    shown = [client_for(user).get(page).content.decode() for user in (maya, simon, ada)]
    assert [str(game.id) in text for text in shown] == [False, False, True]
