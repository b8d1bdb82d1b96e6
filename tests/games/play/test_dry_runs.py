"""Dry runs: checked like commands, without storing or revealing anything."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest
import time_machine
from django.db import connection

from accounts.models import User
from core import json
from engine.citadels.rules import RULES
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, GameState, IdempotencyKey, Move, Seat
from games.play.commands import command_send
from games.play.errors import ChoiceEndsCommand, DeadlinePassed, StaleDecision
from games.play.timing import grace
from games.rules.errors import IllegalChoice
from notifications.models import OutboxEntry
from tablekernel.loop import settle
from tablekernel.rules import Rules
from tests.engine.citadels.paired_states import known, make_paired_state
from tests.games.play.test_secrecy import change_bobs_hand
from tests.timed import A_DAY_EACH, MINUTE, Clock, shown_up
from tests.toy_games import options_of, play, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


def dry_run(user: User, game: Game, *choices: str, **more: Any) -> dict[str, Any]:
    """Return the reply to a dry run, without the time."""
    game.refresh_from_db()
    decision = more.pop("decision", game.decision_id)
    reply = command_send(
        user=user, game_id=game.id, decision=decision, choices=choices, dry_run=True, **more
    )
    document: dict[str, Any] = orjson.loads(json.dumps(reply.document))
    return document


def everything_stored(game: Game) -> list[Any]:
    rows: list[Any] = [Game.objects.filter(id=game.id).values(), Seat.objects.values()]
    rows += [GameState.objects.values(), Move.objects.values(), OutboxEntry.objects.values()]
    return [list(row) for row in rows] + [IdempotencyKey.objects.count()]


def test_it_shows_the_result_of_quiet_choices(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    document = dry_run(alice, game, "boast")
    assert document["reveals_at"] is None
    assert [event["kind"] for event in document["events"]] == ["boasted"]
    game = play(alice, game, "boast")
    real = orjson.loads(orjson.dumps(seen(alice, game), option=orjson.OPT_UTC_Z, default=str))
    for name in ("table", "decision", "move_count"):
        mine, theirs = document["game"][name], real[name]
        if name == "decision":
            del mine["since"], theirs["since"]
        assert mine == theirs


def test_nothing_is_stored(alice: User, bob: User) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    before = everything_stored(game)
    for choices in (["boast"], ["boast", options_of_cards(alice, game)[0]]):
        dry_run(alice, game, *choices, key="a-key")
        assert everything_stored(game) == before
    assert game.seats.get(number=0).acted_at is None  # a dry run does not count as presence
    play(alice, game, "boast")


def options_of_cards(user: User, game: Game) -> list[str]:
    return [f"lay:{card}" for card in seen(user, game)["table"]["hand"]]


def test_for_a_choice_that_reveals_something_it_only_says_that_it_is_legal(
    alice: User, bob: User
) -> None:
    game = start_game(alice, bob)
    document = dry_run(alice, game, "boast", options_of_cards(alice, game)[0])
    assert document == {"reveals_at": 1, "events": None, "game": None}


def test_it_gets_the_same_errors_as_the_command(alice: User, bob: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    with pytest.raises(StaleDecision):
        dry_run(alice, game, "boast", decision=99)
    with pytest.raises(IllegalChoice) as illegal:
        dry_run(alice, game, "boast", "lay:99")
    assert illegal.value.extras["index"] == 1
    with pytest.raises(ChoiceEndsCommand):
        dry_run(alice, game, "boast", options_of_cards(alice, game)[0], "pass")
    game.refresh_from_db()
    assert game.deadline_at is not None
    clock.move_to(game.deadline_at + grace() + MINUTE)
    with pytest.raises(DeadlinePassed):
        dry_run(alice, game, "boast")


@pytest.mark.usefixtures("unchecked_states")
def test_the_reply_does_not_depend_on_bobs_hand(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    tries = [["boast"], ["pass"], *([first] for first in options_of_cards(alice, game))]
    tries += [["boast", card] for card in options_of_cards(alice, game)]

    def replies() -> list[bytes]:
        replies = []
        with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
            for choices in tries:
                try:
                    replies.append(orjson.dumps(dry_run(alice, game, *choices)))
                except IllegalChoice as error:
                    replies.append(orjson.dumps(error.extras))
        return replies

    before = replies()
    change_bobs_hand(game)
    assert replies() == before
    assert any(b'"reveals_at":1' in reply for reply in before)


@pytest.mark.usefixtures("unchecked_states")
@pytest.mark.parametrize("number", range(3))
def test_no_choice_of_citadels_distinguishes_paired_states(
    number: int, alice: User, bob: User, charlie: User
) -> None:
    """At the decisions of a random game, each option is tried in the state as it is and in one
    that differs in all that its chooser may not know.
    """
    users = (alice, bob, charlie)
    game = citadels(*users)
    rng, compared = Random(number), 0
    for _ in range(60):
        game.refresh_from_db()
        if game.to_act is None:
            break
        user, options = users[game.to_act], options_of(users[game.to_act], game)
        if rng.random() < 0.25:
            compared += compare_paired_states(user, game, options, rng)
        play(user, game, rng.choice(options))
    assert compared > 10


def citadels(*users: User) -> Game:
    game = game_create(user=users[0], ruleset="citadels", seats=len(users), options={})
    for user in users[1:]:
        game_join(user=user, game_id=game.id)
    return game_start(user=users[0], game_id=game.id)


@pytest.fixture
def unchecked_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the check of states against the last move, which these tests change."""
    monkeypatch.setattr("games.rules.replays.digest", lambda dumped: "")
    monkeypatch.setattr(Rules, "has_hash", lambda rules, state, state_hash: True)


def compare_paired_states(user: User, game: Game, options: list[str], rng: Random) -> int:
    row = GameState.objects.get(game=game)
    state = RULES.load(row.state)
    decision = settle(state)
    assert decision is not None
    twin = make_paired_state(state, decision.seat, known(state, decision.seat, decision), rng)
    before = replies_of(user, game, options)
    GameState.objects.filter(game=game).update(state=RULES.dump(twin.match).decode())
    assert replies_of(user, game, options) == before
    GameState.objects.filter(game=game).update(state=row.state)
    return len(options)


def replies_of(user: User, game: Game, options: list[str]) -> list[bytes]:
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        return [orjson.dumps(dry_run(user, game, option)) for option in options]


def test_in_a_transaction_of_its_own_it_stores_nothing(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    dry_run(alice, game, "boast")
    assert not connection.needs_rollback  # the test's own transaction continues
    assert play(alice, game, "pass").move_count == 1
