"""The bots: they play by the rules, choose what is sensible, and know what their seat knows."""

from __future__ import annotations

from random import Random

import pytest

from engine.castle.bots import BOTS
from engine.castle.bots.determinization import Determinizer
from engine.castle.bots.evaluation import BY_LEFT, chances, lead
from engine.castle.bots.greedy import worths
from engine.castle.bots.searching import THOUGHT_OF, SearchProblem
from engine.castle.checks import lively
from engine.castle.features import FOLLOWER
from engine.castle.invariants import faults
from engine.castle.names import COURT, HOUSE, PATH, TOWER
from engine.castle.rules import RULES
from engine.castle.state import Match
from engine.castle.testing import CastleTable, position
from tablekernel.bots import Bot, Budget, make_observation
from tablekernel.loop import settle
from tests.engine.castle.test_leaks import make_paired_state

GREEDY, RANDOM, QUICK = BOTS.bot("easy"), BOTS.bot("novice"), BOTS.bot("expert")


def started(number: int) -> Match:
    state, _ = RULES.start(RULES.check_options({}, 2), 2, Random(number).randbytes(32))
    assert isinstance(state, Match)
    return state


def middle(number: int, moves: int = 50) -> Match:
    """A match in its middle, at an open decision."""
    state, rng = started(number), Random(number)
    for _ in range(moves):
        decision = settle(state)
        assert decision is not None
        RULES.play(state, decision.seat, lively(decision, rng).key)
    settle(state)
    return state


def match_of(bots: list[Bot], number: int, iterations: int = 0) -> list[int]:
    """The scores of a match between two bots."""
    state, rng = started(number), Random(number)
    while (decision := settle(state)) is not None:
        choice = bots[decision.seat](
            make_observation(RULES, state), Budget(iterations=iterations), rng
        )
        assert choice in decision.options
        RULES.play(state, decision.seat, choice.key)
    result = RULES.result(state)
    assert result is not None
    scores: list[int] = result["scores"]
    return scores


def chosen(table: CastleTable, bot: Bot = GREEDY, iterations: int = 0) -> str:
    return bot(make_observation(RULES, table.state), Budget(iterations=iterations), Random(1)).key


# -- greedy


def test_it_beats_who_chooses_by_chance_by_far() -> None:
    for number in range(6):
        scores = match_of([GREEDY, RANDOM] if number % 2 else [RANDOM, GREEDY], number)
        mine, theirs = scores if number % 2 else scores[::-1]
        assert mine > theirs + 30


@pytest.mark.slow
def test_two_of_them_score_like_people() -> None:
    """Reports of real matches tell of 70 to 105 points."""
    scores = [score for number in range(12) for score in match_of([GREEDY, GREEDY], number)]
    assert 70 < sum(scores) / len(scores) < 120


def test_it_completes_what_is_its_own() -> None:
    table = position(tiles="b05@4,3/3 b17@4,4/0 b17@4,5/0", followers={"A": "4,4:N"}, draws="b05")
    assert chosen(table) == "place:4,6:1"


def test_it_does_not_complete_what_is_the_others() -> None:
    table = position(tiles="b05@4,3/3 b17@4,4/0 b17@4,5/0", followers={"B": "4,4:N"}, draws="b05")
    assert chosen(table) != "place:4,6:1"


def test_it_scores_a_tower_at_once_with_a_knight() -> None:
    table = position(draws="b05")
    table.plays("A", "place:3,0:0")
    assert chosen(table) == "knight:W"


def test_it_takes_the_way_with_more_wall_tiles() -> None:
    table = position(
        tiles="d03@4,3/2 b05@4,5/1", followers={"A": "4,3:S 4,5:N"}, score={"A": 10}, draws="d04"
    )
    table.plays("A", "place:4,4:0", "pass")
    assert chosen(table) == "score:4,4:N"


@pytest.mark.parametrize(("tiles", "choice"), [(4, "use:2"), (2, "pass")])
def test_it_doubles_large_towers_only(tiles: int, choice: str) -> None:
    column = " ".join(f"b17@4,{y}/0" for y in range(4, 2 + tiles))
    table = position(
        tiles=f"b05@4,3/3 {column}", followers={"A": "4,3:S"}, wall={"A": "2"}, draws="b05",
        more=" ".join(["c01"] * 30),
    )  # fmt: skip
    table.plays("A", f"place:4,{2 + tiles}:1", "pass")
    assert table.question == ("A", "double")
    assert chosen(table) == choice


def test_it_takes_another_turn() -> None:
    table = position(wall={"A": "1"}, draws="b14")
    table.plays("A", "place:3,0:0", "pass")
    assert chosen(table) == "use:1"


# -- what a position promises


