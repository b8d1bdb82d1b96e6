"""The list of games: results of filters and searches, and their queries."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, PauseKind
from games.play.due_games import quarantine
from moderation.admin import paging
from moderation.admin.health_flags import HEALTH_FLAGS
from moderation.services.reports import report_make
from tests.games.test_indexes import all_indexed
from tests.moderation.pages import client_for
from tests.timed import A_DAY_EACH, Clock, pause
from tests.toy_games import lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")
LIST = "/admin/games/game/"


def find_games(user: User, **asked: Any) -> set[str]:
    """Return the ids of the games on the list."""
    response = client_for(user).get(LIST, asked)
    assert response.status_code == 200, response
    return set(re.findall(r"/admin/games/game/([0-9a-f-]{36})/change/", response.content.decode()))


def ids(*games: Game) -> set[str]:
    return {str(game.id) for game in games}


def test_each_filter_finds_what_is_wrong(alice: User, bob: User, maya: User, clock: Clock) -> None:
    well = start_game(alice, bob, pace=A_DAY_EACH)
    held, failed, absent = (start_game(alice, bob, pace=A_DAY_EACH) for _ in range(3))
    pause(held)
    quarantine(game_id=failed.id)
    pause(absent, PauseKind.VACATION, alice)
    assert find_games(maya, flag="overdue") == set()
    assert find_games(maya, flag="quarantined") == ids(failed)
    assert find_games(maya, flag="frozen") == ids(held, failed)
    assert find_games(maya, flag="paused") == ids(held, failed, absent)
    assert find_games(maya, flag="nothing") == ids(well, held, failed, absent)
    clock.shift(timedelta(days=1, minutes=3))
    assert find_games(maya, flag="overdue") == ids(well)
    assert find_games(maya, flag="stalled") == set()
    clock.shift(timedelta(days=14))
    assert find_games(maya, flag="stalled") == ids(well, held, failed, absent)


def test_a_broken_game_is_listed(alice: User, bob: User, maya: User) -> None:
    game = start_game(alice, bob)
    game.seats.filter(number=0).delete()  # the game waits for this one
    assert find_games(maya) == ids(game)


def test_a_moderator_with_a_part_in_a_game_does_not_learn_that_it_is_reported(
    alice: User, bob: User, maya: User, simon: User
) -> None:
    well, bad = start_game(alice, bob), start_game(alice, bob)
    his = start_game(alice, maya)
    for game in (bad, his):
        report_make(by=alice, game_id=game.id, category="other", text="Look.")
    assert find_games(simon, flag="reported") == ids(bad, his)
    assert find_games(maya, flag="reported") == ids(bad)
    assert ids(well) < find_games(maya)


def test_games_are_found_by_ruleset_status_and_bots(alice: User, bob: User, maya: User) -> None:
    waiting, people, bots = (
        lobby(alice, seats=2),
        start_game(alice, bob),
        start_game(alice, bots=["easy"]),
    )
    assert find_games(maya, status__exact="lobby") == ids(waiting)
    assert find_games(maya, bots="yes") == ids(bots)
    assert find_games(maya, bots="no") == ids(waiting, people)
    assert find_games(maya, ruleset="toy") == ids(waiting, people, bots)
    assert find_games(maya, ruleset="citadels") == set()


def test_games_are_found_by_id_player_and_host(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    both, hosted = start_game(alice, bob), lobby(alice, seats=2)
    lobby(charlie, seats=2)
    assert find_games(maya, q=str(both.id)) == ids(both)
    assert find_games(maya, q=" ALICE ") == ids(both, hosted)
    assert find_games(maya, q="bob") == ids(both)
    assert find_games(maya, q="nobody") == set()


def test_a_list_cannot_be_asked_for_what_it_does_not_show(
    alice: User, bob: User, maya: User, ada: User
) -> None:
    """Such lookups could reveal a choice, a hand or the existence of orders letter by letter."""
    start_game(alice, bob)
    for user in (maya, ada):
        client = client_for(user)
        for page, asked in (
            (LIST, "auto_at__isnull=True"),
            (LIST, "state__state__contains=hands"),
            (LIST, "seats__has_orders=True"),
            ("/admin/games/move/", "choice__startswith=lay"),
            ("/admin/games/move/", "events__contains=charm"),
            ("/admin/games/move/", "actor=order"),
            ("/admin/moderation/auditentry/", "by__password__startswith=m"),
        ):
            assert client.get(f"{page}?{asked}").status_code == 400, asked


def test_nothing_is_counted_to_the_end(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "MOST", 3)
    for _ in range(5):
        lobby(alice, seats=2)
    pages = paging.NearPages(Game.objects.order_by("-created_at"), 2)
    assert (pages.count, pages.num_pages) == (3, 2)
    assert [len(pages.page(number).object_list) for number in (1, 2)] == [2, 1]


def test_a_longer_list_costs_no_more_statements(
    alice: User, bob: User, maya: User, django_assert_max_num_queries: Any
) -> None:
    client = client_for(maya)
    for number in range(6):
        start_game(alice, bob, bots=["easy"] * (number % 3))
    with django_assert_max_num_queries(12):
        client.get(LIST)


@pytest.mark.postgres
@pytest.mark.parametrize(
    "asked",
    [
        *(f"flag={flag}" for flag in HEALTH_FLAGS),
        "status__exact=finished",
        "ruleset=toy",
        "status__exact=active&bots=yes",
        "q=alice",
    ],
)
def test_lists_are_read_by_indexes(alice: User, bob: User, maya: User, asked: str) -> None:
    start_game(alice, bob, pace=A_DAY_EACH)
    client = client_for(maya)
    Game.objects.update(created_at=timezone.now())
    with all_indexed():
        assert client.get(f"{LIST}?{asked}").status_code == 200
