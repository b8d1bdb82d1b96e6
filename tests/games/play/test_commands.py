"""Commands become moves."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from accounts.models import User
from core import json
from core.errors import ApiError
from games.models import Actor, Game, GameState, Status
from games.play.commands import command_send
from games.play.errors import (
    ChoiceEndsCommand,
    GameNotFound,
    GameNotStarted,
    NotSeated,
    SeatLost,
    StaleDecision,
)
from games.rules.errors import GameOver, IllegalChoice, NotYourDecision
from games.seats.resign import seat_resign
from tablekernel.codec import digest
from tests.toy_games import NOWHERE, lobby, options_of, play, play_out, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


def send(user: User, game: Game, *choices: str, decision: int | None = None) -> Any:
    game.refresh_from_db()
    number = game.decision_id if decision is None else decision
    reply = command_send(user=user, game_id=game.id, decision=number, choices=choices)
    return orjson.loads(json.dumps(reply.document))


def stored_state(game: Game) -> tuple[Any, ...]:
    """Return everything that a refused command must not change."""
    row = Game.objects.values().get(id=game.id)
    return row, GameState.objects.get(game=game).state, game.moves.count()


def assert_refused(
    error: type[ApiError], user: User, game: Game, *choices: str, **named: Any
) -> Any:
    """Assert that the command raises ``error`` and changes nothing; return the error's extras."""
    before = stored_state(game)
    with pytest.raises(error) as refusal:
        send(user, game, *choices, **named)
    assert stored_state(game) == before
    return refusal.value.extras


def test_a_choice_becomes_a_move(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    reply = send(alice, game, "boast")
    assert reply["moves"] == [1]
    assert [event["kind"] for event in reply["events"]] == ["boasted"]
    assert reply["game"]["decision"]["id"] == 2
    move = game.moves.get(number=1)
    assert (move.actor, move.user, move.seat) == (Actor.PLAYER, alice, 0)
    assert (move.topic, move.choice) == ("boast", "boast")
    assert move.state_hash == digest(GameState.objects.get(game=game).state.encode())


def test_the_game_shows_the_next_seat_to_act(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    game = play(alice, game, "pass")
    assert (game.to_act, game.topic, game.move_count) == (0, "card", 1)
    game = play(alice, game)
    assert (game.to_act, game.topic, game.move_count) == (1, "boast", 2)


def test_several_choices_are_several_moves_of_one_command(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    card = f"lay:{seen(alice, game)['table']['hand'][0]}"
    reply = send(alice, game, "boast", card)
    assert reply["moves"] == [1, 2]
    assert [event["seq"] for event in reply["events"]] == [3, 4]
    assert list(game.moves.values_list("choice", flat=True)) == ["", "boast", card]


def test_a_game_that_is_over_has_its_result(alice: User, bob: User) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    assert (game.status, game.to_act, game.topic) == (Status.FINISHED, None, "")
    assert game.finished_at is not None
    assert game.result is not None
    assert game.result["placements"] in ([1, 2], [2, 1], [1, 1])
    assert game.result["lost"] == []


def test_events_are_numbered_without_gaps(alice: User, bob: User) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    expected = 1
    for move in game.moves.order_by("number"):
        assert move.first_event == expected
        assert move.last_event - move.first_event + 1 == len(orjson.loads(move.events))
        expected = move.last_event + 1
    assert game.event_count == expected - 1


# --- refusals ----------------------------------------------------------------------------------


def test_it_refuses_a_stale_decision_and_returns_the_open_one(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    extras = assert_refused(StaleDecision, alice, game, "boast", decision=1)
    assert (extras["decision"]["id"], extras["decision"]["topic"]) == (2, "card")
    assert [option["choice"] for option in extras["decision"]["options"]] == options_of(alice, game)


def test_only_the_player_to_act_gets_the_options(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    for decision in (1, 3):
        extras = assert_refused(StaleDecision, bob, game, "boast", decision=decision)
        assert extras["decision"]["seat"] == 0
        assert "options" not in extras["decision"]


def test_it_refuses_another_seat(alice: User, bob: User) -> None:
    assert assert_refused(NotYourDecision, bob, start_game(alice, bob), "boast") == {
        "seat": 0,
        "index": 0,
    }


def test_it_refuses_an_illegal_choice_and_returns_the_legal_ones(alice: User, bob: User) -> None:
    extras = assert_refused(IllegalChoice, alice, start_game(alice, bob), "counter")
    assert [option["choice"] for option in extras["options"]] == ["boast", "pass"]
    assert extras["index"] == 0


def test_several_choices_are_played_all_or_none(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    extras = assert_refused(IllegalChoice, alice, game, "boast", "lay:99")
    assert extras["index"] == 1
    assert [option["choice"] for option in extras["options"]] == [
        f"lay:{card}" for card in seen(alice, game)["table"]["hand"]
    ]


def test_no_choice_may_follow_one_that_reveals_something(alice: User, bob: User) -> None:
    game = start_game(alice, bob, options={"rounds": 1})
    game = play(alice, game, "pass")  # the only card is played automatically
    # Bob's choice ends the round: the cards are revealed and the die is rolled. What follows it is
    # refused unread; otherwise bob could look first by sending an illegal choice.
    for last in ("pass", "counter", "nonsense"):
        assert assert_refused(ChoiceEndsCommand, bob, game, "pass", last) == {"index": 0}


def test_a_command_that_reaches_another_seats_decision_is_refused(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    card = options_of(alice, play(alice, game, "pass"))[0]
    assert assert_refused(ChoiceEndsCommand, alice, game, card, "boast") == {"index": 0}


def test_it_refuses_strangers(alice: User, bob: User, charlie: User) -> None:
    assert_refused(NotSeated, charlie, start_game(alice, bob), "boast")
    assert_refused(GameNotFound, charlie, start_game(alice, bob, visibility="private"), "boast")


def test_it_refuses_a_player_who_has_resigned(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    seat_resign(user=alice, game_id=game.id)
    assert_refused(SeatLost, alice, game, "boast")


def test_it_refuses_before_the_start_and_after_the_end(alice: User, bob: User) -> None:
    with pytest.raises(GameNotStarted):
        send(alice, lobby(alice, bob), "boast")
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    assert_refused(GameOver, alice, game, "boast")


def test_it_refuses_an_unknown_game(alice: User) -> None:
    with pytest.raises(GameNotFound):
        command_send(user=alice, game_id=NOWHERE, decision=1, choices=["boast"])
