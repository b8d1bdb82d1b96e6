"""Reports about a seat: moderators see the user, the reporter does not."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from core.errors import Invalid
from games.lobby.services import game_create
from games.models import Game, Seat, Visibility
from moderation.actions.reports import CLOSE, MERGE
from moderation.models import Report
from moderation.services.privacy import reports
from moderation.services.reports import report_make
from notifications.models import OutboxEntry
from tests.accounts.test_deletions import deleted
from tests.conftest import ClientOf
from tests.moderation.pages import client_for
from tests.moderation.test_reports import REPORTS, WHY, code, make_report
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return start_game(alice, bob, charlie, anonymous=True)


def by_seat(game: Game, seat: int) -> dict[str, Any]:
    return {"about": "user", "game": str(game.id), "seat": seat, "category": "stalling"}


def test_a_report_about_a_seat_does_not_tell_who_has_it(
    alice: User, bob: User, game: Game, client_of: ClientOf
) -> None:
    client = client_of(alice)
    body = client.post(REPORTS, by_seat(game, 1)).json()
    assert (body["user"], body["game"], body["seat"]) == (None, str(game.id), 1)
    assert client.get(f"{REPORTS}{body['id']}/").json() == body
    assert Report.objects.get().user == bob
    assert [one["user"] for one in reports(alice)] == [None]
    Report.objects.update(text="One of bob and charlie.")
    deleted(bob)
    assert client.get(f"{REPORTS}{body['id']}/").json()["text"] == "One of bob and charlie."


def test_reports_about_seats_and_about_names_do_not_conflict(
    alice: User, bob: User, charlie: User, game: Game, client_of: ClientOf
) -> None:
    client = client_of(alice)
    named = client.post(REPORTS, {"about": "user", "username": "bob", "category": "other"}).json()
    assert named["seat"] is None
    first = client.post(REPORTS, by_seat(game, 1))
    assert first.status_code == client.post(REPORTS, by_seat(game, 2)).status_code == 201
    other = start_game(alice, bob, anonymous=True)
    assert client.post(REPORTS, by_seat(other, 1)).status_code == 201
    Seat.objects.filter(game=game, number=1).update(user=User.objects.create(username="new"))
    again = client.post(REPORTS, by_seat(game, 1))
    assert (code(again), again.json()["report"]) == ((409, "report_open"), first.json()["id"])


def test_only_seats_of_other_users_in_visible_games(
    alice: User, game: Game, client_of: ClientOf
) -> None:
    client = client_of(alice)
    for seat, wrong in ((0, "yourself"), (7, "no_such_user"), (20, "max_value")):
        error = client.post(REPORTS, by_seat(game, seat)).json()["errors"][0]
        assert (error["pointer"], error["code"]) == ("/seat", wrong)
    free = game_create(user=alice, ruleset="toy", seats=2, options={})
    assert client.post(REPORTS, by_seat(free, 1)).json()["errors"][0]["code"] == "no_such_user"
    nowhere = client.post(REPORTS, {"about": "user", "seat": 1, "category": "other"})
    assert nowhere.json()["errors"][0]["pointer"] == "/game"
    Game.objects.filter(id=free.id).update(visibility=Visibility.PRIVATE)
    stranger = client_of(User.objects.create(username="stranger"))
    assert code(stranger.post(REPORTS, by_seat(free, 0))) == (404, "game_not_found")


def test_a_hidden_seat_is_closed_only_with_reports_about_the_same_seat(
    alice: User, bob: User, charlie: User, maya: User, game: Game
) -> None:
    named = make_report(alice, bob)
    first, second = (
        report_make(by=by, game_id=game.id, seat=1, category="stalling") for by in (alice, charlie)
    )
    for report, other in ((named, first), (first, named)):
        with pytest.raises(Invalid):
            MERGE.run(by=maya, target_id=report.id, also=[other.id], reason=WHY)
    page = client_for(maya).get(f"/admin/moderation/report/{first.id}/change/").text
    assert "seat 1" in page
    assert "must not learn" in page
    assert "bob" in page
    given: dict[str, Any] = {
        "outcome": "warned",
        "shown": "Play faster.",
        "answer": "Thank you.",
        "reason": WHY,
    }
    CLOSE.run(by=maya, target_id=first.id, also=[second.id], **given)
    assert set(Report.objects.filter(state="resolved")) == {first, second}
    told = OutboxEntry.objects.filter(kind="report_closed").values_list("subject", "data")
    assert sorted(told) == sorted((one.id, {}) for one in (first, second))
    later = report_make(by=alice, game_id=game.id, seat=1, category="stalling")
    ids = [str(named.id), str(later.id)]
    chosen = {"action": "close_selected", "reason": WHY, "_selected_action": ids}
    shown = client_for(maya).post("/admin/moderation/report/", chosen, follow=True).text
    assert "Close reports about seats one by one." in shown
    assert Report.objects.filter(state="open").count() == 2
