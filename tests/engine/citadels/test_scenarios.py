"""Every numbered scenario of the rules is held by a test (``make scenarios``)."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.scenarios import LIST, ROOT, gaps, table, titles, unknown

SOME = {"T-001": "a start", "T-002": "an end"}


def test_no_scenario_is_without_a_test_and_no_test_claims_another_number() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.scenarios"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, "\n".join(done.stdout.splitlines()[-2:]) + done.stderr
    assert "280 of 280 scenarios are held by" in done.stdout


def test_the_list_has_the_numbers_from_1_to_280_in_order() -> None:
    numbers = list(titles(LIST.read_text(encoding="utf-8")))
    assert numbers == [f"T-{number:03}" for number in range(1, 281)]


def test_every_title_is_short_and_its_own() -> None:
    found = list(titles(LIST.read_text(encoding="utf-8")).values())
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
    assert "T-003  -- there is no such scenario --\n         c" in table(SOME, claims)


def test_comments_and_empty_lines_are_no_scenarios() -> None:
    assert titles("# a list\n\nT-001 a start\nT-002 an end\n") == SOME


@pytest.mark.parametrize("line", ["T-1 a start", "T-001", "a start", "T-001 one\nT-001 another"])
def test_a_list_with_a_slip_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not a scenario"):
        titles(line)
