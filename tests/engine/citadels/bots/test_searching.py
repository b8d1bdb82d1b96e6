"""The bots that search: they play any match by the rules, see what is to be seen, and peek at
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from engine.citadels.bots import BOTS
from engine.citadels.bots.features import Features
from engine.citadels.bots.searching import OWN, SearchProblem
from engine.citadels.bots.vetoes import FREE, worth_a_thought
from engine.citadels.checks import Table, random_table
from engine.citadels.names import RANK_OF
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.citadels.terms import CLASSIC
from engine.citadels.testing import CitadelsTable, position
from tablekernel.bots import Budget, make_observation
from tablekernel.events import event_for
from tablekernel.frames import Choice
from tablekernel.loop import run, settle
from tests.engine.citadels.leaks import walk
from tests.engine.citadels.paired_states import known, make_paired_state

EXPERT = BOTS.bot("expert")


def chosen(match: Match, iterations: int = 40, number: int = 1) -> str:
    rng = Random(number)
    return EXPERT(make_observation(RULES, match), Budget(iterations=iterations), rng).key


def often(table: CitadelsTable, key: str) -> int:
    """In how many of five times it is chosen."""
    return sum(chosen(table.state, number=number) == key for number in range(5))


@pytest.mark.parametrize("seats", [*range(2, 9), "classic"])
def test_it_plays_whole_matches_of_any_list_by_the_rules(seats: int | str) -> None:
    table: Table = (5, {"edition": CLASSIC})
    if isinstance(seats, int):
        rng = Random(seats)
        table = next(t for t in iter(lambda: random_table(rng), None) if t[0] == seats)
    rng = Random(17)
    options = RULES.check_options(table[1], table[0])
    state, played = RULES.start(options, table[0], rng.randbytes(32))
    told = [event.to_json() for event in played.events]
    medium = BOTS.bot("medium")
    while (decision := settle(state)) is not None:
        observation = make_observation(
            RULES, state, [event_for(event, decision.seat) for event in told]
        )
        bot = EXPERT if decision.seat == 0 else medium
        choice = bot(observation, Budget(iterations=1), rng)
        assert choice in decision.options
        if choice.verb == "end_turn":
            assert not FREE & {option.verb for option in decision.options}
        played = RULES.play(state, decision.seat, choice.key)
        told += [event.to_json() for event in played.events]
    assert RULES.result(state) is not None


def test_what_it_may_not_know_changes_nothing() -> None:
    """Paired states differ in every secret; the same luck gives the same choice."""
    differ = 0
    for table in ((4, {}), (3, {"preset": "surprise"})):
        for match, decision, _, rng in walk(table, 5, share=0.25):
            kept = known(match, decision.seat, decision)
            paired = make_paired_state(match, decision.seat, kept, rng).match
            differ += RULES.dump(paired) != RULES.dump(match)
            assert chosen(match, iterations=2) == chosen(paired, iterations=2)
    assert differ > 10


def test_only_the_levels_that_search_think_and_listen() -> None:
    assert BOTS.seconds == {"hard": 0.05, "expert": 0.05, "master": 1.5}
    assert BOTS.listens == {"hard", "expert", "master"}


def test_master_looks_to_the_end_of_the_next_round() -> None:
    match, rng = RULES.begin(RULES.check_options({}, 4), 4, bytes(32)), Random(1)
    RULES.open(match)
    run(match)
    observation = make_observation(RULES, match)
    for rounds, last in ((1, match.round), (2, match.round + 1)):
        problem = SearchProblem(observation, OWN["balanced"], rng, rounds)
        reached = set()
        state = problem.determinize(rng)
        question = run(state)
        while question is not None and problem.goes_on(state):
            reached.add(state.round)
            question = run(state, problem.policy(state, question, rng))
        assert max(reached) == last


def test_it_completes_its_city_where_that_wins() -> None:
    table = position(
        characters={"A": "king", "B": "bishop"},
        turn="king",
        cities={"A": "*6", "B": "*5"},
        hands={"A": "palace"},
        gold={"A": 5},
    )
    table.plays("A", "gather:gold")
    assert often(table, "build:palace") == 5


def test_it_destroys_what_would_win_the_match_for_somebody_else() -> None:
    """B has completed nothing yet, and will with the next district: the last call is A's."""
    table = position(
        characters={"A": "warlord", "B": "merchant"},
        turn="warlord",
        cities={"A": "palace castle fortress cathedral harbor docks", "B": "*6", "C": "manor"},
        hands={"A": ""},
        gold={"A": 4, "B": 6},
    )
    table.plays("A", "gather:gold")
    keys = [chosen(table.state, iterations=60, number=number) for number in range(3)]
    assert all(key.startswith(("destroy:1:", "income")) for key in keys), keys


def thought_about(table: CitadelsTable) -> set[str]:
    """The options that are not vetoed for the seat that is asked."""
    observation = make_observation(RULES, table.state)
    assert isinstance(observation.state, Match)
    return {
        choice.key
        for choice in worth_a_thought(observation.state, observation.seat, observation.options)
    }


def test_it_never_thinks_of_destroying_its_own_districts_or_leaving_gold_lying() -> None:
    table = position(
        characters={"A": "warlord"}, turn="warlord", cities={"A": "fortress", "B": "temple"}
    )
    table.plays("A", "gather:gold")
    assert thought_about(table) == {"income", "destroy:1:temple"}
    table.plays("A", "income")
    assert thought_about(table) == {"end_turn", "destroy:1:temple"}


def test_it_never_thinks_of_naming_what_nobody_else_can_have() -> None:
    table = position(
        players=2, characters={"A": "assassin architect", "B": "king"}, turn="assassin"
    )
    table.state.face_up = 1 << RANK_OF["merchant"]
    table.state.dropped[0] = 1 << RANK_OF["thief"]
    names = {"magician", "king", "bishop", "warlord"}
    assert {key for key in thought_about(table) if key.startswith("kill:")} == {
        f"kill:{name}" for name in names
    }


def test_what_is_not_thought_about_takes_no_faith_from_the_rest() -> None:
    """Wherever the rules of thumb would choose it, they choose again."""

    def last(features: Features, topic: str, options: Sequence[Choice], rng: Random) -> Choice:
        return options[-1]

    found = 0
    for number in range(8):
        for match, *_ in walk(random_table(Random(f"faith {number}")), number, 0.5):
            observation = make_observation(RULES, match)
            if (
                worth_a_thought(match, observation.seat, observation.options)[-1]
                is not observation.options[-1]
            ):
                found += 1
                assert sum(SearchProblem(observation, last, Random(1)).prior(Random(1))) == 1.0
    assert found
