"""Closing reports: measures on the players of a reported game, and several reports at once."""

from __future__ import annotations

import re
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.selectors import is_user_banned, is_user_muted
from accounts.services import user_ban, user_mute
from core.errors import Invalid
from games.chat.services import message_post
from games.lobby.limits import user_lock
from games.models import Game, Seat
from moderation.actions import reports as actions
from moderation.actions.reports import CLAIM, CLOSE
from moderation.admin import reports as admin_page
from moderation.errors import StaffOnly
from moderation.models import Action, AuditEntry, Report
from moderation.permissions import MODERATORS
from moderation.services.reports import report_make, report_withdraw
from notifications.models import Notification
from notifications.services.fanout import outbox_fan_out
from tests.conftest import ClientOf, user_named
from tests.faults.waiting import Gate, Meanwhile, somebody_waits, until
from tests.moderation.conftest import staff_named
from tests.moderation.pages import client_for
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
WHY = "Against the rules of the site."


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return start_game(alice, bob, charlie)


@pytest.fixture
def report(game: Game, alice: User) -> Report:
    """Alice reports the game for stalling."""
    return report_make(by=alice, game_id=game.id, category="stalling")


def url_of(report: Report, page: str = "change") -> str:
    return f"/admin/moderation/report/{report.id}/{page}/"


def form_of(user: User, report: Report) -> str:
    """Return the form that closes a report."""
    page = client_for(user).get(url_of(report)).content.decode()
    return page.split('/actions/close/"', 1)[1].split("</form>", 1)[0]


def close(user: User, report: Report, **given: Any) -> Any:
    return client_for(user).post(url_of(report, "actions/close"), {"reason": WHY, **given})


def boxes(form: str, name: str) -> dict[str, bool]:
    """Return the values of the checkboxes of this name, and if they are ticked."""
    found = re.findall(rf'<input type="checkbox" name="{name}" value="([^"]+)"[^>]*>', form)
    ticked = re.findall(rf'name="{name}" value="([^"]+)"[^>]* checked', form)
    return {value: value in ticked for value in found}


def states() -> list[str]:
    return list(Report.objects.order_by("created_at").values_list("state", flat=True))


# --- the players of a reported game --------------------------------------------------------------


@pytest.mark.parametrize("outcome", ["warned", "muted", "banned"])
def test_players_of_a_reported_game_are_warned_muted_or_banned_together(
    outcome: str, report: Report, bob: User, charlie: User, maya: User, client_of: ClientOf
) -> None:
    given = {"outcome": outcome, "players": [bob.id, charlie.id], "shown": "Move!", "days": 3}
    assert close(maya, report, **given).status_code == 302
    report.refresh_from_db()
    assert (report.state, report.outcome) == ("resolved", outcome)
    for user in (bob, charlie):
        user.refresh_from_db()
        assert is_user_muted(user, now=timezone.now()) == (outcome == "muted")
        assert is_user_banned(user, now=timezone.now()) == (outcome == "banned")
    measure = {"warned": "warn_user", "muted": "mute_user", "banned": "ban_user"}[outcome]
    entries = list(AuditEntry.objects.order_by("id"))
    ids = sorted([bob.id, charlie.id])
    assert [(one.action, one.user) for one in entries] == [
        *((measure, one) for one in ids),
        ("close_report", None),
    ]
    assert {(one.reason, one.data["report"]) for one in entries} == {(WHY, str(report.id))}
    assert entries[-1].data["players"] == [str(one) for one in ids]
    if outcome == "warned":
        (sanction,) = client_of(bob).get("/api/v1/me/sanctions/").json()["results"]
        assert (sanction["action"], sanction["reason"]) == ("warning", "Move!")
        outbox_fan_out()
        warned = Notification.objects.filter(entry__kind="warned").values_list("user", flat=True)
        assert set(warned) == set(ids)


def test_the_form_offers_players_that_the_moderator_may_act_on(
    game: Game, report: Report, bob: User, charlie: User, maya: User
) -> None:
    Seat.objects.filter(game=game, user=charlie).update(user=None, joined_at=None)
    simone = staff_named("simone", MODERATORS)
    Seat.objects.filter(game=game, user=bob).update(user=simone)
    form = form_of(maya, report)
    offered = {one.id for one in User.objects.filter(username__in=["alice", "bob", "charlie"])}
    assert boxes(form, "players") == {str(one): False for one in offered}
    with pytest.raises(StaffOnly):
        CLOSE.run(
            by=maya,
            target_id=report.id,
            outcome="warned",
            players=[bob.id, simone.id],
            shown="Move!",
            reason=WHY,
        )
    assert not AuditEntry.objects.exists()
    assert states() == ["open"]


