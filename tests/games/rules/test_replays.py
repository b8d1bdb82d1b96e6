"""The interface to the engine: default moves, and past states of games."""

from __future__ import annotations

import pytest

from games import rules
from games.rules.errors import GameOver, RulesUnavailable

pytestmark = pytest.mark.usefixtures("toy")

TOY = {"slug": "toy", "version": "toy/1"}
MATCH = {"options": {"rounds": 2}, "seats": 3}


def by_default() -> tuple[rules.LiveGame, list[tuple[int, str]], list[str]]:
    """Play a game to its end by default moves. Return its moves with the hashes around each."""
    opening = rules.game_set_up(**TOY, **MATCH)  # type: ignore[arg-type]
    table, moves, hashes = opening.live_game, [], [opening.step.hash]
    while (question := table.question) is not None:
        choice = table.default_choice()
        hashes.append(table.play(seat=question.seat, choice=choice).hash)
        moves.append((question.seat, choice))
    return table, moves, hashes


def test_a_game_can_be_had_as_it_was_after_any_move() -> None:
    table, moves, hashes = by_default()
    for count in (0, 1, 5, len(moves)):
        then = rules.game_replay(**TOY, **MATCH, stored=table.dump(), moves=moves[:count])  # type: ignore[arg-type]
        assert then.hash() == hashes[count]
    assert then.dump() == table.dump()


def test_a_game_that_cannot_be_played_again_says_so() -> None:
    table, moves, _ = by_default()
    with pytest.raises(rules.ReplayFailed):
        rules.game_replay(**TOY, **MATCH, stored=table.dump(), moves=[(moves[0][0], "lay:99")])  # type: ignore[arg-type]
    with pytest.raises(RulesUnavailable):
        rules.game_replay(slug="toy", version="toy/0", **MATCH, stored=table.dump(), moves=[])  # type: ignore[arg-type]


def test_a_game_that_is_over_has_no_default() -> None:
    table, _, _ = by_default()
    with pytest.raises(GameOver):
        table.default_choice()
