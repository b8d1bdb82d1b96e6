"""`make scenarios`: which tests hold which numbered scenario of the rules.

A test claims a scenario with ``@pytest.mark.scenario("T-060")``; the numbers and titles of a game
stand in ``tests/engine/<game>/scenarios.txt``, each game's under a letter of its own. Ends with
status 1 when a scenario has no test, or a test claims a number that does not exist.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = "tests/engine"
"""Where tests of the rules stand."""

LISTS = {path.parent.name: path for path in sorted((ROOT / FOLDER).glob("*/scenarios.txt"))}
"""The list of each game that has one."""

LINE = re.compile(r"([A-Z]-\d{3}) (\S.*)")

Claims = Mapping[str, list[str]]
"""The tests that claim a scenario, by number."""


class Claimed:
    """A pytest plugin that notes what the collected tests claim."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = defaultdict(list)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            test = item.nodeid.partition("[")[0].removeprefix(f"{FOLDER}/")
            for marker in item.iter_markers("scenario"):
                for number in marker.args:
                    if test not in self.tests[number]:
                        self.tests[number].append(test)


def titles(text: str) -> dict[str, str]:
    """The list of scenarios: their titles by number."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            match = LINE.fullmatch(line)
            if match is None or match[1] in found:
                raise ValueError(f"not a scenario, or one that is listed twice: {line!r}")
            found[match[1]] = match[2]
    return found


def listed() -> dict[str, dict[str, str]]:
    """The scenarios of every game. Raises ``ValueError`` where two games use one number."""
    games = {game: titles(path.read_text(encoding="utf-8")) for game, path in LISTS.items()}
    numbers = [number for scenarios in games.values() for number in scenarios]
    twice = {number for number in numbers if numbers.count(number) > 1}
    if twice:
        raise ValueError(f"two games list {sorted(twice)}")
    return games


def gaps(scenarios: Mapping[str, str], claims: Claims) -> list[str]:
    """The scenarios that no test holds."""
    return [number for number in scenarios if not claims.get(number)]


def unknown(scenarios: Mapping[str, str], claims: Claims) -> list[str]:
    """The numbers that tests claim and the list does not have."""
    return sorted(set(claims) - set(scenarios))


def table(scenarios: Mapping[str, str], claims: Claims) -> str:
    """Every scenario of a game with the tests that hold it, then what is wrong."""
    lines = []
    for number, title in scenarios.items():
        lines.append(f"{number}  {title}")
        lines.extend(f"         {test}" for test in claims.get(number) or ["-- no test --"])
    tests = {test for number in scenarios for test in claims.get(number, [])}
    open_ones = gaps(scenarios, claims)
    held = len(scenarios) - len(open_ones)
    lines.append(f"\n{held} of {len(scenarios)} scenarios are held by {len(tests)} tests.")
    if open_ones:
        lines.append(f"Without a test: {' '.join(open_ones)}")
    return "\n".join(lines)


def strangers(scenarios: Mapping[str, str], claims: Claims) -> str:
    """The tests that claim a scenario which no game has; empty: none does."""
    lines = []
    for number in unknown(scenarios, claims):
        lines.append(f"{number}  -- there is no such scenario --")
        lines.extend(f"         {test}" for test in claims[number])
    return "\n".join(lines)


def collected() -> dict[str, list[str]]:
    """What the tests claim now. Raises ``RuntimeError`` when they cannot be collected."""
    plugin = Claimed()
    said = io.StringIO()
    words = ["--collect-only", "-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pytest.main([*words, str(ROOT / FOLDER)], plugins=[plugin])
    if code != pytest.ExitCode.OK:
        raise RuntimeError(said.getvalue())
    return plugin.tests


def main() -> int:
    games, claims = listed(), collected()
    for game, scenarios in games.items():
        print(f"{game}\n\n{table(scenarios, claims)}\n")
    every = {number: title for scenarios in games.values() for number, title in scenarios.items()}
    print(strangers(every, claims))
    return 1 if gaps(every, claims) or unknown(every, claims) else 0


if __name__ == "__main__":
    sys.exit(main())
