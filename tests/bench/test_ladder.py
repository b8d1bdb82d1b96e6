"""The ladder measures what it says it does."""

from __future__ import annotations

import pytest

from bench.arena import ACCEPTANCE, TUNING, Job, Pace, Row, played, seed_of
from bench.ladder import choose_plan, play, standings
from bench.matchups import Matchup, Player, matchups
from bench.standings import bootstrap, figures, wilson
from engine.citadels.bots import BOTS

NOVICE, EASY = Player("novice"), Player("easy")
PACE = Pace()


def rows(matchup: Matchup, blocks: int) -> list[Row]:
    return [
        played(Job(matchup, TUNING, block, seat, PACE))
        for block in range(blocks)
        for seat in range(matchup.seats)
    ]


def test_the_interval_of_a_rate_is_wilsons() -> None:
    low, high = wilson(100, 400)
    assert (round(low, 3), round(high, 3)) == (0.210, 0.295)
    assert wilson(0, 0) == (0.0, 1.0)


def test_blocks_that_are_alike_leave_no_doubt_and_one_alone_leaves_all() -> None:
    assert bootstrap([0.25] * 10) == (0.25, 0.25)
    assert bootstrap([1.0]) == (0.0, 1.0)


def test_equals_win_equally_often_to_the_match() -> None:
    found = figures(equal := Matchup("equal", EASY, (EASY,)), rows(equal, 3))
    assert found["rate"] == 0.25
    assert found["verdict"] == "even"


def test_a_match_can_be_played_again() -> None:
    job = Job(Matchup("goal", EASY, (NOVICE,), 3), TUNING, 5, 2, PACE)
    first, again = played(job), played(job)
    assert first._replace(seconds=0) == again._replace(seconds=0)


def test_with_counted_iterations_searches_can_be_played_again_too() -> None:
    matchup = Matchup("goal", Player("expert"), (EASY,), 2)
    job = Job(matchup, TUNING, 1, 0, Pace(iterations=1))
    first, again = played(job), played(job)
    assert first._replace(seconds=0) == again._replace(seconds=0)
    assert first.moves > 10


def test_the_ladder_has_rungs_of_the_castle() -> None:
    found = [one for one in matchups() if one.game == "castle"]
    assert {str(one.candidate) for one in found} == {"easy", "expert"}
    assert all(one.name.endswith(", castle, 2") for one in found)
    first = next(one for one in found if one.group == "castle")
    row = played(Job(first, TUNING, 1, 1, PACE))
    assert (row.won, row.place) == (1.0, 1)
    assert row.lead > 20


def test_time_or_iterations_are_for_levels_that_search() -> None:
    few = Pace(iterations=3)
    levels = ("easy", "hard", "expert")
    assert [PACE.budget(BOTS, level).seconds for level in levels] == [0.0, 0.05, 0.05]
    assert [few.budget(BOTS, level).iterations for level in levels] == [0, 3, 3]


def test_hard_has_its_iterations_and_no_more_time_than_expert() -> None:
    budget = PACE.budget(BOTS, "hard")
    assert (budget.iterations, budget.seconds) == (3, 0.05)
    assert [Pace(iterations=count).budget(BOTS, "hard").iterations for count in (2, 50)] == [2, 3]


def test_the_candidate_takes_every_seat_of_a_block() -> None:
    matchup = Matchup("goal", EASY, (NOVICE, Player("medium")), 4)
    assert [matchup.at(seat).index(EASY) for seat in range(4)] == [0, 1, 2, 3]
    assert sorted(map(str, matchup.at(2))) == ["easy", "medium", "novice", "novice"]


def test_a_block_that_is_won_or_lost_as_a_whole_is_one_observation() -> None:
    matchup = Matchup("goal", EASY, (NOVICE,), 2, goal=0.5)
    won = Row(matchup.name, 0, 0, 1.0, 1, 5.0, 9, 0.1)
    whole, mixed = (
        [
            won._replace(block=number // 2, seat=number % 2, won=float(number * step % 100 < 61))
            for number in range(100)
        ]
        for step in (1, 37)
    )
    together, apart = figures(matchup, whole), figures(matchup, mixed)
    assert (together["verdict"], apart["verdict"]) == ("not below", "proved")


@pytest.mark.parametrize(
    ("wins", "goal", "verdict"),
    [
        (95, 0.6, "proved"),
        (64, 0.6, "reached"),
        (56, 0.6, "missed"),
        (40, 0.6, "refuted"),
        (53, 0.5, "not below"),
    ],
)
def test_what_is_said_of_a_goal(wins: int, goal: float, verdict: str) -> None:
    matchup = Matchup("goal", EASY, (NOVICE,), 2, goal=goal)
    won = Row(matchup.name, 0, 0, 1.0, 1, 5.0, 9, 0.1)
    found = [
        won._replace(block=number // 2, seat=number % 2, won=float(number * 37 % 100 < wins))
        for number in range(100)
    ]
    assert figures(matchup, found)["verdict"] == verdict


def test_seeds_for_tuning_are_none_of_those_for_judging() -> None:
    tuning, acceptance = (
        {seed_of(seeds, block) for block in range(2000)} for seeds in (TUNING, ACCEPTANCE)
    )
    assert len(tuning) == len(acceptance) == 2000
    assert not tuning & acceptance


def test_every_matchup_has_a_name_of_its_own() -> None:
    names = [matchup.name for matchup in matchups()]
    assert len(set(names)) == len(names)


def test_matchups_of_slow_bots_are_played_only_if_the_number_of_blocks_is_given() -> None:
    assert not choose_plan("goal: expert", None)
    assert {blocks for _, blocks in choose_plan("goal: expert", 3)} == {3}


def test_every_match_of_a_plan_is_played_once() -> None:
    plan = choose_plan("goal: easy v novice, first_game", 2)
    found = list(play(plan, TUNING, PACE, processes=1))
    assert {(row.block, row.seat) for row in found} == {
        (n, seat) for n in (0, 1) for seat in range(4)
    }
    assert len(found) == 8
    assert [one["matches"] for one in standings(plan, found)] == [8]
