"""A new format of the state loses no game, and changes no published hash."""

from __future__ import annotations

from random import Random

import orjson
import pytest

from accounts.models import User
from games.history.positions import history_for
from games.history.reveal import export_for
from games.models import Game, GameState, Status
from games.rules.replays import record_verify
from tablekernel import registry
from tablekernel.codec import digest
from tablekernel.rules import Rules
from tablekernel.state import State
from tests.games.play.test_rollback import rollback
from tests.games.play.test_verify_replays import CommandOutput
from tests.toy_games import options_of, play, start_game

pytestmark = pytest.mark.usefixtures("toy")
OLD_MOVES, MOST_MOVES = 12, 2000
"""The numbers of moves before the release; the last is larger than in any game."""


def write_last_format(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make rules store games as the previous release did: frames as numbers."""
    dump = type(rules).dump

    def last(self: Rules, state: State) -> bytes:
        with monkeypatch.context() as today:
            today.setattr(type(rules), "dump", dump)
            return next(iter(self.earlier(state)))

    monkeypatch.setattr(type(rules), "dump", last)


def stored_state(game: Game) -> str:
    return GameState.objects.get(game=game).state


def format_of(game: Game) -> int:
    """Return the number of the format in which a game is stored."""
    number: int = orjson.loads(stored_state(game))["format"]
    return number


def play_on(game: Game, users: tuple[User, ...], count: int, rng: Random) -> Game:
    """Make up to ``count`` random moves, until the game ends."""
    for _ in range(count):
        game.refresh_from_db()
        if game.to_act is None:
            break
        user = users[game.to_act]
        game = play(user, game, rng.choice(options_of(user, game)))
    return game


@pytest.mark.parametrize("slug", ["toy", *registry.RULESETS])
def test_a_game_that_began_in_the_last_format_goes_on(
    slug: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, rng, users = registry.ruleset(slug).rules, Random(3), (alice, bob)
    options = {"options": {"rounds": 4}} if slug == "toy" else {}
    with monkeypatch.context() as before:
        write_last_format(rules, before)
        game = play_on(start_game(alice, bob, ruleset=slug, **options), users, OLD_MOVES, rng)
    old, text = format_of(game), stored_state(game)
    hashes = dict(game.moves.values_list("number", "state_hash"))
    assert hashes[OLD_MOVES] == digest(text.encode())
    assert CommandOutput("--all-running").counts(rules.version)[:2] == [1, 1]
    assert stored_state(game) == text

    history_for(user=alice, game_id=game.id, number=5)  # raises if the replay differs
    game = rollback(play_on(game, users, 2, rng), OLD_MOVES - 1, alice)
    assert format_of(game) == old + 1
    assert CommandOutput("--all-running").counts(rules.version)[:2] == [1, 1]

    game = play_on(game, users, MOST_MOVES, rng)
    assert game.status == Status.FINISHED
    assert CommandOutput("--finished").counts(rules.version)[:2] == [1, 1]
    exported = export_for(user=alice, game_id=game.id)
    assert record_verify(exported).ok
    record = orjson.loads(exported)
    kept = [record["start"]["hash"], *[move["hash"] for move in record["moves"]]]
    assert kept[:OLD_MOVES] == [hashes[number] for number in range(OLD_MOVES)]
