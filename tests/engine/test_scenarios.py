"""Every numbered scenario of the rules of every game is held by a test (``make scenarios``)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import scenarios
from tests.scenarios import LISTS, ROOT, gaps, listed, strangers, table, titles, unknown

SOME = {"T-001": "a start", "T-002": "an end"}
COUNTS = {"castle": ("C", 65), "citadels": ("T", 280)}


@pytest.mark.slow
def test_no_scenario_is_without_a_test_and_no_test_claims_another_number() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.scenarios"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, "\n".join(done.stdout.splitlines()[-2:]) + done.stderr
    for game, (_, count) in COUNTS.items():
        of_game = done.stdout.partition(f"{game}\n\n")[2]
        assert of_game.partition(" scenarios are held by")[0].endswith(f"\n{count} of {count}")


@pytest.mark.parametrize(("game", "letter", "count"), [(g, *row) for g, row in COUNTS.items()])
def test_every_list_has_its_numbers_in_order(game: str, letter: str, count: int) -> None:
    assert list(listed()[game]) == [f"{letter}-{number:03}" for number in range(1, count + 1)]


def test_every_game_with_a_list_is_here() -> None:
    assert set(LISTS) == set(COUNTS)


@pytest.mark.parametrize("game", LISTS)
def test_every_title_is_short_and_its_own(game: str) -> None:
    found = list(listed()[game].values())
    assert len(set(found)) == len(found)
    assert max(len(title) for title in found) <= 60


def test_a_scenario_without_a_test_is_a_gap() -> None:
    claims = {"T-001": ["test_a.py::test_it"]}
    assert gaps(SOME, claims) == ["T-002"]
    assert unknown(SOME, claims) == []
    assert "1 of 2 scenarios are held by 1 tests.\nWithout a test: T-002" in table(SOME, claims)


def test_a_number_that_is_not_listed_is_found() -> None:
    claims = {"T-001": ["a"], "T-002": ["a", "b"], "T-003": ["c"]}
    assert gaps(SOME, claims) == []
    assert unknown(SOME, claims) == ["T-003"]
    assert strangers(SOME, claims) == "T-003  -- there is no such scenario --\n         c"
    assert strangers(SOME, {"T-001": ["a"]}) == ""


def test_tests_of_another_game_are_not_counted() -> None:
    claims = {"T-001": ["a"], "T-002": ["a"], "C-001": ["b"]}
    assert "2 of 2 scenarios are held by 1 tests." in table(SOME, claims)


def test_two_games_do_not_share_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "scenarios.txt"
    other.write_text("T-007 another game's\n", encoding="utf-8")
    monkeypatch.setattr(scenarios, "LISTS", {**LISTS, "other": other})
    with pytest.raises(ValueError, match=r"two games list \['T-007'\]"):
        listed()


def test_comments_and_empty_lines_are_no_scenarios() -> None:
    assert titles("# a list\n\nT-001 a start\nT-002 an end\n") == SOME


@pytest.mark.parametrize("line", ["T-1 a start", "T-001", "a start", "T-001 one\nT-001 another"])
def test_a_list_with_a_slip_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not a scenario"):
        titles(line)
