"""Stored puzzles, whose solution is one option of a real position."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from games.models import Puzzle
from games.puzzles.services import puzzle_store
from games.rules.puzzles import FoundPuzzle
from games.rules.starts import observation_redeal
from tablekernel import registry
from tablekernel.bots import make_observation

SEED = bytes(32)


@cache
def found_puzzle(ruleset: str = "citadels", seats: int = 4, place: int = 1) -> FoundPuzzle:
    """The first decision of a match with at least three options; the solution is one of them."""
    rules, bots = registry.ruleset(ruleset).rules, registry.ruleset(ruleset).bots
    options = rules.check_options({}, seats)
    state, _ = rules.start(options, seats, SEED)
    while len((observation := make_observation(rules, state)).options) < 3:
        rules.play(state, observation.seat, observation.options[0].key)
    assert bots.problem is not None
    choices = [option.key for option in observation.options]
    solution = choices[place]
    others = [choice for choice in choices if choice != solution]
    return FoundPuzzle(
        ruleset=ruleset,
        rules_version=rules.version,
        options=options,
        seats=seats,
        seat=observation.seat,
        state=observation_redeal(rules, bots.problem, observation, Random(1)),
        solution=solution,
        values=[(solution, 0.5, 0.01), *((choice, 0.3, 0.01) for choice in others[:-1])],
        lead=0.2,
        found_by_rules=0.5,
    )


def store_puzzle(ruleset: str = "citadels", seats: int = 4, **columns: Any) -> Puzzle:
    """Store a puzzle, by default of four seats."""
    puzzle = puzzle_store(found_puzzle(ruleset, seats))
    for name, value in columns.items():
        setattr(puzzle, name, value)
    puzzle.save()
    return puzzle


def choices_of(puzzle: Puzzle) -> tuple[str, str]:
    """Return the solution of a puzzle, and another option with a value."""
    return puzzle.solution, puzzle.values[1][0]
