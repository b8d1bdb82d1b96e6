"""GET /api/v1/me/turns/"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from games.seats.resign import seat_resign
from tests.conftest import ClientOf
from tests.toy_games import lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")
PATH = "/api/v1/me/turns/"


def turns(client: APIClient) -> list[dict[str, Any]]:
    response = client.get(PATH)
    assert response.status_code == 200
    result: list[dict[str, Any]] = response.json()["turns"]
    return result


def test_it_lists_my_decisions_the_longest_waiting_first(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    first, second = (start_game(alice, bob, pace={"kind": "none"}) for _ in range(2))
    play(alice, first, "pass")  # Alice plays, and has now waited longer in the second game
    lobby(alice, bob)
    result = turns(client_of(alice))
    assert [turn["game"] for turn in result] == [str(second.id), str(first.id)]
    since = result[1].pop("since")
    assert result[1] == {
        "game": str(first.id),
        "ruleset": "toy",
        "seat": 0,
        "decision": {"id": 2, "topic": "card"},
        "deadline": None,
        "paused": False,
        "frozen": False,
    }
    assert since > result[0]["since"]
    assert turns(client_of(bob)) == []


def test_a_turn_moves_to_the_next_player(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play(alice, start_game(alice, bob), "pass")
    play(alice, game)
    assert turns(client_of(alice)) == []
    assert [turn["seat"] for turn in turns(client_of(bob))] == [1]


def test_a_player_who_resigned_has_no_open_turn(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    seat_resign(user=alice, game_id=game.id)
    assert turns(client_of(alice)) == []


def test_the_nearest_deadline_comes_first_and_no_deadline_last(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    never = start_game(alice, bob, pace={"kind": "none"})
    games = {
        hours: start_game(alice, bob, pace={"kind": "per_decision", "allowance": 3600 * hours})
        for hours in (48, 24, 72)
    }
    expected = [str(games[hours].id) for hours in (24, 48, 72)] + [str(never.id)]
    assert [turn["game"] for turn in turns(client_of(alice))] == expected


def test_only_open_decisions_of_ones_own_seat_are_listed(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    start_game(bob, alice)  # Bob has to decide
    start_game(bob, charlie)
    play_out(start_game(alice, bob), alice, bob)
    away = start_game(alice, bob)
    away.seats.filter(number=0).update(
        away_since=timezone.now(), bot="novice", bot_profile="balanced"
    )
    assert turns(client_of(alice)) == []
    away.seats.filter(number=0).update(away_since=None, bot="", bot_profile="")
    assert [turn["game"] for turn in turns(client_of(alice))] == [str(away.id)]


@pytest.mark.parametrize(
    "change",
    [
        {"paused": True, "clock_since": None},
        {"paused": True, "frozen": True, "clock_since": None},
        {"topic": "other"},
        {"to_act_since": timezone.now() - timedelta(hours=1)},
        {"decision_id_offset": 1},
    ],
)
def test_the_etag_changes_with_the_content(
    change: dict[str, Any], alice: User, bob: User, client_of: ClientOf
) -> None:
    game, client = start_game(alice, bob, pace={"kind": "none"}), client_of(alice)
    etag = client.get(PATH).headers["ETag"]
    assert client.get(PATH, headers={"If-None-Match": etag}).status_code == 304
    Game.objects.filter(id=game.id).update(**change)
    assert client.get(PATH, headers={"If-None-Match": etag}).status_code == 200


def test_empty_inboxes_of_two_users_have_different_etags(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    """Only the user's own seats are read."""
    start_game(alice, bob)
    etag = client_of(alice).get(PATH).headers["ETag"]
    assert client_of(bob).get(PATH, headers={"If-None-Match": etag}).json()["turns"] == []


def test_it_is_304_until_a_turn_comes_or_goes(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    game, client = start_game(alice, bob), client_of(alice)
    etag = client.get(PATH).headers["ETag"]
    with django_assert_num_queries(2) as queries:  # token, turns
        assert client.get(PATH, headers={"If-None-Match": etag}).status_code == 304
    assert not any("gamestate" in query["sql"] for query in queries)
    play(alice, game, "boast")
    assert client.get(PATH, headers={"If-None-Match": etag}).status_code == 200


def test_it_needs_a_token(anyone: APIClient, db: None) -> None:
    assert anyone.get(PATH).status_code == 401
