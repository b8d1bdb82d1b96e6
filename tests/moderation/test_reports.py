"""Reports: one moderator at a time handles a report, and reported users never learn of it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.fingerprints import ClientInfo, fingerprint_record
from core.errors import ApiError, Invalid
from games.chat.services import message_post
from games.models import Game, Message, Room, Visibility
from moderation.actions.reports import (
    CLAIM,
    CLOSE,
    MERGE,
    NOTE,
    RELEASE,
)
from moderation.errors import ConflictOfInterest, NotPermitted, ReportClaimed, ReportClosed
from moderation.models import Action, AuditEntry, Report
from moderation.services.privacy import expired_purge
from moderation.services.reports import report_make
from moderation.shared_clients import clients_shared_in
from notifications.models import Notification, OutboxEntry
from notifications.services.fanout import outbox_fan_out
from tests.conftest import ClientOf
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
REPORTS = "/api/v1/reports/"
INSULT = "You play like a bishop."
WHY = "Against the rules of the house."


@pytest.fixture
def insult(alice: User, bob: User) -> Message:
    game = start_game(alice, bob)
    message_post(user=bob, game_id=game.id, room=Room.PLAYERS, text=INSULT)
    return Message.objects.get()


def about(message: Message, **more: Any) -> dict[str, Any]:
    return {
        "about": "message",
        "game": str(message.game_id),
        "room": message.room,
        "number": message.number,
        "category": "abuse",
        **more,
    }


def make_report(by: User, user: User) -> Report:
    return report_make(by=by, username=user.username, category="abuse")


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


# --- players -----------------------------------------------------------------------------------


def test_a_message_is_reported_and_kept_as_it_was(
    alice: User, insult: Message, client_of: ClientOf
) -> None:
    client = client_of(alice)
    response = client.post(REPORTS, about(insult, text="  Please look.  "))
    body = response.json()
    assert response.status_code == 201
    assert (body["user"]["username"], body["state"], body["text"]) == (
        "bob",
        "open",
        "Please look.",
    )
    Message.objects.update(text="Nothing was said")
    assert Report.objects.get().evidence["text"] == INSULT
    assert client.get(REPORTS).json()["results"] == [body]
    assert client.get(f"{REPORTS}{body['id']}/").json() == body


def test_once_while_it_is_open_and_it_can_be_taken_back(
    alice: User, bob: User, insult: Message, client_of: ClientOf
) -> None:
    client = client_of(alice)
    for subject in (
        about(insult),
        {"about": "user", "username": "Bob", "category": "other"},
        {"about": "game", "game": str(insult.game_id), "category": "stalling"},
    ):
        report = client.post(REPORTS, subject).json()
        again = client.post(REPORTS, subject)
        assert code(again) == (409, "report_open")
        assert again.json()["report"] == report["id"]
        address = f"{REPORTS}{report['id']}/withdraw/"
        assert code(client_of(bob).post(address)) == (404, "report_not_found")
        assert client.post(address).json()["state"] == "withdrawn"
        assert code(client.post(address)) == (409, "report_closed")
        assert client.post(REPORTS, subject).status_code == 201


def test_what_one_may_not_see_one_cannot_report(
    alice: User, bob: User, charlie: User, insult: Message, client_of: ClientOf
) -> None:
    client = client_of(charlie)
    assert code(client.post(REPORTS, about(insult))) == (403, "room_closed")
    Game.objects.update(visibility=Visibility.PRIVATE)
    hidden = {"about": "game", "game": str(insult.game_id), "category": "other"}
    assert code(client.post(REPORTS, hidden)) == (404, "game_not_found")
    nowhere = {**hidden, "game": "00000000-0000-0000-0000-000000000000"}
    assert client.post(REPORTS, nowhere).json()["title"] == "There is no such game."
    mine = client_of(bob).post(REPORTS, about(insult))
    assert (mine.status_code, mine.json()["errors"][0]["code"]) == (422, "yourself")
    assert code(client_of(alice).post(REPORTS, about(insult, number=7))) == (
        404,
        "message_not_found",
    )
    missing = client_of(alice).post(REPORTS, {"about": "message", "category": "abuse"})
    assert {error["pointer"] for error in missing.json()["errors"]} == {"/game", "/room", "/number"}


def test_not_more_than_so_many_at_once(
    alice: User, bob: User, charlie: User, settings: Any
) -> None:
    settings.MAX_REPORTS = 1
    make_report(alice, bob)
    with pytest.raises(ApiError, match="at most 1"):
        make_report(alice, charlie)


# --- moderators --------------------------------------------------------------------------------


def test_one_moderator_at_a_time_and_not_for_ever(
    alice: User, bob: User, maya: User, simon: User, client_of: ClientOf
) -> None:
    report = make_report(alice, bob)
    CLAIM.run(by=maya, target_id=report.id)
    assert client_of(alice).get(f"{REPORTS}{report.id}/").json()["state"] == "claimed"
    with pytest.raises(ReportClaimed):
        CLAIM.run(by=simon, target_id=report.id)
    with pytest.raises(ReportClaimed):
        CLOSE.run(by=simon, target_id=report.id, outcome="nothing", reason=WHY)
    later = timezone.now() + timedelta(minutes=settings.REPORT_CLAIM_MINUTES)
    with time_machine.travel(later + timedelta(seconds=1)):
        assert CLAIM.run(by=simon, target_id=report.id).claimed_by == simon
        with pytest.raises(ReportClaimed):
            RELEASE.run(by=maya, target_id=report.id)
        RELEASE.run(by=simon, target_id=report.id)
        CLAIM.run(by=maya, target_id=report.id)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_who_claim_at_once_one_gets_it(
    alice: User, bob: User, maya: User, simon: User
) -> None:
    def claim(by: User, report_id: UUID) -> bool:
        try:
            CLAIM.run(by=by, target_id=report_id)
        except ReportClaimed:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            report = make_report(alice, bob)
            got = list(pool.map(claim, (maya, simon), (report.id, report.id)))
            assert sorted(got) == [False, True]
            Report.objects.all().delete()


def test_closing_answers_who_reported_and_is_in_the_log(
    alice: User, bob: User, charlie: User, maya: User, client_of: ClientOf
) -> None:
    first, second = make_report(alice, bob), make_report(charlie, bob)
    NOTE.run(by=maya, target_id=first.id, text="Not the first time.")
    MERGE.run(by=maya, target_id=first.id, also=[second.id], reason=WHY)
    CLOSE.run(by=maya, target_id=first.id, outcome="earlier", answer="Thank you.", reason=WHY)
    for user, report in ((alice, first), (charlie, second)):
        body = client_of(user).get(f"{REPORTS}{report.id}/").json()
        assert (body["state"], body["outcome"], body["answer"]) == (
            "resolved",
            "acted",
            "Thank you.",
        )
        assert "first time" not in str(body)
        assert "maya" not in str(body)
        assert "earlier" not in str(body)
    outbox_fan_out()
    told = Notification.objects.filter(entry__kind="report_closed").values_list("user", flat=True)
    assert set(told) == {alice.id, charlie.id}
    entry = AuditEntry.objects.get(action=Action.CLOSE_REPORT)
    assert (entry.by, entry.user, entry.reason) == (maya, bob.id, WHY)
    assert entry.data == {"report": str(first.id), "outcome": "earlier"}
    with pytest.raises(ReportClosed):
        CLOSE.run(by=maya, target_id=first.id, outcome="nothing", reason=WHY)


def test_only_what_is_about_the_same_is_merged(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    one, other = make_report(alice, bob), make_report(alice, charlie)
    for into in (one, other):
        with pytest.raises(Invalid):
            MERGE.run(by=maya, target_id=into.id, also=[one.id], reason=WHY)


def test_a_report_about_a_game_is_not_merged_into_one_about_a_message_in_it(
    alice: User, bob: User, insult: Message, maya: User
) -> None:
    of_game = report_make(by=bob, game_id=insult.game_id, category="stalling")
    of_message = report_make(
        by=alice, game_id=insult.game_id, room="players", number=1, category="abuse"
    )
    for one, into in ((of_game, of_message), (of_message, of_game)):
        with pytest.raises(Invalid):
            MERGE.run(by=maya, target_id=into.id, also=[one.id], reason=WHY)


def test_nobody_closes_their_own_report_as_the_duplicate_of_another(
    alice: User, bob: User, maya: User, simon: User
) -> None:
    one, of_maya = make_report(alice, bob), make_report(maya, bob)
    MERGE.run(by=simon, target_id=one.id, also=[of_maya.id], reason=WHY)
    RELEASE.run(by=simon, target_id=one.id)
    with pytest.raises(ConflictOfInterest):
        CLOSE.run(by=maya, target_id=one.id, outcome="earlier", reason=WHY)
    assert set(Report.objects.values_list("state", flat=True)) == {"open"}
    CLOSE.run(by=simon, target_id=one.id, outcome="earlier", reason=WHY)
    assert set(Report.objects.values_list("state", flat=True)) == {"resolved"}


def test_a_merged_report_moves_with_its_duplicates_and_takes_no_others(
    alice: User, bob: User, charlie: User, maya: User, simon: User, ada: User
) -> None:
    first, second, third, fourth = (make_report(by, bob) for by in (alice, charlie, ada, maya))
    MERGE.run(by=simon, target_id=second.id, also=[third.id], reason=WHY)
    MERGE.run(by=simon, target_id=first.id, also=[second.id], reason=WHY)
    third.refresh_from_db()
    assert third.merged_into == first
    for into, also in ((second, [fourth.id]), (first, [])):
        with pytest.raises(Invalid):
            MERGE.run(by=simon, target_id=into.id, also=also, reason=WHY)
    with pytest.raises(Invalid):  # the report that it was merged into
        CLOSE.run(by=simon, target_id=second.id, also=[first.id], outcome="nothing", reason=WHY)


def test_a_reported_message_is_removed_and_its_author_warned(
    alice: User, bob: User, insult: Message, maya: User, client_of: ClientOf
) -> None:
    client_of(alice).post(REPORTS, about(insult))
    report = Report.objects.get()
    CLOSE.run(
        by=maya, target_id=report.id, outcome="warned", remove=True, shown="Be kind.", reason=WHY
    )
    room = client_of(alice).get(f"/api/v1/games/{insult.game_id}/messages/").json()
    assert [(one["removed"], one["text"]) for one in room["messages"]] == [(True, None)]
    (sanction,) = client_of(bob).get("/api/v1/me/sanctions/").json()["results"]
    assert (sanction["action"], sanction["reason"]) == ("warning", "Be kind.")


def test_nobody_decides_on_a_case_that_involves_them(
    alice: User, bob: User, maya: User, otto: User, ada: User
) -> None:
    against_maya = report_make(by=alice, username="maya", category="other")
    of_maya = report_make(by=maya, username="bob", category="other")
    hers = start_game(alice, maya)
    about_hers = report_make(by=alice, game_id=hers.id, category="other")
    for report in (against_maya, of_maya, about_hers):
        with pytest.raises(ConflictOfInterest):
            CLAIM.run(by=maya, target_id=report.id)
    with pytest.raises(NotPermitted):
        CLAIM.run(by=otto, target_id=of_maya.id)
    assert CLAIM.run(by=ada, target_id=against_maya.id).claimed_by == ada


def test_the_reported_user_learns_nothing(
    alice: User, bob: User, insult: Message, maya: User, client_of: ClientOf
) -> None:
    client = client_of(bob)
    paths = (
        "me/",
        "me/turns/",
        "me/notifications/",
        "me/sanctions/",
        "me/messages/",
        "reports/",
        f"games/{insult.game_id}/",
        f"games/{insult.game_id}/messages/",
        f"games/{insult.game_id}/events/",
        "users/alice/",
    )
    outbox_fan_out()

    def seen() -> list[tuple[bytes, str | None]]:
        with time_machine.travel(timezone.now(), tick=False):
            pages = [client.get(f"/api/v1/{path}") for path in paths]
        return [(clean(page.content), page.headers.get("ETag")) for page in pages]

    before = seen()
    client_of(alice).post(REPORTS, about(insult))
    report = Report.objects.get()
    NOTE.run(by=maya, target_id=report.id, text="Hm.")
    CLOSE.run(by=maya, target_id=report.id, outcome="nothing", reason=WHY)
    outbox_fan_out()
    assert seen() == before
    told = OutboxEntry.objects.filter(kind="report_closed").values_list("users", flat=True)
    assert list(told) == [[str(alice.id)]]
    assert code(client.get(f"{REPORTS}{report.id}/")) == (404, "report_not_found")


def clean(page: bytes) -> bytes:
    """Return the document without the server time."""
    return re.sub(rb'"server_time":"[^"]+"', b"", page)


# --- admin pages -------------------------------------------------------------------------------


def test_the_page_shows_what_the_role_may_do_and_does_it(
    alice: User, bob: User, insult: Message, maya: User, client: Client
) -> None:
    report = report_make(
        by=alice, game_id=insult.game_id, room=insult.room, number=1, category="abuse"
    )
    for user in (alice, bob):
        fingerprint_record(user=user, client_info=ClientInfo("203.0.113.7"))
    client.force_login(maya)
    page = f"/admin/moderation/report/{report.id}/"
    assert INSULT in client.get(f"{page}change/").content.decode()
    assert client.get("/admin/moderation/report/?queue=free&state=all").status_code == 200
    claimed = client.post(f"{page}actions/claim/", follow=True).content.decode()
    assert "You have claimed the report." in claimed
    assert "alice, bob: same address, program and network since" in claimed
    noted = client.post(f"{page}actions/note/", {"text": "A first note."}, follow=True)
    assert "A first note." in noted.content.decode()
    refused = client.post(f"{page}actions/close/", {"outcome": "warned"})
    assert "This field is required" in refused.content.decode()
    refused = client.post(f"{page}actions/close/", {"outcome": "warned", "reason": WHY})
    assert "characters, for the user." in refused.content.decode()
    words = {"outcome": "warned", "shown": "Be kind.", "answer": "Thanks.", "reason": WHY}
    closed = client.post(f"{page}actions/close/", words, follow=True)
    assert "The report was closed." in closed.content.decode()
    report.refresh_from_db()
    assert (report.state, report.closed_by) == ("resolved", maya)


def test_users_cannot_see_who_reported_them(
    alice: User, maya: User, otto: User, client: Client
) -> None:
    report = report_make(by=alice, username="maya", category="other")
    page = f"/admin/moderation/report/{report.id}/"
    for user in (maya, otto):
        client.force_login(user)
        assert "alice" not in client.get(f"{page}change/", follow=True).content.decode()
        client.post(f"{page}actions/claim/")
        report.refresh_from_db()
        assert report.claimed_by is None


def test_hints_are_for_moderators_who_do_not_play(
    alice: User, bob: User, maya: User, otto: User, simon: User
) -> None:
    game = start_game(alice, bob, simon)
    for user in (alice, bob):
        fingerprint_record(user=user, client_info=ClientInfo("203.0.113.7"))
    (hint,) = clients_shared_in(by=maya, game_id=game.id)
    assert (hint.users, hint.kinds) == ((alice, bob), ("address", "network", "program"))
    for user, error in ((otto, NotPermitted), (alice, NotPermitted), (simon, ConflictOfInterest)):
        with pytest.raises(error):
            clients_shared_in(by=user, game_id=game.id)


def test_reported_games_are_found_and_their_pages_say_so(
    alice: User, bob: User, maya: User, insult: Message, client: Client
) -> None:
    report = report_make(by=alice, game_id=insult.game_id, category="other")
    for user in (alice, bob):
        fingerprint_record(user=user, client_info=ClientInfo("203.0.113.7"))
    client.force_login(maya)
    games = "/admin/games/game/"
    assert str(insult.game_id) in client.get(f"{games}?flag=reported").content.decode()
    page = client.get(f"{games}{insult.game_id}/change/").content.decode()
    assert f"/admin/moderation/report/{report.id}/change/" in page
    assert "alice, bob: same address, program and network since" in page
    CLOSE.run(by=maya, target_id=report.id, outcome="nothing", reason=WHY)
    listed = client.get(f"{games}?flag=reported").content.decode()
    assert str(insult.game_id) not in listed


def test_closed_reports_go_when_they_are_old(alice: User, bob: User, maya: User) -> None:
    report, still = make_report(alice, bob), make_report(alice, maya)
    CLOSE.run(by=maya, target_id=report.id, outcome="nothing", reason=WHY)
    expired_purge(now=timezone.now() + timedelta(days=settings.REPORT_RETENTION_DAYS, seconds=1))
    assert list(Report.objects.all()) == [still]
    assert AuditEntry.objects.filter(action=Action.CLOSE_REPORT).exists()


def test_messages_of_a_deactivated_user_stay_when_the_report_is_closed(
    insult: Message, alice: User, maya: User
) -> None:
    """A banned user may return or appeal, unlike a user who deleted their account."""
    said: dict[str, Any] = {"game_id": insult.game_id, "room": insult.room, "number": 1}
    report = report_make(by=alice, category="abuse", text="Look!", **said)
    User.objects.filter(id__in=[alice.id, insult.user_id]).update(is_active=False)
    CLOSE.run(by=maya, target_id=report.id, outcome="earlier", reason=WHY)
    report.refresh_from_db()
    assert (report.text, report.evidence["text"]) == ("Look!", INSULT)
