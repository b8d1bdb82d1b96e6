"""Puzzles are made of what a seat sees, and of nothing else."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import make_puzzles
from games.models import Puzzle
from games.rules.puzzles import MOST_OF_A_MATCH, FoundPuzzle, match_puzzles, position_puzzle
from tablekernel import registry
from tests.engine.castle.pairs import CastlePairs
from tests.engine.citadels.pairs import CitadelsPairs
from tests.games.puzzles.samples import found_puzzle
from tests.leak_probe import Pairs

TABLES: list[Pairs] = [CitadelsPairs(4), CitadelsPairs(3, {"preset": "surprise"}), CastlePairs()]


def run_command(*args: str, **options: int) -> str:
    out = StringIO()
    call_command("make_puzzles", "--ruleset", "citadels", *args, stdout=out, **options)
    return out.getvalue()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.ruleset.slug}{table.seats}")
def test_two_matches_that_look_the_same_to_the_seat_give_the_same_puzzle(table: Pairs) -> None:
    rules, puzzles, differ = table.ruleset.rules, 0, 0
    for match, decision, _, rng in table.walk(5, 0.2):
        paired = table.paired_now(match, decision.seat, decision, rng)
        puzzle = position_puzzle(table.ruleset, match, {}, table.seats)
        assert puzzle == position_puzzle(table.ruleset, paired, {}, table.seats)
        if puzzle is None:
            continue
        puzzles += 1
        differ += rules.dump(match) != rules.dump(paired)
        stored = rules.load(puzzle.state)
        assert rules.view(stored, decision.seat) == rules.view(match, decision.seat)
        shown, true = rules.decision(stored), rules.decision(match)
        assert shown is not None
        assert true is not None
        assert rules.describe(stored, shown) == rules.describe(match, true)
    assert puzzles > 5
    assert differ > 5


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("slug", sorted(registry.RULESETS))
def test_a_match_has_few_puzzles(slug: str) -> None:
    puzzles = match_puzzles(slug, "a seed")
    assert 0 < len(puzzles) <= MOST_OF_A_MATCH
    rules = registry.ruleset(slug).rules
    places = [
        (one.seat, rules.view(rules.load(one.state), one.seat).get("round")) for one in puzzles
    ]
    assert len(set(places)) == len(places)
    for puzzle in puzzles:
        assert puzzle.solution == puzzle.values[0][0]
        assert 0 <= puzzle.found_by_rules <= 1
    assert match_puzzles(slug, "a seed") == puzzles


@pytest.mark.django_db
def test_the_command_stores_as_many_as_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(slug: str, seed: str) -> list[FoundPuzzle]:
        return one_puzzle(slug, seed) + one_puzzle(slug, f"{seed}/again")

    monkeypatch.setattr(make_puzzles, "match_puzzles", play)
    assert "3 new puzzles" in run_command(count=3)
    assert Puzzle.objects.filter(ruleset="citadels").count() == 3


def one_puzzle(slug: str, seed: str) -> list[FoundPuzzle]:
    """Return a puzzle, another one for each seed."""
    return [found_puzzle(slug)._replace(state=seed)]


@pytest.mark.django_db(transaction=True)
def test_two_processes_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_puzzles, "match_puzzles", one_puzzle)
    assert "3 new puzzles" in run_command("--processes", "2", count=3)
    assert Puzzle.objects.count() == 3


@pytest.mark.django_db
def test_a_seed_repeats_its_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[str] = []

    def play(slug: str, seed: str) -> list[FoundPuzzle]:
        seeds.append(seed)
        return one_puzzle(slug, seed)

    monkeypatch.setattr(make_puzzles, "match_puzzles", play)
    printed = run_command(count=1, verbosity=2)
    seed = printed.splitlines()[0].removeprefix("seed ")
    first = seeds.copy()
    run_command("--seed", seed, count=1)
    assert first[0] == f"{seed}/1"
    assert seeds[len(first) :][: len(first)] == first
    assert Puzzle.objects.values("state").distinct().count() == 2  # each is stored once
    run_command(count=1)
    assert seeds[-1].rpartition("/")[0] != seed


@pytest.mark.django_db
def test_puzzles_are_kept_when_it_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(slug: str, seed: str) -> list[FoundPuzzle]:
        if seed.endswith("/3"):
            raise KeyboardInterrupt
        return one_puzzle(slug, seed)

    monkeypatch.setattr(make_puzzles, "match_puzzles", play)
    with pytest.raises(CommandError, match="2 new puzzles are stored"):
        run_command(count=10)
    assert Puzzle.objects.count() == 2


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--ruleset", "toy"], "do not search"),
        (["--ruleset", "chess"], "no ruleset chess"),
        (["--count", "0"], "at least 1"),
        (["--processes", "0"], "at least 1"),
    ],
)
def test_it_says_what_is_wrong(options: list[str], error: str) -> None:
    with pytest.raises(CommandError, match=error):
        run_command(*options)
