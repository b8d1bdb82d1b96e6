"""The figures of the faults: each test notes its own, and the end of the run shows them all.

A test says which row of the table it belongs to with ``@pytest.mark.fault(3)``. What it notes
travels with its report, so it does not matter in which process it ran.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import pytest

TITLES = {
    1: "Many resolve the same at once: one effect",
    2: "Killed after each statement: the same state",
    3: "Workers killed, Redis lost, beat off or twice",
    4: "Move against timeout",
    5: "An outage: nobody forfeits for it",
    6: "A poison match delays no other",
    7: "Pauses over a weekend and a change of clocks",
    8: "10,000 due matches, two workers",
    9: "Receivers that fail, hang or lead inside",
    10: "A stream cut and resumed",
}
MARKER = "fault"
FIGURE = "figure"

Note = Callable[[str, object], None]
"""``note("threads", 8)``: a figure of the running test."""


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    def note(name: str, value: object) -> None:
        shown = f"{value:.2f}" if isinstance(value, float) else str(value)
        request.node.user_properties.append((FIGURE, f"{name} {shown}"))

    return note


def numbers_noted(items: Iterable[pytest.Item]) -> None:
    """Write the row of the table into what the report of each marked test will carry."""
    for item in items:
        for marker in item.iter_markers(MARKER):
            item.user_properties += [(MARKER, number) for number in marker.args]


def table(reports: Iterable[Any]) -> list[str]:
    """The lines of the table; none if no marked test ran."""
    rows: dict[int, list[tuple[bool, str]]] = defaultdict(list)
    for report in reports:
        told = getattr(report, "user_properties", [])
        ended = getattr(report, "when", "") == "call" or not getattr(report, "passed", True)
        for number in [value for name, value in told if name == MARKER and ended]:
            figures = ", ".join(str(value) for name, value in told if name == FIGURE)
            rows[number].append((report.passed, f"{test_name(report.nodeid)}: {figures or '-'}"))
    lines = []
    for number, tests in sorted(rows.items()):
        passed = all(ok for ok, _ in tests)
        lines.append(f"{number:>3}  {TITLES[number]:<48} {'passed' if passed else 'NOT PASSED'}")
        lines += [f"       {'' if ok else 'NOT PASSED  '}{line}" for ok, line in sorted(tests)]
    return lines


def test_name(nodeid: str) -> str:
    """What a test says, without where it stands."""
    return nodeid.rpartition("::")[2].removeprefix("test_").replace("_", " ")


test_name.__test__ = False  # type: ignore[attr-defined]  # it is none
