"""The examples of docs/orders.md do in Citadels what they are there for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, drafting, position
from games.bots.turns import bots_run
from games.lobby.services import game_create, game_start
from games.models import Actor, Game
from games.play.commands import command_send
from games.play.selectors import events_for, game_view_for
from games.rules.rulesets import ruleset_named, topics_of
from games.standing_orders import Answer, StopReason, orders_answer, orders_parse
from games.standing_orders.services import orders_set
from tests.toy_games import bot_named

PAGE = (Path(__file__).parents[3] / "docs" / "orders.md").read_text()
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
TOPICS = topics_of(ruleset_named("citadels"))
REQUEST, EXAMPLES = BLOCKS[0]["orders"], BLOCKS[1:]
(
    FAVORITES,
    DISCARDS,
    NEVER_BRIBE,
    ALWAYS_CONFISCATE,
    NEVER_CONFISCATE,
    DEAREST,
    GOLD,
    NOTHING_LEFT,
    NOTHING_THAT_COUNTS,
) = EXAMPLES
INTERRUPTED: dict[str, Any] = {
    "card_set": "magistrate",
    "characters": {"A": "magistrate", "B": "king"},
    "hands": {"B": "manor"},
    "gold": {"B": 9},
    "turn": "king",
}


def said(table: CitadelsTable, order: dict[str, Any]) -> Answer:
    """What an order says to the open decision, seen as its seat sees it."""
    described = RULES.describe(table.state, table.decision)
    return orders_answer(
        topic=described["topic"],
        options=described["options"],
        orders=orders_parse([order], TOPICS),
    )


def chosen(table: CitadelsTable, order: dict[str, Any]) -> str | None:
    return said(table, order).choice


def test_every_example_is_an_order_of_the_game() -> None:
    for orders in (REQUEST, EXAMPLES):
        complete = [order.to_json() for order in orders_parse(orders, TOPICS)]
        assert [{**whole, **order} for whole, order in zip(complete, orders, strict=True)] == (
            complete
        )


def test_the_first_favourite_that_is_offered_is_kept() -> None:
    assert chosen(drafting("king bishop merchant warlord"), FAVORITES) == "keep:king"
    assert chosen(drafting("bishop architect merchant warlord"), FAVORITES) == "keep:architect"
    assert said(drafting("bishop thief warlord"), FAVORITES) == Answer()


def test_two_players_discard_by_preference_and_else_by_rank() -> None:
    def discarding(*kept: str) -> CitadelsTable:
        table = position_of_two()
        for key in kept:
            table.plays("A" if table.question[0] == "A" else "B", key)
        assert table.question[1] == "discard_character"
        return table

    def position_of_two() -> CitadelsTable:
        return drafting(
            "assassin thief magician king bishop merchant warlord", players=2, crown="A"
        )

    assert chosen(discarding("keep:king", "keep:bishop"), DISCARDS) == "discard:assassin"
    assert chosen(discarding("keep:assassin", "keep:bishop"), DISCARDS) == "discard:thief"
    assert chosen(discarding("keep:assassin", "keep:thief"), DISCARDS) == "discard:warlord"


def test_no_bribe_is_paid() -> None:
    table = position(
        card_set="blackmailer",
        characters={"A": "blackmailer", "B": "king"},
        gold={"B": 4},
        threats="king! bishop",
        turn="king",
    )
    table.plays("B", "gather:gold")
    assert table.question == ("B", "bribe")
    assert chosen(table, NEVER_BRIBE) == "refuse"


@pytest.mark.parametrize(("mark", "always"), [("king!", "confiscate"), ("king bishop!", "pass")])
def test_a_district_is_always_confiscated_or_never(mark: str, always: str) -> None:
    rest = "merchant warlord" if mark == "king!" else "merchant"
    table = position(**INTERRUPTED, warrants=f"{mark} {rest}")
    table.plays("B", "gather:gold", "build:manor")
    assert table.question == ("A", "confiscate")
    assert chosen(table, ALWAYS_CONFISCATE) == always
    assert chosen(table, NEVER_CONFISCATE) == "pass"


@pytest.mark.parametrize(
    ("top", "kept"),
    [("tavern palace", "palace"), ("palace tavern", "palace"), ("manor barracks", "manor")],
)
def test_the_dearest_card_is_kept(top: str, kept: str) -> None:
    table = position(characters={"A": "king"}, top=top, turn="king")
    table.plays("A", "gather:cards")
    assert chosen(table, DEAREST) == f"keep:{kept}"


def test_gold_is_gathered() -> None:
    assert chosen(position(characters={"A": "king"}, turn="king"), GOLD) == "gather:gold"


def test_a_turn_in_which_nothing_is_left_is_ended() -> None:
    table = position(characters={"A": "king"}, hands={"A": "tavern"}, gold={"A": 3}, turn="king")
    table.plays("A", "gather:gold")
    assert said(table, NOTHING_LEFT) == Answer()
    table.plays("A", "build:tavern")
    assert chosen(table, NOTHING_LEFT) == "end_turn"


def test_what_does_not_count_may_be_left() -> None:
    table = position(
        characters={"A": "king"},
        uniques="museum",
        cities={"A": "museum"},
        hands={"A": "palace"},
        gold={"A": 0},
        turn="king",
    )
    table.plays("A", "gather:gold")
    assert table.offers("museum:palace")
    assert said(table, NOTHING_LEFT) == Answer()
    assert chosen(table, NOTHING_THAT_COUNTS) == "end_turn"


def test_the_page_lists_every_reason_for_an_end() -> None:
    section = PAGE.partition("### What ends an order")[2].partition("## The default move")[0]
    assert set(re.findall(r"`(\w+)`(?=[,| ])", section)) >= {why.value for why in StopReason}


SPARED = 1
"""The byte of which seed and nonce are made here: in these games nobody kills seat 0."""


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_a_preference_is_followed_in_a_draft_of_many(
    seats: int, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alice is the last to choose; bots hand the cards on to her."""
    monkeypatch.setattr(
        "games.rules.live_game.secrets.token_bytes", lambda size: bytes([SPARED]) * size
    )
    ranking = [
        "king",
        "architect",
        "merchant",
        "warlord",
        "bishop",
        "magician",
        "thief",
        "assassin",
    ]
    game = game_create(
        user=alice,
        ruleset="citadels",
        seats=seats,
        options={"first_crown": 1},
        bots=[bot_named("novice")] * (seats - 1),
    )
    game = game_start(user=alice, game_id=game.id)
    preference = {"topic": "keep_character", "choose": [f"keep:{name}" for name in ranking]}
    orders_set(user=alice, game_id=game.id, orders=[preference])
    bots_run(game_id=game.id)
    game.refresh_from_db()
    move = game.moves.get(topic="keep_character", seat=0)
    assert move.actor == Actor.ORDER
    events = events_for(user=alice, game_id=game.id, after=0, limit=500, language="en")
    (kept,) = [e for e in events if e["kind"] == "character_kept" and e["move"] == move.number]
    assert kept["character"] == min(kept["offered"], key=ranking.index)
    assert (game.to_act, game.topic) == (0, "gather")