def test_a_form_has_no_fields_for_measures_if_there_is_nobody_to_choose(
    game: Game, report: Report, maya: User
) -> None:
    User.objects.filter(seats__game=game).update(is_staff=True)
    form = form_of(maya, report)
    assert set(re.findall(r'<option value="(\w+)"', form)) == {"nothing", "game", "earlier"}
    names = set(re.findall(r'name="(\w+)"', form))
    assert names == {"csrfmiddlewaretoken", "outcome", "answer", "reason"}


@pytest.mark.parametrize(
    ("outcome", "players", "error"),
    [
        ("warned", [], "Choose players of this game."),
        ("warned", ["dora"], "Choose players of this game."),
        ("nothing", ["bob"], "This decision affects no player."),
    ],
)
def test_players_and_decision_have_to_fit(
    outcome: str, players: list[str], error: str, report: Report, maya: User
) -> None:
    user_named("dora")
    ids = list(User.objects.filter(username__in=players).values_list("id", flat=True))
    given: dict[str, Any] = {"outcome": outcome, "players": ids, "shown": "Move!"}
    with pytest.raises(Invalid, match=error):
        CLOSE.run(by=maya, target_id=report.id, reason=WHY, **given)
    assert states() == ["open"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_players_are_locked_in_the_order_of_their_ids(maya: User) -> None:
    high, low = (
        User.objects.create_user(name, id=UUID(int=number))
        for name, number in (("first", 2), ("second", 1))
    )
    report = report_make(by=high, game_id=start_game(high, low).id, category="stalling")
    gate = Gate()

    def hold() -> None:
        with transaction.atomic():
            user_lock(low).get()
            gate.before(int)()

    ahead = Meanwhile(hold)
    gate.arrived()
    given: dict[str, Any] = {"outcome": "warned", "players": [high.id, low.id], "shown": "Move!"}
    behind = Meanwhile(partial(CLOSE.run, by=maya, target_id=report.id, reason=WHY, **given))
    until(somebody_waits)
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True, nowait=True).get(id=high.id)
    gate.opened.set()
    ahead.ended()
    assert locked == high
    assert behind.ended().state == "resolved"


@pytest.mark.parametrize("outcome", ["muted", "banned"])
def test_a_measure_on_several_players_shortens_no_longer_one(
    outcome: str, report: Report, bob: User, charlie: User, maya: User
) -> None:
    {"muted": user_mute, "banned": user_ban}[outcome](user=bob, reason=WHY)
    given: dict[str, Any] = {"outcome": outcome, "players": [bob.id, charlie.id], "shown": "Move!"}
    page = close(maya, report, days=1, **given).content.decode()
    assert "A longer one is in force for: bob." in page
    assert not AuditEntry.objects.exists()
    assert close(maya, report, days=0, **given).status_code == 302


# --- other reports about the same ----------------------------------------------------------------


def reports_about(user: str, *authors: User) -> list[Report]:
    return [report_make(by=by, username=user, category="abuse", text="Rude.") for by in authors]


