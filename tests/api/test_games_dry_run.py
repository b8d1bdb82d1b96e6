"""POST /api/v1/games/{id}/dry-runs/"""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, IdempotencyKey
from tests.api.conftest import Players
from tests.toy_games import Player

pytestmark = pytest.mark.usefixtures("toy")


def dry(player: Player, *choices: str, **headers: str) -> Any:
    body = {"decision": 1, "choices": list(choices)}
    return player.client.post(f"{player.path}dry-runs/", body, headers=headers)


def test_it_shows_the_result_and_changes_nothing(players: Players) -> None:
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


def test_it_reveals_nothing(players: Players) -> None:
    card = players[0].view()["table"]["hand"][0]
    assert dry(players[0], "boast", f"lay:{card}").json() == {
        "reveals_at": 1,
        "events": None,
        "game": None,
    }


def test_it_is_refused_like_the_command(players: Players) -> None:
    assert dry(players[0], "counter").json()["code"] == "illegal_choice"
    assert dry(players[1], "boast").json()["code"] == "not_your_decision"
    card = players[0].view()["table"]["hand"][0]
    assert dry(players[0], "boast", f"lay:{card}", "x").json()["code"] == "choice_ends_command"
    players[0].send(1, "boast")
    assert dry(players[0], "boast").json()["code"] == "stale_decision"


def test_it_needs_few_statements(players: Players, django_assert_max_num_queries: Any) -> None:
    players[0].view()  # the first use of a token is stored
    with django_assert_max_num_queries(12):
        assert dry(players[0], "boast").status_code == 200
    assert Game.objects.get().move_count == 0
