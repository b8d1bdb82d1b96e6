"""The admin page of a report: the conversation, one form that closes it, and related reports."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.selectors import is_user_banned, is_user_muted
from games.chat.services import message_post
from games.models import Game, Message, Room
from moderation.actions.reports import CLOSE
from moderation.errors import NotPermitted, StaffOnly
from moderation.models import Action, AuditEntry, Report
from moderation.permissions import MODERATORS
from moderation.selectors import CONVERSATION
from moderation.services.reports import report_make
from tests.conftest import user_named
from tests.moderation.conftest import staff_named
from tests.moderation.pages import act_on, client_for
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
WHY = "Against the rules of the site."


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    game = start_game(alice, bob)
    for number in range(30):
        author = (alice, bob)[number % 2]
        message_post(user=author, game_id=game.id, room=Room.PLAYERS, text=f"Line {number + 1}.")
    return game


@pytest.fixture
def report(game: Game, alice: User) -> Report:
    """Alice reports line 4, which bob wrote."""
    return report_make(by=alice, game_id=game.id, room="players", number=4, category="abuse")


def page_of(report: Report) -> str:
    return f"/admin/moderation/report/{report.id}/change/"


def text_of(user: User, report: Report) -> str:
    response = client_for(user).get(page_of(report))
    assert response.status_code == 200
    return response.content.decode()


def close(user: User, report: Report, **given: Any) -> Any:
    page = f"/admin/moderation/report/{report.id}/actions/close/"
    return client_for(user).post(page, {"reason": WHY, **given})


def lines_in(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"Line (\d+)\.</p>", page)]


def test_the_conversation_around_the_message_is_shown(report: Report, maya: User) -> None:
    page = text_of(maya, report)
    assert lines_in(page) == list(range(1, 4 + CONVERSATION + 1))
    assert page.count("message-reported") == 1


def test_of_a_reported_game_the_last_messages_are_shown(
    game: Game, alice: User, maya: User
) -> None:
    report = report_make(by=alice, game_id=game.id, category="stalling")
    assert lines_in(text_of(maya, report)) == list(range(31 - CONVERSATION, 31))


def test_another_message_is_removed_beside_its_line(game: Game, report: Report, maya: User) -> None:
    second = Message.objects.get(number=2)
    given = {"message": second.pk, "reason": WHY, "next": page_of(report)}
    response = act_on(client_for(maya), game, "remove_message", **given)
    assert (response.status_code, response.headers["Location"]) == (302, page_of(report))
    second.refresh_from_db()
    assert second.removed_at is not None
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.game, entry.user) == (
        Action.REMOVE_MESSAGE,
        game.id,
        second.user_id,
    )
    assert entry.data == {"room": "players", "message": 2}
    again = act_on(client_for(maya), game, "remove_message", **given)
    assert "This message was already removed." in again.content.decode()


def test_a_message_of_another_game_is_not_removed(
    game: Game, alice: User, charlie: User, maya: User
) -> None:
    other = start_game(alice, charlie)
    given = {"message": Message.objects.get(number=2).pk, "reason": WHY}
    response = act_on(client_for(maya), other, "remove_message", **given)
    assert "There is no message to remove." in response.content.decode()
    assert not Message.objects.exclude(removed_at=None).exists()


def test_moderators_do_not_remove_messages_of_other_staff(alice: User, maya: User) -> None:
    simone = staff_named("simone", MODERATORS)
    game = start_game(alice, simone)
    message_post(user=simone, game_id=game.id, room=Room.PLAYERS, text="Hello.")
    response = act_on(
        client_for(maya), game, "remove_message", message=Message.objects.get().pk, reason=WHY
    )
    assert str(StaffOnly.title) in response.content.decode()


def test_a_link_to_another_site_is_not_followed(game: Game, maya: User) -> None:
    given = {"message": Message.objects.get(number=2).pk, "reason": WHY}
    for page in ("https://example.org/", "//example.org/", "javascript:alert(1)"):
        response = act_on(client_for(maya), game, "remove_message", **given, next=page)
        if response.status_code == 302:
            assert response.headers["Location"] == f"/admin/games/game/{game.id}/change/"
        assert "example.org" not in response.content.decode()


@pytest.mark.parametrize("outcome", ["warned", "muted", "banned"])
def test_one_form_removes_the_message_acts_on_its_author_and_closes_the_report(
    outcome: str, report: Report, bob: User, maya: User
) -> None:
    given = {"outcome": outcome, "remove": "on", "shown": "Be kind.", "days": 3}
    assert close(maya, report, **given, answer="Thank you.").status_code == 302
    report.refresh_from_db()
    assert (report.state, report.outcome, report.answer) == ("resolved", outcome, "Thank you.")
    assert report.message is not None
    assert report.message.removed_at is not None
    bob.refresh_from_db()
    assert is_user_muted(bob, now=timezone.now()) == (outcome == "muted")
    assert is_user_banned(bob, now=timezone.now()) == (outcome == "banned")
    entries = AuditEntry.objects.order_by("id")
    measures = {"warned": "warn_user", "muted": "mute_user", "banned": "ban_user"}
    assert [entry.action for entry in entries] == [
        "remove_message",
        measures[outcome],
        "close_report",
    ]
    assert {entry.reason for entry in entries} == {WHY}
    assert {entry.data["report"] for entry in entries} == {str(report.id)}


def test_nothing_is_preselected_and_nothing_is_done_without_a_decision(
    report: Report, maya: User
) -> None:
    form = re.search(r'<select name="outcome".*?</select>', text_of(maya, report), re.DOTALL)
    assert form is not None
    assert re.search(r'<option value="" selected>', form.group())
    assert close(maya, report, outcome="").status_code == 200
    for given in ({"outcome": "banned", "shown": "Bye."}, {"outcome": "banned", "days": 3}):
        response = close(maya, report, **given)
        assert response.status_code == 200
        assert "errorlist" in response.content.decode()
    report.refresh_from_db()
    assert report.state == "open"
    assert not AuditEntry.objects.exists()


def test_a_measure_that_the_role_does_not_include_is_refused_with_the_whole_form(
    report: Report, bob: User, maya: User
) -> None:
    maya.groups.get().permissions.filter(codename="ban_user").delete()
    maya = User.objects.get(id=maya.id)
    with pytest.raises(NotPermitted):
        CLOSE.run(by=maya, target_id=report.id, outcome="banned", shown="Bye.", days=1, reason=WHY)
    report.refresh_from_db()
    assert report.state == "open"


def test_related_reports_are_links_and_merge_with_one_form(
    report: Report, charlie: User, maya: User
) -> None:
    assert "/actions/merge/" not in text_of(maya, report)
    other = report_make(by=charlie, username="bob", category="spam")
    page = text_of(maya, report)
    assert f'<a href="{page_of(other)}">' in page
    assert page.count("/actions/merge/") == 1
    merge = f"/admin/moderation/report/{report.id}/actions/merge/"
    response = client_for(maya).post(merge, {"also": [other.id], "reason": WHY})
    assert (response.status_code, response.headers["Location"]) == (302, page_of(report))
    assert "merged into this report" in text_of(maya, report)
    entry = AuditEntry.objects.get()
    assert entry.data == {"report": str(other.id), "into": str(report.id)}


def test_a_report_that_another_moderator_has_claimed_offers_notes_alone(
    report: Report, maya: User, simon: User
) -> None:
    client_for(simon).post(f"/admin/moderation/report/{report.id}/actions/claim/")
    page = text_of(maya, report)
    assert "Claimed by simon" in page
    assert set(re.findall(rf"{report.id}/actions/(\w+)/", page)) == {"note"}
    assert set(re.findall(rf"{report.id}/actions/(\w+)/", text_of(simon, report))) == {
        *("close", "ask", "note", "assign", "release"),
    }


def test_the_list_shows_open_reports_first_and_who_has_claimed_them(
    report: Report, bob: User, charlie: User, maya: User
) -> None:
    closed = report_make(by=charlie, username="bob", category="spam")
    CLOSE.run(by=maya, target_id=closed.id, outcome="nothing", reason=WHY)
    client = client_for(maya)
    client.post(f"/admin/moderation/report/{report.id}/actions/claim/")
    shown = client.get("/admin/moderation/report/").content.decode()
    assert str(report.id) in shown
    assert str(closed.id) not in shown
    assert "Claimed by maya" in shown
    for state in ("all", "dismissed"):
        listed = client.get(f"/admin/moderation/report/?state={state}").content.decode()
        assert str(closed.id) in listed


def test_a_moderator_reads_recent_messages_of_a_user_but_not_of_their_own_games(
    game: Game, bob: User, maya: User, simon: User
) -> None:
    with_simon = start_game(bob, simon)
    message_post(user=bob, game_id=with_simon.id, room=Room.PLAYERS, text="A secret plan.")
    page = f"/admin/accounts/user/{bob.id}/moderate/"
    assert "A secret plan." in client_for(maya).get(page).content.decode()
    own = client_for(simon).get(page).content.decode()
    assert "A secret plan." not in own
    assert "Line 2." in own


def test_players_among_the_staff_do_not_read_the_conversation_of_their_game(
    alice: User, simon: User, maya: User
) -> None:
    game = start_game(alice, simon)
    watcher = user_named("dora")
    message_post(user=watcher, game_id=game.id, room=Room.SPECTATORS, text="Alice has a plan.")
    page = f"/admin/games/game/{game.id}/change/"
    assert "Alice has a plan." in client_for(maya).get(page).content.decode()
    assert "Alice has a plan." not in client_for(simon).get(page).content.decode()
