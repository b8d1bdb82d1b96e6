"""References such as "rules 5.2" and "R-09" lead to docs/rules.md and docs/rulings.md."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RULINGS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
LISTED_RULINGS = re.findall(r"^\| (R-\d+[a-z]?) \|", RULINGS, re.MULTILINE)
SECTION = re.compile(r"\brules\s+(\d+(?:\.\d+)*)")
RULING = re.compile(r"\bR-\d+[a-z]?")


def sources() -> str:
    """Return the sources of the engine and its tests, on one line."""
    files = [*ROOT.glob("engine/**/*.py"), *ROOT.glob("tests/engine/**/*.py")]
    return " ".join(" ".join(file.read_text(encoding="utf-8") for file in files).split())


def sections() -> set[str]:
    """Return the numbers of headings, and of the steps in numbered lists below them."""
    numbers: set[str] = set()
    heading = ""
    for line in PAGE.splitlines():
        if title := re.match(r"#+ (\d+(?:\.\d+)*)", line):
            heading = title[1]
            numbers.add(heading)
        elif step := re.match(r"(\d+)\. ", line):
            numbers.add(f"{heading}.{step[1]}")
    return numbers


def test_sections_in_the_code_exist() -> None:
    assert set(SECTION.findall(sources())) - sections() == set()


def test_rulings_in_the_code_exist() -> None:
    assert set(RULING.findall(sources())) - set(LISTED_RULINGS) == set()


def test_rulings_on_the_pages_exist_once() -> None:
    assert set(RULING.findall(PAGE + RULINGS)) <= set(LISTED_RULINGS)
    assert len(set(LISTED_RULINGS)) == len(LISTED_RULINGS)


def test_tests_of_rulings_exist() -> None:
    files = {file.name: file.read_text("utf-8") for file in ROOT.glob("tests/engine/**/test_*.py")}
    tests = re.findall(r"`(test_\w+\.py)::(test_\w+)`", RULINGS)
    assert tests
    assert [name for file, name in tests if f"def {name}(" not in files[file]] == []


def test_every_ruling_but_the_first_has_a_test() -> None:
    rows = re.findall(r"^\| (R-\d+[a-z]?) \| .* \| (.*) \|$", RULINGS, re.MULTILINE)
    assert len(rows) == len(LISTED_RULINGS)
    assert [number for number, tests in rows if "::" not in tests] == ["R-01"]
