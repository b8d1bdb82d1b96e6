"""What viewers get does not depend on what they may not know."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
import time_machine

from accounts.models import User
from games.models import Game, GameState
from games.play.commands import command_send
from games.play.selectors import events_for, game_header_for, game_view_for, turns_of
from tablekernel.codec import canonical
from tests.tablekernel.toy import DECK
from tests.toy_games import play, play_out, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


def change_bobs_hand(game: Game) -> None:
    """Change what only bob may know of the game."""
    row = GameState.objects.get(game=game)
    document = orjson.loads(row.state)
    used = {card for hand in document["hands"] for card in bytes.fromhex(hand[2:])}
    others = bytes(card for card in DECK if card not in used)
    document["hands"][1] = "0x" + others[: len(document["hands"][1]) // 2 - 1].hex()
    assert document["charm"] in (0, 1)
    row.state = canonical(document).decode()
    row.save()


def everything_visible(user: User, game: Game) -> list[bytes]:
    """Return everything that ``user`` can read about a game."""
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        glance, document = game_view_for(user=user, game_id=game.id)
        turns = turns_of(user=user)
        seen: list[Any] = [
            document,
            glance.version,
            game_header_for(user=user, game_id=game.id).version,
            turns,
            events_for(user=user, game_id=game.id, after=0, limit=100, language="en"),
        ]
        for choice in ("lay:1", "lay:20", "boast"):
            try:
                command_send(user=user, game_id=game.id, decision=1, choices=[choice])
            except Exception as error:
                seen.append([type(error).__name__, getattr(error, "extras", None)])
    return [orjson.dumps(part) for part in seen]


def test_what_others_see_does_not_depend_on_bobs_hand(
    alice: User, bob: User, charlie: User
) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    game = play(alice, game)
    mine, alices, charlies = (seen(user, game)["table"] for user in (bob, alice, charlie))
    before = [everything_visible(user, game) for user in (alice, charlie)]
    change_bobs_hand(game)
    assert [everything_visible(user, game) for user in (alice, charlie)] == before
    assert seen(bob, game)["table"] != mine
    assert (alices["hand"] is None, charlies["hand"]) == (False, None)


def test_only_its_seat_sees_the_private_part_of_an_event(
    alice: User, bob: User, charlie: User
) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    visible = {
        user.username: events_for(user=user, game_id=game.id, after=0, limit=500, language="en")
        for user in (alice, bob, charlie)
    }
    dealt = {
        name: [event for event in events if event["kind"] == "dealt"]
        for name, events in visible.items()
    }
    assert ["cards" in event for event in dealt["alice"]] == [True, False]
    assert ["cards" in event for event in dealt["bob"]] == [False, True]
    assert ["cards" in event for event in dealt["charlie"]] == [False, False]
    for name in ("alice", "bob"):
        assert [event["seq"] for event in visible[name]] == list(range(1, game.event_count + 1))


def test_choices_seed_and_nonce_are_in_no_view(alice: User, bob: User, charlie: User) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    row = GameState.objects.get(game=game)
    seed = orjson.loads(row.state)["seed"].removeprefix("0x")
    for user in (alice, bob, charlie):
        replies = b"".join(everything_visible(user, game)).decode()
        assert seed not in replies
        assert row.nonce not in replies