def test_other_reports_are_closed_with_the_same_outcome_and_answer(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    one, two = reports_about("bob", alice, charlie)
    (left,) = reports_about("bob", user_named("dora"))
    form = form_of(maya, one)
    assert boxes(form, "also") == {str(two.id): True, str(left.id): True}
    assert "charlie, Abuse, User: Rude." in form
    given = {"outcome": "warned", "shown": "Be kind.", "answer": "Thank you.", "also": [two.id]}
    assert close(maya, one, **given).status_code == 302
    two.refresh_from_db()
    assert (two.state, two.outcome, two.answer) == ("resolved", "warned", "Thank you.")
    assert states() == ["resolved", "resolved", "open"]
    outbox_fan_out()
    told = Notification.objects.filter(entry__kind="report_closed").values_list("user", flat=True)
    assert set(told) == {alice.id, charlie.id}
    entries = AuditEntry.objects.order_by("id")
    assert [entry.action for entry in entries] == ["warn_user", "close_report", "close_report"]
    assert [entry.data for entry in entries.filter(action=Action.CLOSE_REPORT)] == [
        {"report": str(two.id), "outcome": "warned", "into": str(one.id)},
        {"report": str(one.id), "outcome": "warned"},
    ]


def test_only_reports_about_the_same_message_are_closed_as_it_is_removed(
    game: Game, alice: User, bob: User, charlie: User, maya: User
) -> None:
    for number in (1, 2):
        message_post(user=bob, game_id=game.id, room="players", text=f"Insult {number}.")
    one, same, other = (
        report_make(by=by, game_id=game.id, room="players", number=number, category="abuse")
        for by, number in ((alice, 1), (charlie, 1), (alice, 2))
    )
    form = form_of(maya, one)
    assert boxes(form, "also") == {str(same.id): True, str(other.id): False}
    assert "alice, Abuse, Message &quot;Insult 2.&quot;: -" in form
    given: dict[str, Any] = {"by": maya, "target_id": one.id, "reason": WHY}
    for more in ({"outcome": "removed"}, {"outcome": "nothing", "remove": True}):
        with pytest.raises(Invalid, match="about the same message"):
            CLOSE.run(also=[same.id, other.id], **more, **given)
    CLOSE.run(also=[same.id], outcome="removed", **given)
    assert states() == ["resolved", "resolved", "open"]


def test_reports_of_others_and_of_the_moderator_are_not_offered(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    one, claimed, own = reports_about("bob", alice, charlie, maya)
    CLAIM.run(by=simon, target_id=claimed.id)
    assert boxes(form_of(maya, one), "also") == {}
    for other in (claimed, own):
        with pytest.raises(Invalid, match="closed or claimed by another"):
            CLOSE.run(by=maya, target_id=one.id, outcome="nothing", also=[other.id], reason=WHY)
    assert states() == ["open"] * 3


def test_a_report_that_was_withdrawn_meanwhile_refuses_the_form(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    one, two = reports_about("bob", alice, charlie)
    report_withdraw(by=charlie, report_id=two.id)
    response = close(maya, one, outcome="nothing", also=[two.id])
    assert "One of these reports was closed" in response.content.decode()
    assert states() == ["open", "withdrawn"]


def test_the_form_lists_a_limited_number(
    bob: User, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "MOST_TOGETHER", 2)
    one, *others = reports_about("bob", *(user_named(f"user{number}") for number in range(5)))
    form = form_of(maya, one)
    assert list(boxes(form, "also")) == [str(other.id) for other in others[:2]]
    assert "2 more are not listed." in form


def test_the_author_of_a_report_that_is_closed_too_does_not_read_what_was_done(
    alice: User, bob: User, charlie: User, maya: User, simon: User
) -> None:
    one, two, own = reports_about("bob", alice, charlie, maya)
    given = {"outcome": "warned", "shown": "Be kind.", "also": [two.id, own.id]}
    assert close(simon, one, **given).status_code == 302
    log = "/admin/moderation/auditentry/"
    seen = [client_for(user).get(log).content.decode().count(WHY) for user in (simon, maya)]
    assert seen == [4, 0]


# --- the list ------------------------------------------------------------------------------------


def close_in_list(user: User, *reports: Report, **given: Any) -> str:
    chosen = {"action": "close_selected", "_selected_action": [one.id for one in reports]}
    page = client_for(user).post("/admin/moderation/report/", chosen | given, follow=True)
    return str(page.content.decode())


def test_selected_reports_are_closed_with_one_reason(
    alice: User, bob: User, maya: User, simon: User
) -> None:
    one, *rest = reports_about("bob", alice, *(user_named(f"user{number}") for number in range(4)))
    for other in rest:
        CLAIM.run(by=simon, target_id=other.id)
    assert "Enter a reason" in close_in_list(maya, one, *rest)
    page = close_in_list(maya, one, *rest, reason=WHY)
    assert "1 report was closed." in page
    assert "Refused: 4. " in page
    assert page.count("Another moderator has claimed this report.") == 3
    assert states() == ["dismissed", *["open"] * 4]
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.reason, entry.by) == (Action.CLOSE_REPORT, WHY, maya)


def test_the_list_closes_a_limited_number_and_needs_the_permission(
    alice: User, bob: User, maya: User, simon: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = reports_about("bob", alice, user_named("dora"))
    maya.groups.get().permissions.filter(codename="close_report").delete()
    close_in_list(maya, one, reason=WHY)
    assert states() == ["open", "open"]
    maya.groups.set([])
    maya.is_superuser = True
    maya.save()
    monkeypatch.setattr(admin_page, "SELECTED_AT_ONCE", 1)
    for action in ("close_selected", "claim_selected", f"assign_{simon.pk}"):
        page = close_in_list(maya, one, two, reason=WHY, action=action)
        assert "at most 1 reports." in page
    assert not Report.objects.exclude(claimed_by=None).exists()
    assert states() == ["open", "open"]
