"""The figures of the faults: each test notes its own, and the end of the run shows them all.

A test says which row of the table it belongs to with ``@pytest.mark.fault(3)``. What it notes
travels with its report, so it does not matter in which process it ran.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from textwrap import fill
from typing import Any

import pytest

TITLES = {
    1: "Many resolve the same at once: one effect",
    2: "Killed after each statement: the same state",
    3: "Workers killed, Redis lost, beat off or twice",
    4: "Move against timeout",
    5: "An outage: nobody forfeits for it",
    6: "A poison game delays no other",
    7: "Pauses over a weekend and a change of clocks",
    8: "10,000 due games, two workers",
    9: "Receivers that fail, hang or lead inside",
    10: "A stream cut and resumed",
    11: "Requests that are never finished",
    12: "Floods by one client",
    13: "Redis killed ten times under load",
    14: "A read-only database for 40 seconds and back",
    15: "Clocks an hour ahead and behind",
    16: "No text makes the service slow",
    17: "The large form: each process killed and rolled",
    18: "Refreshes, revocations and sign-ins at once (OAuth)",
    19: "A full disk for longer than all attempts",
    20: "A burst of one client within its limits",
    21: "The primary lost under load: standby and archive",
    22: "PNG pictures: longest wait of a bystander",
    23: "Each way to be down, and its alert",
}
MARKER = "fault"
FIGURE = "figure"
PASSED = {True: "passed", False: "NOT PASSED"}

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
    rows: dict[int, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for report in reports:
        if report.when == "call" or not report.passed:
            for name, number in getattr(report, "user_properties", ()):
                if name == MARKER:
                    rows[number][story(report.nodeid)].append(report)
    lines = []
    for number, tests in sorted(rows.items()):
        ok = all(report.passed for reports in tests.values() for report in reports)
        lines.append(f"{number:>3}  {TITLES[number]:<50} {PASSED[ok]}")
        lines += [line(name, reports) for name, reports in sorted(tests.items())]
    return lines


def line(name: str, reports: list[Any]) -> str:
    """What one test has shown, in all its variants."""
    figures = [figures_of(report) for report in reports]
    if any(told != figures[0] for told in figures):
        figures = [f"{variant(report.nodeid)}: {figures_of(report)}" for report in reports]
    shown = "; ".join(sorted(set(filter(None, figures)))) or "-"
    failed = "" if all(report.passed for report in reports) else f"{PASSED[False]}  "
    return fill(f"{failed}{name}: {shown}", 110, initial_indent=" " * 5, subsequent_indent=" " * 9)


def figures_of(report: Any) -> str:
    return ", ".join(value for name, value in report.user_properties if name == FIGURE)


def story(nodeid: str) -> str:
    """What a test says, without where it stands and without its variant."""
    name = nodeid.rpartition("::")[2].partition("[")[0]
    return name.removeprefix("test_").replace("_", " ")


def variant(nodeid: str) -> str:
    return nodeid.partition("[")[2].rstrip("]")
