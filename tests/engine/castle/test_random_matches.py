"""Random matches: what holds whatever is played. A failure names the match."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.castle.checks import CheckedMatch
from engine.castle.features import FOLLOWER, root_of
from engine.castle.invariants import faults
from engine.castle.state import Match
from engine.castle.testing import fresh
from tablekernel.checks import Fault, find_copy_faults
from tablekernel.loop import settle
from tests.engine.castle.independent_scorer import score_independently

NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
QUIET = settings(max_examples=8)


@QUIET
@given(number=NUMBERS)
@pytest.mark.slow
def test_a_random_match_ends_and_keeps_every_invariant_on_the_way(number: int) -> None:
    CheckedMatch(number).run()


@pytest.mark.slow
def test_a_match_plays_to_the_end_with_every_option_tried_out() -> None:
    checked = CheckedMatch(1, share=0.3).run()
    assert 80 < len(checked.moves) < 180


@QUIET
@given(number=NUMBERS)
@pytest.mark.slow
def test_a_second_opinion_comes_to_the_same_score(number: int) -> None:
    engine, scorer, _ = score_independently(Random(number).randbytes(32), Random(number))
    assert engine == scorer


@pytest.mark.slow
def test_the_second_opinion_has_seen_wall_tiles_double() -> None:
    doublings = 0
    for number in range(40):
        engine, scorer, doubled = score_independently(Random(number).randbytes(32), Random(number))
        assert engine == scorer
        doublings += doubled
    assert doublings > 3


# -- the checks find what they look for


def begun(moves: int = 60) -> Match:
    """A match in its middle, with followers on the board."""
    table = fresh()
    rng = Random(5)
    for _ in range(moves):
        decision = table.decision
        table.rules.play(table.state, decision.seat, rng.choice(decision.options).key)
    settle(table.state)
    assert table.state.followers
    assert faults(table.state) == []
    return table.state


def test_a_tile_that_is_lost_is_noticed() -> None:
    match = begun()
    match.bag = match.bag[1:]
    assert faults(match) == ["the tiles are not those of the set"]


def test_a_wall_tile_that_is_doubled_is_noticed() -> None:
    match = begun()
    match.used += b"\x04"
    assert faults(match) == ["the wall tiles are not those of the game"]


def test_a_follower_that_is_lost_is_noticed() -> None:
    match = begun()
    match.supply[0] -= 1
    (fault,) = faults(match)
    assert fault.startswith("seat 0 has ")


def test_a_follower_that_is_not_counted_is_noticed() -> None:
    match = begun()
    match.sums[root_of(match, len(match.parent) - 1)] += FOLLOWER[1]
    assert any(fault.endswith("has other followers") for fault in faults(match))


def test_an_open_side_that_is_not_counted_is_noticed() -> None:
    match = begun()
    for root in set(match.parent[7:]):
        if match.sums[root] & 255 and match.parent[root] == root:
            match.sums[root] -= 1
            break
    assert any("open sides" in fault for fault in faults(match))


def test_a_cell_that_asks_for_something_else_is_noticed() -> None:
    match = begun()
    cell = next(cell for cell in range(76) if match.asked[cell])
    match.asked[cell] ^= 1
    assert len(faults(match)) == 1


def test_a_marker_that_has_strayed_is_noticed() -> None:
    match = begun()
    match.score[1] += 1
    (fault,) = faults(match)
    assert fault.startswith("the markers are at ")


class Careless(Match):
    """A match whose copy shares what was earned and the features."""

    __slots__ = ()

    def copy(self) -> Match:
        new = super().copy()
        new.earned = [self.earned[0], self.earned[1]]
        new.seams = self.seams
        return new


def test_a_copy_that_shares_is_noticed() -> None:
    match = begun()
    assert list(find_copy_faults(match)) == []
    careless = object.__new__(Careless)
    for name in [name for cls in Match.__mro__ for name in getattr(cls, "__slots__", ())]:
        setattr(careless, name, getattr(match, name))
    found = list(find_copy_faults(careless))
    assert found == ["earned is shared with the copy", "seams is shared with the copy"]


def test_a_fault_names_its_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CheckedMatch, "faults", lambda self, match: ["it rains"])
    with pytest.raises(Fault, match=r"^CheckedMatch\(number=3\), move 1: Fault: it rains"):
        CheckedMatch(3).run()
