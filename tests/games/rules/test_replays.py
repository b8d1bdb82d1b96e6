"""The interface to the engine: default moves, and past states of games."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.errors import GameOver, RulesUnavailable
from games.rules.live_game import LiveGame, ReplayFailed, game_replay, game_set_up
from games.rules.rulesets import ruleset_at
from tests.tablekernel.toy import TOY

pytestmark = pytest.mark.usefixtures("toy")

MATCH: dict[str, Any] = {"options": {"rounds": 2}, "seats": 3}


def by_default() -> tuple[LiveGame, list[tuple[int, str]], list[str]]:
    """Play a game to its end by default moves. Return its moves with the hashes around each."""
    opening = game_set_up(TOY, **MATCH)
    table, moves, hashes = opening.live_game, [], [opening.step.hash]
    while (question := table.question) is not None:
        choice = table.default_choice()
        hashes.append(table.play(seat=question.seat, choice=choice).hash)
        moves.append((question.seat, choice))
    return table, moves, hashes


def test_a_game_can_be_had_as_it_was_after_any_move() -> None:
    table, moves, hashes = by_default()
    for count in (0, 1, 5, len(moves)):
        then = game_replay(TOY, **MATCH, stored=table.dump(), moves=moves[:count])
        assert then.hash() == hashes[count]
    assert then.dump() == table.dump()


def test_a_game_that_cannot_be_played_again_says_so() -> None:
    table, moves, _ = by_default()
    with pytest.raises(ReplayFailed):
        game_replay(TOY, **MATCH, stored=table.dump(), moves=[(moves[0][0], "lay:99")])
    with pytest.raises(RulesUnavailable):
        ruleset_at(slug="toy", version="toy/0")


def test_a_game_that_is_over_has_no_default() -> None:
    table, _, _ = by_default()
    with pytest.raises(GameOver):
        table.default_choice()
