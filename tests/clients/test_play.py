"""Playing and following a game with the Python client."""

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
from tests.clients.conftest import RegisterPlayer


class RecordingScreen:
    """A screen that records what it is given."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.events: list[Event] = []

    def show(self, game: Game, events: list[Event]) -> None:
        self.games.append(game)
        self.events += events


def slow_bots(game: Game) -> Callable[[float], None]:
    """Return a sleep function in which a bot makes one move."""

    def sleep(seconds: float) -> None:
        if seconds:
            bot_turn_play(game_id=UUID(game["id"]))

    return sleep


def start_game(api: Api, seats: int = 4) -> Game:
    game = api.create(ruleset="citadels", seats=seats, bots=["easy"] * (seats - 1))
    return api.start(game["id"])


def test_it_plays_to_the_end_while_bots_move(player: RegisterPlayer) -> None:
    alice, screen = player("alice"), RecordingScreen()
    game = start_game(alice, seats=5)
    finished = play_to_end(alice, game["id"], by_chance(Random(1)), screen, sleep=slow_bots(game))
    assert finished["status"] == "finished"
    assert finished["result"] is not None
    numbers = [event["seq"] for event in screen.events]
    assert numbers == list(range(1, len(numbers) + 1))
    assert screen.events[-1]["kind"] == "match_over"
    assert screen.events == alice.events(game["id"])


def test_it_gets_the_table_as_a_picture(player: RegisterPlayer) -> None:
    alice = player("alice")
    game = start_game(alice)
    assert ">Only you see this</text>" in alice.board(game["id"])
    assert alice.board(game["id"]) is alice.board(game["id"])  # not fetched again
    assert alice.board(game["id"], move=0).startswith("<svg ")
    for move in (None, 0):
        assert 'viewBox="0 0 1120 ' in alice.board(game["id"], move, layout="landscape")
    with pytest.raises(Problem, match="move_not_found"):
        alice.board(game["id"], move=99)


def test_an_unchanged_game_is_not_fetched_again(player: RegisterPlayer) -> None:
    alice = player("alice")
    game = alice.create(ruleset="citadels", seats=2)
    first = alice.game(game["id"])
    assert alice.game(game["id"]) is first
    player("bob").join(game["id"])
    assert alice.game(game["id"]) is not first


def test_it_continues_when_another_client_answers_first(player: RegisterPlayer) -> None:
    alice, screen = player("alice"), RecordingScreen()
    game = start_game(alice, seats=4)
    choose = by_chance(Random(2))
    decisions: list[int] = []

    def answer_twice_once(view: Game, decision: Decision) -> str:
        choice = choose(view, decision)
        if not decisions:
            decisions.append(decision["id"])
            alice.command(view["id"], decision["id"], [choice])
        return choice

    play_to_end(alice, game["id"], answer_twice_once, screen, sleep=slow_bots(game))
    assert decisions
    assert screen.games[-1]["status"] == "finished"


def test_it_gives_up_when_nothing_changes(player: RegisterPlayer) -> None:
    alice = player("alice")
    game = alice.create(ruleset="citadels", seats=2)
    with pytest.raises(Stalled, match="Nothing has changed for 3 seconds"):
        play_to_end(
            alice,
            game["id"],
            by_chance(Random(3)),
            RecordingScreen(),
            patience=3,
            sleep=lambda s: None,
        )


def test_a_command_that_is_sent_twice_is_played_once(player: RegisterPlayer) -> None:
    alice = player("alice")
    game = start_game(alice)
    choice = wait_for_decision(alice, game)
    first = alice.command(game["id"], *choice, key="again")
    assert alice.command(game["id"], *choice, key="again") == first


def test_a_refusal_has_its_code_and_the_legal_options(player: RegisterPlayer) -> None:
    alice = player("alice")
    game = start_game(alice)
    decision, _ = wait_for_decision(alice, game)
    with pytest.raises(Problem) as refusal:
        alice.command(game["id"], decision, ["fly:moon"])
    assert (refusal.value.code, refusal.value.status) == ("illegal_choice", 422)
    assert len(refusal.value.extras["options"]) > 1


def wait_for_decision(api: Api, game: Game) -> tuple[int, list[str]]:
    """Let bots play until the user has to decide. Return the decision and a legal choice."""
    while True:
        decision = api.game(game["id"])["decision"]
        if decision and "options" in decision:
            return decision["id"], [decision["options"][0]["choice"]]
        assert bot_turn_play(game_id=UUID(game["id"])) is not None
