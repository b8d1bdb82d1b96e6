"""The puzzles that ship with the service are there on the first day, and are still puzzles."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from django.core.management import call_command

from games.models import Puzzle
from games.puzzles.shipped import FILE, line_of, shipped_load, shipped_puzzles
from games.rules.puzzles import FoundPuzzle, position_puzzle
from games.rules.verifying import versions_carried
from tablekernel import registry
from tests.games.puzzles.samples import found_puzzle
from tests.games.test_races import at_once

SHIPPED = list(shipped_puzzles())
EASIEST = {one.ruleset: one for one in sorted(SHIPPED, key=lambda one: -len(one.values))}
"""One of each game, with few options: quick to compute."""


def test_both_games_have_some_in_a_small_file() -> None:
    assert min(Counter(one.ruleset for one in SHIPPED).values()) >= 8
    assert len(Counter(one.ruleset for one in SHIPPED)) == 2
    assert FILE.stat().st_size < 200_000


@pytest.mark.parametrize("found", SHIPPED, ids=lambda one: f"{one.ruleset}{one.seats}")
def test_each_is_a_decision_with_its_solution(found: FoundPuzzle) -> None:
    assert found.rules_version in versions_carried()[found.ruleset]
    rules = registry.ruleset(found.ruleset, found.rules_version).rules
    decision = rules.decision(rules.load(found.state))
    assert decision is not None
    assert decision.seat == found.seat
    choices = {option.key for option in decision.options}
    assert {choice for choice, _, _ in found.values} <= choices
    (solution, value, _), (_, second, _) = found.values[:2]
    assert solution == found.solution
    assert value - second == pytest.approx(found.lead, abs=2e-4)


@pytest.mark.slow
@pytest.mark.parametrize("found", EASIEST.values(), ids=EASIEST)
def test_the_search_finds_it_again(found: FoundPuzzle) -> None:
    ruleset = registry.ruleset(found.ruleset)
    state = ruleset.rules.load(found.state)
    assert position_puzzle(ruleset, state, found.options, found.seats) == found


@pytest.mark.django_db
def test_they_are_stored_once() -> None:
    assert shipped_load() == Puzzle.objects.count() == len(SHIPPED)
    call_command("load_puzzles", verbosity=0)
    assert Puzzle.objects.count() == len(SHIPPED)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_processes_store_them_once() -> None:
    assert at_once(shipped_load, shipped_load) == ["", ""]
    assert Puzzle.objects.count() == len(SHIPPED)


def test_new_ones_are_written_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "new.ndjson"
    monkeypatch.setattr(
        "games.management.commands.make_puzzles.match_puzzles", lambda *_: [found_puzzle()]
    )
    call_command("make_puzzles", "--ruleset", "citadels", "--to", file, count=2, verbosity=0)
    assert file.read_bytes() == 2 * line_of(found_puzzle())
