"""The client follows a match, and answers what it is asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from uuid import UUID

import pytest

from clients.python.citadels_client import Api, Problem
from clients.python.citadels_client.choosers import by_chance
from clients.python.citadels_client.documents import Decision, Event, Game
from clients.python.citadels_client.play import Stalled, play_to_end
from games.bots.turns import bot_turn_play
from tests.clients.conftest import PlayerNamed


class Seen:
    """A screen that remembers."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.events: list[Event] = []

    def show(self, game: Game, events: list[Event]) -> None:
        self.games.append(game)
        self.events += events


def slow_bots(game: Game) -> Callable[[float], None]:
    """While the client waits, a bot makes one move."""

    def sleep(seconds: float) -> None:
        if seconds:
            bot_turn_play(game_id=UUID(game["id"]))

    return sleep


def started(api: Api, **wishes: int) -> Game:
    seats = wishes.get("seats", 4)
    game = api.create(ruleset="citadels", seats=seats, bots=["greedy"] * (seats - 1))
    return api.start(game["id"])


def test_it_plays_a_match_to_the_end_while_bots_move_behind_its_back(player: PlayerNamed) -> None:
    alice, seen = player("alice"), Seen()
    game = started(alice, seats=5)
    ended = play_to_end(alice, game["id"], by_chance(Random(1)), seen, sleep=slow_bots(game))
    assert ended["status"] == "finished"
    assert ended["result"] is not None
    numbers = [event["seq"] for event in seen.events]
    assert numbers == list(range(1, len(numbers) + 1))
    assert seen.events[-1]["kind"] == "match_over"
    assert seen.events == alice.events(game["id"])


def test_it_gets_the_table_as_a_picture(player: PlayerNamed) -> None:
    alice = player("alice")
    game = started(alice)
    assert ">Only you see this</text>" in alice.board(game["id"])
    assert alice.board(game["id"]) is alice.board(game["id"])  # it is not sent again
    assert alice.board(game["id"], move=0).startswith("<svg ")
    with pytest.raises(Problem, match="move_not_found"):
        alice.board(game["id"], move=99)


def test_a_match_that_has_not_changed_is_not_sent_again(player: PlayerNamed) -> None:
    alice = player("alice")
    game = alice.create(ruleset="citadels", seats=2)
    first = alice.game(game["id"])
    assert alice.game(game["id"]) is first
    player("bob").join(game["id"])
    assert alice.game(game["id"]) is not first


def test_who_is_overtaken_looks_again(player: PlayerNamed) -> None:
    """Another client of the same user answers first."""
    alice, seen = player("alice"), Seen()
    game = started(alice, seats=4)
    rng = by_chance(Random(2))
    overtaken: list[int] = []

    def beaten_once(view: Game, decision: Decision) -> str:
        choice = rng(view, decision)
        if not overtaken:
            overtaken.append(decision["id"])
            alice.command(view["id"], decision["id"], [choice])
        return choice

    play_to_end(alice, game["id"], beaten_once, seen, sleep=slow_bots(game))
    assert overtaken
    assert seen.games[-1]["status"] == "finished"


def test_it_says_so_when_nothing_happens(player: PlayerNamed) -> None:
    alice = player("alice")
    game = alice.create(ruleset="citadels", seats=2)
    with pytest.raises(Stalled, match="Nothing has happened for 3 seconds"):
        play_to_end(
            alice, game["id"], by_chance(Random(3)), Seen(), patience=3, sleep=lambda s: None
        )


def test_a_command_that_is_sent_twice_is_done_once(player: PlayerNamed) -> None:
    alice = player("alice")
    game = started(alice)
    choice = asked(alice, game)
    first = alice.command(game["id"], *choice, key="again")
    assert alice.command(game["id"], *choice, key="again") == first


def test_a_refusal_carries_its_code_and_what_is_legal(player: PlayerNamed) -> None:
    alice = player("alice")
    game = started(alice)
    decision, _ = asked(alice, game)
    with pytest.raises(Problem) as refused:
        alice.command(game["id"], decision, ["fly:moon"])
    assert (refused.value.code, refused.value.status) == ("illegal_choice", 422)
    assert len(refused.value.extras["options"]) > 1


def asked(api: Api, game: Game) -> tuple[int, list[str]]:
    """Bots play until this user has to decide: the decision and a legal choice."""
    while True:
        decision = api.game(game["id"])["decision"]
        if decision and "options" in decision:
            return decision["id"], [decision["options"][0]["choice"]]
        assert bot_turn_play(game_id=UUID(game["id"])) is not None
