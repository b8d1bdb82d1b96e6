"""Nobody but their player learns of standing orders: two games that differ only in alice's having
given some look the same to everybody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.bots.turns import bots_run
from games.history.reveal import export_for
from games.models import Actor, Game
from games.play.selectors import events_for, game_header_for, game_view_for, turns_of
from games.standing_orders.services import order_turn_play, orders_set
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")

PACE = {"kind": "reserve", "allowance": 600, "bank": 3600}
ORDERS: list[dict[str, Any]] = [
    {"topic": "boast", "choose": ["boast"], "times": 2},
    {"topic": "boast", "choose": ["pass"]},
    {"topic": "card", "choose": [{"verb": "lay", "highest": "card"}]},
    {"topic": "counter", "choose": ["counter"], "otherwise": "ask"},
    {"topic": "counter", "choose": ["pass"]},
]


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False) as travel:
        yield travel


@pytest.fixture
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All games are dealt the same cards."""
    monkeypatch.setattr(
        "games.rules.live_game.secrets.token_bytes", lambda size: bytes(range(size))
    )


def everything(user: User, game: Game) -> list[str]:
    """All that ``user`` can read about a game, with the game's own id left out."""
    glance, document = game_view_for(user=user, game_id=game.id)
    turns = [turn for turn in turns_of(user=user) if turn["game"] == game.id]
    seen = [
        document,
        glance.version,
        game_header_for(user=user, game_id=game.id).version,
        turns,
        events_for(user=user, game_id=game.id, after=0, limit=500, language="en"),
    ]
    return [orjson.dumps(part).decode().replace(str(game.id), "THE GAME") for part in seen]


def record(user: User, game: Game) -> dict[str, Any]:
    """The record of a game, without its own id and the digest over it."""
    document: dict[str, Any] = orjson.loads(export_for(user=user, game_id=game.id))
    del document["digest"], document["about"]["game"]
    return document


@pytest.mark.usefixtures("same_seed")
def test_a_whole_game_of_orders_looks_like_one_played_by_hand(
    alice: User, bob: User, charlie: User, clock: time_machine.Traveller
) -> None:
    options: dict[str, Any] = {"options": {"rounds": 4}, "pace": PACE}
    ordered, by_hand = start_game(alice, bob, **options), start_game(alice, bob, **options)
    orders_set(user=alice, game_id=ordered.id, orders=ORDERS)
    while ordered.to_act is not None:
        for user in (bob, charlie):
            assert everything(user, ordered) == everything(user, by_hand)
        clock.shift(30)
        if ordered.to_act == 0:
            order_turn_play(game_id=ordered.id)
            ordered.refresh_from_db()
            last = ordered.moves.get(number=ordered.move_count)
            assert last.actor == Actor.ORDER
            by_hand = play(alice, by_hand, last.choice)
        else:
            ordered, by_hand = play(bob, ordered), play(bob, by_hand)
    for user in (alice, bob, charlie):
        assert everything(user, ordered) == everything(user, by_hand)
    assert record(bob, ordered) == record(bob, by_hand)


@pytest.mark.parametrize(
    "order",
    [
        {"topic": "boast", "choose": ["boast"], "delay": 300},
        {"topic": "boast", "choose": ["boast:never"]},
        {"topic": "boast", "choose": ["boast:never"], "otherwise": "ask"},
        {"topic": "card", "choose": ["lay:1"]},
    ],
    ids=["waits", "stops", "asks", "is silent"],
)
def test_an_order_that_is_given_and_not_followed_changes_nothing_for_anybody(
    order: dict[str, Any],
    alice: User,
    bob: User,
    charlie: User,
    clock: time_machine.Traveller,
) -> None:
    game = start_game(alice, bob, pace=PACE)
    users = (alice, bob, charlie)
    before = [everything(user, game) for user in users]
    orders_set(user=alice, game_id=game.id, orders=[order])
    assert [everything(user, game) for user in users] == before
    assert bots_run(game_id=game.id) == 0
    assert [everything(user, game) for user in users] == before


def test_the_admin_does_not_tell_an_order_from_its_player(
    alice: User, bob: User, admin_client: Client
) -> None:
    game = start_game(alice, bob)
    orders_set(user=alice, game_id=game.id, orders=ORDERS)
    order_turn_play(game_id=game.id)
    move = game.moves.get(number=1, actor=Actor.ORDER)
    for page in (
        "move/",
        f"move/{move.id}/change/",
        "game/",
        f"game/{game.id}/change/",
    ):
        response = admin_client.get(f"/admin/games/{page}")
        assert response.status_code == 200
        text = response.content.decode().lower()
        assert not re.search(r"standing|orders|>order<|actor", text), page
    assert "standingorder" not in admin_client.get("/admin/").content.decode().lower()
