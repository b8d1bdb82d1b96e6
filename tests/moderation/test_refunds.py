"""The opponents of a cheater get their rating points back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import user_ban
from games.models import Game, Rating
from games.ratings.model import BEGINNER
from games.staff.errors import NothingToDo
from moderation.actions import refunds
from moderation.actions.refunds import REFUND_RATINGS
from moderation.errors import NotPermitted
from moderation.models import AuditEntry
from notifications.models import OutboxEntry
from tests.games.staff.test_ending import finish_with, strength
from tests.moderation.pages import client_for, hidden
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
WHY = "Report 12."
LONG_AGO = date(2020, 1, 1)


def shown_rating(user: User) -> int:
    return Rating.objects.get(user=user).shown


@pytest.fixture
def games(alice: User, bob: User, charlie: User) -> list[Game]:
    """Bob, who is banned then, wins against alice twice and loses to charlie once."""
    games = [finish_with(start_game(bob, alice), 1, 2) for _ in range(2)]
    games.append(finish_with(start_game(bob, charlie), 2, 1))
    user_ban(user=bob, reason=WHY)
    OutboxEntry.objects.all().delete()
    return games


def run(by: User, user: User, since: date = LONG_AGO) -> None:
    REFUND_RATINGS.run(by=by, target_id=user.id, since=since, reason=WHY)


def test_each_opponent_gets_back_what_the_preview_says(
    games: list[Game], alice: User, bob: User, charlie: User, simon: User
) -> None:
    plan = refunds.refund(simon, bob, LONG_AGO)
    assert [game.id for game in plan.games] == [game.id for game in reversed(games)]
    promised = {one.user: (one.games, one.before, one.after) for one in plan.corrections}
    assert promised == {
        alice: (2, shown_rating(alice), BEGINNER.rating),
        charlie: (1, shown_rating(charlie), BEGINNER.rating),
    }
    run(simon, bob)
    assert {one.user: one.after for one in plan.corrections} == {
        user: shown_rating(user) for user in (alice, charlie)
    }
    for user in (alice, bob, charlie):
        assert strength(user)[2] == 0
    entry = AuditEntry.objects.get(action="refund_ratings")
    assert entry.data == {"since": "2020-01-01", "games": 3, "players": 2, "left": 0}
    annulled = AuditEntry.objects.filter(action="annul_game", reason=WHY, by=simon)
    assert {one.game for one in annulled} == {game.id for game in games}
    told = sorted((one.kind, one.users) for one in OutboxEntry.objects.all())
    assert told == sorted(("ratings_corrected", [str(user.id)]) for user in (alice, charlie))
    with pytest.raises(NothingToDo):  # each game counts once
        run(simon, bob)


def test_points_from_other_games_stay(alice: User, bob: User, charlie: User, simon: User) -> None:
    finish_with(start_game(bob, alice), 1, 2)
    finish_with(start_game(alice, charlie), 2, 1)
    other = strength(charlie)
    user_ban(user=bob, reason=WHY)
    (correction,) = refunds.refund(simon, bob, LONG_AGO).corrections
    assert correction.points > 0
    run(simon, bob)
    assert shown_rating(alice) == correction.after
    assert strength(charlie) == other


def test_older_games_stay_and_more_than_most_need_several_runs(
    games: list[Game], bob: User, simon: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    Game.objects.filter(id=games[0].id).update(finished_at=timezone.now() - timedelta(days=10))
    since = (datetime.now(UTC) - timedelta(days=5)).date()
    monkeypatch.setattr(refunds, "MOST", 1)
    assert refunds.refund(simon, bob, since).left == 1
    run(simon, bob, since)
    run(simon, bob, since)
    with pytest.raises(NothingToDo):
        run(simon, bob, since)
    assert list(Game.objects.filter(annulled_at=None)) == [games[0]]


def test_nobody_decides_about_their_own_games(
    games: list[Game], alice: User, bob: User, simon: User
) -> None:
    own = finish_with(start_game(bob, simon), 1, 2)
    run(simon, bob)
    assert list(Game.objects.filter(annulled_at=None)) == [own]
    with pytest.raises(NothingToDo, match="not banned"):
        run(simon, alice)


def test_a_moderator_may_not(games: list[Game], bob: User, maya: User) -> None:
    with pytest.raises(NotPermitted):
        run(maya, bob)


def test_the_page_shows_the_preview_and_asks_again_if_it_changes(
    games: list[Game], bob: User, simon: User
) -> None:
    client, page = client_for(simon), f"/admin/accounts/user/{bob.id}/actions/refund_ratings/"
    given: dict[str, Any] = {"since": "2020-01-01", "reason": WHY}
    text = client.post(page, given).content.decode()
    assert "Games finished since 2020-01-01: 3 games will be annulled, from " in text
    assert f"{shown_rating(User.objects.get(username='alice'))} → 1500" in text
    assert not AuditEntry.objects.exists()
    Game.objects.filter(id=games[0].id).update(finished_at=datetime(2019, 1, 1, tzinfo=UTC))
    again = client.post(page, {**given, **hidden(text)}).content.decode()
    assert "2 games will be annulled" in again
    assert client.post(page, {**given, **hidden(again)}).status_code == 302
    assert Game.objects.filter(annulled_at=None).count() == 1
    refused = client.post(page, {**given, "since": "2026-01-01"}).content.decode()
    assert "No such games, apart from" in refused


def test_a_form_that_is_sent_twice_annuls_one_batch(
    games: list[Game], bob: User, simon: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refunds, "MOST", 1)
    client, page = client_for(simon), f"/admin/accounts/user/{bob.id}/actions/refund_ratings/"
    given: dict[str, Any] = {"since": "2020-01-01", "reason": WHY}
    form = given | hidden(client.get(page).content.decode())
    form |= hidden(client.post(page, form).content.decode())
    replies = [client.post(page, form, follow=True).content.decode() for _ in range(2)]
    assert "The games are annulled" in replies[0]
    assert "Submit the form again to confirm." in replies[1]  # the next batch
    form |= hidden(replies[1])
    assert "already submitted" in client.post(page, form, follow=True).content.decode()
    assert Game.objects.filter(annulled_at=None).count() == 2


def test_other_games_of_an_equal_number_need_another_confirmation(
    games: list[Game], alice: User, bob: User, simon: User
) -> None:
    client, page = client_for(simon), f"/admin/accounts/user/{bob.id}/actions/refund_ratings/"
    given: dict[str, Any] = {"since": "2020-01-01", "reason": WHY}
    text = client.post(page, given).content.decode()
    times = {"finished_at": games[0].finished_at}
    Game.objects.filter(id=games[0].id).update(finished_at=datetime(2019, 1, 1, tzinfo=UTC))
    Game.objects.filter(id=finish_with(start_game(bob, alice), 1, 2).id).update(**times)
    again = client.post(page, given | hidden(text)).content.decode()
    assert "Submit the form again to confirm." in again
    assert not Game.objects.exclude(annulled_at=None).exists()


def test_a_run_of_many_games_asks_the_same_for_its_preview(
    games: list[Game], bob: User, alice: User, simon: User, django_assert_max_num_queries: Any
) -> None:
    for _ in range(5):
        finish_with(start_game(bob, alice), 1, 2)
    with django_assert_max_num_queries(4):
        refunds.refund(simon, bob, LONG_AGO)
