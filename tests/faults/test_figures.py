"""The table of `make faults`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.faults.figures import FIGURE, MARKER, table


def report(name: str, *figures: str, number: int | None = 4, passed: bool = True) -> Any:
    told = [] if number is None else [(MARKER, number)]
    told += [(FIGURE, figure) for figure in figures]  # type: ignore[misc]
    return SimpleNamespace(
        nodeid=f"tests/test_x.py::test_{name}", when="call", passed=passed, user_properties=told
    )


def test_variants_of_a_test_share_a_line() -> None:
    lines = table([report("it_holds[a]", "times 1"), report("it_holds[b]", "times 2")])
    assert lines[0].split() == ["4", "Move", "against", "timeout", "passed"]
    assert [line.strip() for line in lines[1:]] == ["it holds: a: times 1; b: times 2"]


def test_one_that_fails_is_seen_in_its_row() -> None:
    lines = table([report("a_holds"), report("b_holds", passed=False)])
    assert lines[0].endswith("NOT PASSED")
    assert [line.strip() for line in lines[1:]] == ["a holds: -", "NOT PASSED  b holds: -"]


def test_other_tests_are_no_part_of_it() -> None:
    assert table([report("it_holds", number=None)]) == []
