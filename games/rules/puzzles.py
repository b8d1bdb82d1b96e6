"""The platform's interface to puzzles: decisions of bots' matches with one clearly best option."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from games.rules.rulesets import ruleset_named
from games.rules.starts import RedealFailed, observation_redeal
from tablekernel import errors as refusals
from tablekernel.analysis import observation_rng
from tablekernel.bots import Bot, Bots, Budget, make_observation
from tablekernel.events import event_for
from tablekernel.puzzles import find_puzzle
from tablekernel.rng import SEED_BYTES
from tablekernel.rules import Rules
from tablekernel.ruleset import Ruleset
from tablekernel.state import State

Options = dict[str, Any]
MOST_OF_A_MATCH = 4
SEARCH = 30
"""Iterations of the bots. A number, not a time, so that a seed gives the same match again."""
RULES_OF_THUMB = 20
"""How often a bot without search tries a puzzle."""
DIGITS = 4


class FoundPuzzle(NamedTuple):
    """A decision of a match of bots, computed from what its seat knew."""

    ruleset: str
    rules_version: str
    options: Options
    seats: int
    seat: int
    state: str
    """The position with everything that the seat does not know dealt again."""

    solution: str
    values: list[tuple[str, float, float]]
    """Each option that was searched, with the chance of winning and its standard error; the
    solution first.
    """

    lead: float
    found_by_rules: float
    """How often a bot without search finds the solution, from 0 to 1."""


def can_make_puzzles(slug: str) -> bool:
    """True if the bots of a ruleset search. Raises RulesetNotFound."""
    return ruleset_named(slug).bots.problem is not None


def match_puzzles(slug: str, seed: str) -> list[FoundPuzzle]:
    """Play a match of the bots that replace players, and return its puzzles: at most one for each
    seat in a round. The same seed gives the same match.
    """
    found: list[FoundPuzzle] = []
    taken: set[tuple[int, int | None]] = set()
    ruleset, rng = ruleset_named(slug), Random(seed)
    seats, options = draw_settings(ruleset.rules, rng)
    for state in bots_match(ruleset, options, seats, rng):
        decision = ruleset.rules.decision(state)
        assert decision is not None
        place = decision.seat, ruleset.rules.view(state, decision.seat).get("round")
        if place not in taken and (puzzle := position_puzzle(ruleset, state, options, seats)):
            found.append(puzzle)
            taken.add(place)
        if len(found) == MOST_OF_A_MATCH:
            break
    return found


def draw_settings(rules: Rules, rng: Random) -> tuple[int, Options]:
    """Draw a number of seats, and options that are possible with it."""
    properties = rules.options_schema()["properties"]
    lists = {name: one["enum"] for name, one in properties.items() if one["type"] == "string"}
    while True:
        seats = rng.randint(rules.min_seats, rules.max_seats)
        try:
            drawn = {name: rng.choice(values) for name, values in lists.items()}
            return seats, rules.check_options(drawn, seats)
        except refusals.OptionsRefused:
            continue


def bots_match(ruleset: Ruleset, options: Options, seats: int, rng: Random) -> Iterator[State]:
    """Play a match of bots, and yield its state at each decision. SECRET."""
    rules, bot = ruleset.rules, ruleset.bots.bot(ruleset.bots.replacement)
    state, played = rules.start(options, seats, rng.randbytes(SEED_BYTES))
    events: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
    while (decision := rules.decision(state)) is not None:
        for seat, heard in enumerate(events):
            heard += [event_for(event.to_json(), seat) for event in played.events]
        yield state
        observation = make_observation(rules, state, events[decision.seat])
        choice = bot(observation, Budget(iterations=SEARCH), rng)
        played = rules.play(state, decision.seat, choice.key)


def position_puzzle(
    ruleset: Ruleset, state: State, options: Options, seats: int
) -> FoundPuzzle | None:
    """Return the open decision as a puzzle, or None if it is none.

    It depends only on what its seat sees of the position, without the events before it: who solves
    a puzzle does not know them either.
    """
    rules, problem_of = ruleset.rules, ruleset.bots.problem
    assert problem_of is not None
    observation = make_observation(rules, state)
    rng = observation_rng(rules, observation)
    judgment = find_puzzle(problem_of(observation, rng), rng)
    if judgment is None:
        return None
    try:
        dealt = observation_redeal(rules, problem_of, observation, rng)
    except RedealFailed:
        return None
    solution, bot = judgment.options[0].choice, rules_bot(ruleset.bots)
    tries = [bot(observation, Budget(iterations=0), rng).key for _ in range(RULES_OF_THUMB)]
    return FoundPuzzle(
        ruleset=rules.slug,
        rules_version=rules.version,
        options=options,
        seats=seats,
        seat=observation.seat,
        state=dealt,
        solution=solution,
        values=[
            (one.choice, round(one.value, DIGITS), round(one.error, DIGITS))
            for one in judgment.options
        ],
        lead=round(judgment.loss, DIGITS),
        found_by_rules=tries.count(solution) / RULES_OF_THUMB,
    )


def rules_bot(bots: Bots) -> Bot:
    """Return the strongest bot that does not search."""
    return bots.bot([level for level in bots.levels if level not in bots.seconds][-1])
