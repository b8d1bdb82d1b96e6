"""Levels of bots that had other names before: clients and stored seats may still have them."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.bots.turns import bot_turn, bots_run
from games.lobby.hosting import bot_place
from games.lobby.rematch import game_rematch
from games.lobby.services import game_start
from games.models import Game
from games.rules.bots import current_level
from games.seats.resign import seat_resign
from games.staff import seat_to_bot
from tablekernel.bots import Bots, Budget, Observation
from tablekernel.frames import Choice
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")
FORMER = {"random": "novice", "greedy": "easy", "heuristic": "medium", "quick": "expert"}


def levels(game: Game) -> list[str]:
    return [seat.bot for seat in game.seats.order_by("number")]


def store_former_names(game: Game) -> None:
    """Let a game have the levels that a former version stored."""
    for former, name in FORMER.items():
        game.seats.filter(bot=name).update(bot=former)


# --- requests ------------------------------------------------------------------------------------


def test_a_client_that_sends_former_names_gets_the_present_ones(
    alice: User, client_of: ClientOf
) -> None:
    bots = [{"level": name} for name in FORMER]
    body = {"ruleset": "citadels", "seats": 5, "bots": bots}
    response = client_of(alice).post("/api/v1/games/", body)
    assert response.status_code == 201
    assert [seat["bot"] for seat in response.json()["seats"]] == [None, *FORMER.values()]
    host = Player(client_of(alice), response.json()["id"])
    changed = host.put("seats/1/bot", {"level": "quick", "profile": "thief"}).json()
    assert changed["seats"][1]["bot"] == "expert"
    assert levels(Game.objects.get()) == ["", "expert", "easy", "medium", "expert"]


def test_a_former_name_is_stored_as_the_present_one_wherever_a_bot_gets_a_seat(
    alice: User, bob: User
) -> None:
    game = lobby(alice, seats=2)
    bot_place(user=alice, game_id=game.id, seat=1, level="greedy")
    assert levels(game) == ["", "easy"]
    running = start_game(alice, bob)
    seat_to_bot(game_id=running.id, seat=1, level="random")
    assert levels(running) == ["", "novice"]


@pytest.mark.parametrize("ruleset", ["citadels", "castle"])
@pytest.mark.parametrize("level", ["genius", "steady", "Random", ""])
def test_a_name_that_no_level_ever_had_is_refused(
    level: str, ruleset: str, alice: User, client_of: ClientOf
) -> None:
    body = {"ruleset": ruleset, "seats": 2, "bots": [{"level": level or "?"}]}
    problem = client_of(alice).post("/api/v1/games/", body).json()
    assert problem["errors"][0]["code"] == "unknown_level"
    assert "novice, easy" in problem["errors"][0]["detail"]
    assert "random" not in problem["errors"][0]["detail"]


def test_a_former_name_of_a_level_that_the_ruleset_does_not_have_is_refused(
    alice: User, client_of: ClientOf
) -> None:
    body = {"ruleset": "castle", "seats": 2, "bots": [{"level": "heuristic"}]}
    problem = client_of(alice).post("/api/v1/games/", body).json()
    assert [error["code"] for error in problem["errors"]] == ["unknown_level"]


# --- seats that a former version stored ----------------------------------------------------------


def test_a_bot_stored_with_a_former_name_plays_by_its_level(
    alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    game = start_game(alice, seats=2, join=False, bots=["easy/bold", "novice"])
    store_former_names(game)
    turn = bot_turn(game_id=game.id)
    assert turn is not None
    assert (turn.level, turn.profile) == ("easy", "bold")
    with caplog.at_level(logging.ERROR):
        assert bots_run(game_id=game.id)
    assert not caplog.records


def test_replies_and_records_show_the_present_names_of_stored_ones(
    alice: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bots=["easy", "novice"], options={"rounds": 1})
    store_former_names(game)
    player = Player(client_of(alice), game.id)
    assert [seat["bot"] for seat in player.view()["seats"]] == [None, "easy", "novice"]
    (listed,) = player.client.get("/api/v1/me/games/").json()["results"]
    assert [seat["bot"] for seat in listed["seats"]] == [None, "easy", "novice"]
    seat_resign(user=alice, game_id=game.id)
    record = player.client.get(f"{player.path}export/").json()
    bots = [seat["bot"] for seat in record["about"]["seats"]]
    assert bots[1:] == ["easy", "novice"]


def test_a_game_of_a_ruleset_that_is_gone_shows_what_is_stored() -> None:
    assert current_level(slug="chess", level="random") == "random"
    assert current_level(slug="citadels", level="random") == "novice"


def test_a_rematch_has_the_bots_of_an_older_game(alice: User) -> None:
    game = start_game(alice, bots=["easy"])
    seat_resign(user=alice, game_id=game.id)
    store_former_names(game)
    again = game_rematch(user=alice, game_id=game.id)
    assert bot_of(again, 0) == "easy"


def bot_of(game: Game, number: int) -> str:
    return current_level(slug=game.ruleset, level=game.seats.get(number=number).bot)


# --- the new level -------------------------------------------------------------------------------


def test_hard_has_twelve_iterations_and_the_time_of_expert(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, tuple[int | None, float, bool]] = {}

    def bot(self: Bots, level: str, profile: str | None = None) -> Any:
        def first(observation: Observation, budget: Budget, rng: Random) -> Choice:
            given[level] = (budget.iterations, budget.seconds, budget.clock is not None)
            return observation.options[0]

        return first

    monkeypatch.setattr(Bots, "bot", bot)
    kinds = ["medium", "hard", "expert"]
    game = lobby(alice, ruleset="citadels", seats=3, join=False, bots=kinds)
    game_start(user=alice, game_id=game.id)
    while len(given) < 3:
        assert bots_run(game_id=game.id)
    seconds = given["expert"][1]
    assert given == {
        "medium": (None, 0.0, True),
        "hard": (3, seconds, True),
        "expert": (30, seconds, True),
    }
    assert seconds > 0