@pytest.mark.slow
def test_a_whole_game_on_orders_needs_its_player_for_the_rest_only(alice: User) -> None:
    """Orders as somebody might give them. Alice does what they leave to her, and no order stops."""
    bots = [bot_named(level) for level in ("easy", "novice", "easy")]
    game = game_create(user=alice, ruleset="citadels", seats=4, options={}, bots=bots)
    game = game_start(user=alice, game_id=game.id)
    asking = [{**order, "otherwise": "ask"} for order in EXAMPLES]
    build = {"topic": "action", "choose": [{"verb": "build", "highest": "cost"}]}
    orders_set(user=alice, game_id=game.id, orders=[*asking, {**build, "otherwise": "ask"}])
    game = ran(game)
    while game.to_act is not None:
        _, view = game_view_for(user=alice, game_id=game.id)
        choice = view["decision"]["options"][0]["choice"]
        command_send(user=alice, game_id=game.id, decision=game.decision_id, choices=[choice])
        game = ran(game)
    moves = game.moves.filter(seat=0)
    ordered, by_hand = (moves.filter(actor=actor) for actor in (Actor.ORDER, Actor.PLAYER))
    assert ordered.count() > by_hand.count() > 0
    assert not by_hand.filter(topic__in=("gather", "keep_card")).exists()
    assert not game.orders.exclude(stopped_at=None).exists()


def ran(game: Game) -> Game:
    """The game once nothing is left to do for the server."""
    while bots_run(game_id=game.id):
        pass
    game.refresh_from_db()
    return game