def test_an_open_feature_promises_less_than_a_complete_one_and_less_and_less() -> None:
    for terrain in (PATH, TOWER, HOUSE):
        promised = [BY_LEFT[30].feature(terrain, sides + FOLLOWER[0], 3)[0] for sides in range(6)]
        assert promised == sorted(promised, reverse=True)
        late = BY_LEFT[2].feature(terrain, 2 + FOLLOWER[0], 3)[0]
        assert late < BY_LEFT[30].feature(terrain, 2 + FOLLOWER[0], 3)[0]
    assert BY_LEFT[0].feature(COURT, 2 << 8, 5) == (6.0, 0.0)


def test_the_lead_at_the_end_is_that_of_the_score() -> None:
    table = position(
        tiles="b05@3,8/1",
        followers={"A": "3,8:E"},
        score={"A": 50, "B": 44},
        draws="b14",
        more="",
    )
    assert lead(table.state) == pytest.approx(6 + 3)
    mine, theirs = chances(table.state)
    assert mine > 0.8
    assert mine + theirs == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("scores", "won"), [((50, 44), (1.0, 0.0)), ((44, 50), (0.0, 1.0)), ((50, 50), (0.5, 0.5))]
)
def test_a_match_that_is_over_is_worth_who_has_won(
    scores: tuple[int, int], won: tuple[float, float]
) -> None:
    """B's court counts in the score, and not once more beside it."""
    table = position(
        tiles="b05@3,8/1",
        followers={"B": "3,8:E"},
        score={"A": scores[0], "B": scores[1] - 3},
        ends=True,
    )
    assert table.result["scores"] == list(scores)
    assert chances(table.state) == won


def test_seats_are_alike() -> None:
    tiles = "s08@6,0/0 b05@4,3/3"
    one = position(tiles=tiles, followers={"A": "6,0:N", "B": "4,3:S"}, draws="b14")
    other = position(tiles=tiles, followers={"B": "6,0:N", "A": "4,3:S"}, draws="b14")
    assert lead(one.state) == pytest.approx(-lead(other.state))


# -- search


def test_what_is_dealt_is_a_match_as_it_may_be() -> None:
    for number in range(8):
        state, rng = middle(number), Random(number)
        for seat in (0, 1):
            observed = RULES.observe(state, seat)
            determinized = Determinizer(observed).determinize(rng)
            assert faults(determinized) == []
            assert RULES.dump(RULES.observe(determinized, seat)) == RULES.dump(observed)
            assert RULES.view(determinized, seat) == RULES.view(state, seat)
            assert sorted(determinized.bag) == sorted(state.bag)
            assert determinized.bag != state.bag


def test_what_it_may_not_know_changes_nothing() -> None:
    for number in range(5):
        match = middle(number, 30 + number)
        paired = make_paired_state(match, Random(number))
        assert RULES.dump(paired) != RULES.dump(match)
        for bot in (GREEDY, QUICK):
            one = bot(make_observation(RULES, match), Budget(iterations=2), Random(1))
            other = bot(make_observation(RULES, paired), Budget(iterations=2), Random(1))
            assert one is other


def test_nobody_looks_under_a_wall_tile_in_a_match_that_was_dealt() -> None:
    """Playouts ask what a place or an order promises where all is known."""
    table = position(
        tiles="d03@4,3/2 b05@4,5/1", followers={"A": "4,3:S 4,5:N"}, score={"A": 10}, draws="d04"
    )
    for topic, moves in (("place", ["place:4,4:0", "pass"]), ("order", [])):
        decision = settle(table.state)
        assert decision is not None
        assert decision.topic == topic
        known = worths(table.state, decision.seat, topic, decision.options)
        observed = RULES.observe(table.state, decision.seat)
        assert known == worths(observed, decision.seat, topic, decision.options)
        table.plays("A", *moves)


def test_it_thinks_about_what_promises_most() -> None:
    state = middle(1)
    while (decision := settle(state)) is not None and decision.topic != "place":
        RULES.play(state, decision.seat, decision.options[0].key)
    problem = SearchProblem(make_observation(RULES, state), Random(0))
    assert len(problem.options) == THOUGHT_OF
    prior = problem.prior(Random(0))
    greedy = GREEDY(make_observation(RULES, state), Budget(iterations=0), Random(0))
    assert prior[0] == prior[problem.options.index(greedy)] == pytest.approx(1.0)
    assert prior == sorted(prior, reverse=True)


def test_it_plays_a_whole_match_by_the_rules() -> None:
    assert min(match_of([QUICK, GREEDY], 3, iterations=1)) > 30


@pytest.mark.slow
def test_it_beats_the_greedy_one() -> None:
    lead_over = 0
    for number in range(2):
        bots = [QUICK, GREEDY] if number % 2 else [GREEDY, QUICK]
        scores = match_of(bots, number, iterations=4)
        lead_over += (scores[0] - scores[1]) * (1 if number % 2 else -1)
    assert lead_over > 20


def test_it_has_no_other_levels_or_profiles() -> None:
    assert BOTS.levels == ("novice", "easy", "expert")
    with pytest.raises(KeyError):
        BOTS.bot("medium")
    with pytest.raises(KeyError):
        BOTS.bot("easy", "thief")
