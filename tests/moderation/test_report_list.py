"""The list of reports: what a row says, the queues above it, and the actions on several reports."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.chat.services import message_post
from games.models import Room
from games.staff.errors import NothingToDo
from moderation.actions.reports import ASSIGN, CLAIM, CLOSE, MERGE
from moderation.models import Question, Report
from moderation.services.reports import report_make
from tests.games.test_indexes import all_indexed
from tests.moderation.pages import client_for
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
LIST = "/admin/moderation/report/"
WHY = "Against the rules of the house."
QUEUES = ("all", "free", "mine", "others", "answered", "overdue")


def rows(user: User, **asked: Any) -> list[str]:
    """Return the texts of the rows, in their order."""
    page = client_for(user).get(LIST, asked).content.decode()
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    texts = [unescape(re.sub(r"<[^>]*>", " ", row)) for row in body.split("<tr>")[1:]]
    return [" ".join(text.split()) for text in texts]


def counts(user: User) -> dict[str, str]:
    page = client_for(user).get(LIST).content.decode()
    return dict(re.findall(r"\?queue=(\w+)\"[^>]*>[^<]*<strong>([\d+]+)<", page))


def age(report: Report, **time: int) -> None:
    Report.objects.filter(id=report.id).update(created_at=timezone.now() - timedelta(**time))


def test_a_row_says_what_was_said_by_and_to_whom_and_who_is_at_it(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    game = start_game(alice, bob, title="Friday evening")
    message_post(user=bob, game_id=game.id, room=Room.PLAYERS, text="You play " + "very " * 30)
    said: dict[str, Any] = {"game_id": game.id, "room": Room.PLAYERS, "number": 1}
    of_message = report_make(by=alice, category="abuse", text="Look.", **said)
    of_user = report_make(by=charlie, username="bob", category="spam", text="Everywhere.")
    of_game = report_make(by=charlie, game_id=game.id, category="stalling")
    age(of_message, hours=26)
    age(of_user, hours=3)
    ASSIGN.run(by=simon, target_id=of_user.id, to=maya)
    oldest, second, third = rows(maya)
    words = ("You play " + "very " * 30)[:79]
    assert oldest == (
        f"Abuse Message, Friday evening {words}… bob by alice 2 reports about this user "
        "1 day overdue Open"
    )
    assert second == (
        "Spam User Everywhere. bob by charlie 2 reports about this user 3 hours "
        "Claimed by maya, 59 minutes left assigned by simon"
    )
    assert third == "Stalling Game, Friday evening by charlie 0 minutes Open"
    page = client_for(maya).get(LIST).content.decode()
    assert f'href="/admin/games/game/{of_game.game_id}/change/">Friday evening<' in page
    assert "<h1>Reports</h1>" in page


def test_each_queue_has_its_count_and_its_list(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    mine, others, again, free, closed = (
        report_make(by=by, username=name, category=category)
        for by, name, category in (
            (alice, "bob", "abuse"),
            (alice, "charlie", "spam"),
            (charlie, "bob", "cheating"),
            (bob, "charlie", "other"),
            (bob, "alice", "name"),
        )
    )
    MERGE.run(by=maya, target_id=mine.id, also=[again.id], reason=WHY)
    CLAIM.run(by=simon, target_id=others.id)
    CLOSE.run(by=simon, target_id=closed.id, outcome="nothing", reason=WHY)
    Report.objects.filter(id=free.id).update(question=Question.ANSWERED)
    age(free, hours=25)
    expected = {
        "all": ["Other", "Abuse", "Spam"],
        "free": ["Other"],
        "mine": ["Abuse"],
        "others": ["Spam"],
        "answered": ["Other"],
        "overdue": ["Other"],
    }
    found = {name: [row.split()[0] for row in rows(maya, queue=name)] for name in QUEUES}
    assert found == expected
    assert counts(maya) == {name: str(len(titles)) for name, titles in expected.items()}
    assert [row.split()[0] for row in rows(maya)] == expected["all"]
    assert len(rows(maya, state="all")) == 5


def test_an_answer_about_a_merged_report_is_in_the_queue_of_the_other_one(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    into, merged = (report_make(by=by, username="bob", category="spam") for by in (alice, charlie))
    MERGE.run(by=maya, target_id=into.id, also=[merged.id], reason=WHY)
    Report.objects.filter(id=merged.id).update(question=Question.ANSWERED)
    (row,) = rows(maya, queue="answered")
    assert row.startswith("Spam")
    assert row.endswith("Answered")
    assert counts(maya)["answered"] == "1"
    Report.objects.filter(id=into.id).update(question=Question.ANSWERED)
    assert counts(maya)["answered"] == "1"
    Report.objects.update(question=Question.ASKED)
    assert rows(maya, queue="answered") == []


def test_the_list_is_searched_by_names_and_ids(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    game = start_game(alice, charlie)
    of_user = report_make(by=alice, username="bob", category="spam")
    of_game = report_make(by=charlie, game_id=game.id, category="stalling")
    for term, found in (
        ("BO", ["Spam"]),
        ("ob", []),  # two characters are a beginning
        ("lic", ["Spam"]),
        ("harl", ["Stalling"]),
        (str(game.id), ["Stalling"]),
        (str(of_user.id), ["Spam"]),
        (f" {of_game.id} ", ["Stalling"]),
        ("_", []),
    ):
        assert [row.split()[0] for row in rows(maya, q=term)] == found, term


def test_a_merged_report_is_neither_claimed_nor_assigned(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    into, merged = (report_make(by=by, username="bob", category="spam") for by in (alice, charlie))
    MERGE.run(by=maya, target_id=into.id, also=[merged.id], reason=WHY)
    page = client_for(simon).get(f"{LIST}{merged.id}/change/").text
    assert "/actions/close/" in page
    assert "/actions/claim/" not in page
    assert "/actions/assign/" not in page
    with pytest.raises(NothingToDo, match="merged into another"):
        CLAIM.run(by=simon, target_id=merged.id)
    with pytest.raises(NothingToDo, match="merged into another"):
        ASSIGN.run(by=simon, target_id=merged.id, to=maya)
    merged.refresh_from_db()
    assert merged.claimed_by is None


def test_reports_that_the_moderator_may_not_see_are_not_counted_in_a_row(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    game = start_game(maya, bob)
    message_post(user=bob, game_id=game.id, room=Room.PLAYERS, text="Hello.")
    watcher: dict[str, Any] = {"game_id": game.id, "room": Room.PLAYERS, "number": 1}
    report_make(by=maya, category="abuse", **watcher)
    report_make(by=alice, username="bob", category="spam")
    assert "2 reports about this user" in rows(simon)[0]
    assert "about this user" not in rows(maya)[0]


def test_a_longer_list_costs_no_more_statements(alice: User, bob: User, simon: User) -> None:
    client = client_for(simon)

    def statements() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get(LIST)
        return len(asked)

    report_make(by=alice, username="bob", category="abuse")
    statements()
    before = statements()
    for _ in range(4):
        game = start_game(alice, bob)
        report_make(by=bob, game_id=game.id, category="stalling")
    assert statements() == before


@pytest.mark.postgres
@pytest.mark.parametrize(
    "asked", ["", *(f"queue={name}" for name in QUEUES), "state=dismissed", "q=ali"]
)
def test_the_list_is_read_by_indexes(alice: User, bob: User, simon: User, asked: str) -> None:
    report_make(by=alice, username="bob", category="abuse")
    client = client_for(simon)
    with all_indexed():
        assert client.get(f"{LIST}?{asked}").status_code == 200


# --- assigning ---------------------------------------------------------------------------------


def test_a_senior_moderator_assigns_selected_reports(
    alice: User, bob: User, charlie: User, maya: User, simon: User, otto: User
) -> None:
    one = report_make(by=alice, username="bob", category="abuse")
    of_maya = report_make(by=maya, username="bob", category="spam")
    selected = {"_selected_action": [str(one.id), str(of_maya.id)]}
    client = client_for(simon)
    page = client.get(LIST).content.decode()
    assert re.findall(r">(Assign to \w+)<", page) == ["Assign to maya", "Assign to simon"]
    assert "Assign to" not in client_for(maya).get(LIST).content.decode()
    reply = client.post(LIST, {**selected, "action": f"assign_{maya.pk}"}, follow=True)
    assert "1 report is assigned to maya." in reply.content.decode()
    assert "maya cannot handle this report" in reply.content.decode()
    one.refresh_from_db()
    of_maya.refresh_from_db()
    assert (one.claimed_by, one.assigned_by, of_maya.claimed_by) == (maya, simon, None)
    refused = {**selected, "action": f"assign_{simon.pk}"}
    client_for(maya).post(LIST, refused, follow=True)
    of_maya.refresh_from_db()
    assert of_maya.claimed_by is None
