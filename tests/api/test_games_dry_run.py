"""POST /api/v1/games/{id}/dry-runs/"""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, IdempotencyKey
from tests.conftest import ClientOf
from tests.toy_games import Player, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def players(alice: User, bob: User, client_of: ClientOf) -> tuple[Player, Player]:
    """Return Alice and Bob, in a game in which Alice has to decide."""
    game = start_game(alice, bob)
    return Player(client_of(alice), game.id), Player(client_of(bob), game.id)


def dry(player: Player, *choices: str, **headers: str) -> Any:
    body = {"decision": 1, "choices": list(choices)}
    return player.client.post(f"{player.path}dry-runs/", body, headers=headers)


def test_it_shows_the_result_and_changes_nothing(players: tuple[Player, Player]) -> None:
    response = dry(players[0], "boast", **{"Idempotency-Key": "k"})
    assert response.status_code == 200
    body = response.json()
    assert body["reveals_at"] is None
    assert [event["kind"] for event in body["events"]] == ["boasted"]
    assert (body["game"]["move_count"], body["game"]["decision"]["id"]) == (1, 2)
    assert players[0].view()["move_count"] == 0
    assert not IdempotencyKey.objects.exists()
    real = players[0].send(1, "boast", key="k").json()
    for name in ("table", "move_count"):
        assert real["game"][name] == body["game"][name]


def test_it_reveals_nothing(players: tuple[Player, Player]) -> None:
    card = players[0].view()["table"]["hand"][0]
    assert dry(players[0], "boast", f"lay:{card}").json() == {
        "reveals_at": 1,
        "events": None,
        "game": None,
    }


def test_it_is_refused_like_the_command(players: tuple[Player, Player]) -> None:
    assert dry(players[0], "counter").json()["code"] == "illegal_choice"
    assert dry(players[1], "boast").json()["code"] == "not_your_decision"
    card = players[0].view()["table"]["hand"][0]
    assert dry(players[0], "boast", f"lay:{card}", "x").json()["code"] == "choice_ends_command"
    players[0].send(1, "boast")
    assert dry(players[0], "boast").json()["code"] == "stale_decision"


def test_it_needs_few_statements(
    players: tuple[Player, Player], django_assert_max_num_queries: Any
) -> None:
    players[0].view()  # the first use of a token is stored
    with django_assert_max_num_queries(12):
        assert dry(players[0], "boast").status_code == 200
    assert Game.objects.get().move_count == 0
