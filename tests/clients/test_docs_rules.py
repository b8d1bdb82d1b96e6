"""Whoever follows a "rules 5.2" or "R-09" of the code to the pages of rules finds something."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RULINGS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
LISTED = re.findall(r"^\| (R-\d+[a-z]?) \|", RULINGS, re.MULTILINE)
SECTION = re.compile(r"\brules\s+(\d+(?:\.\d+)*)")
RULING = re.compile(r"\bR-\d+[a-z]?")


def sources() -> str:
    """All of engine and tests, with the ends of lines out of the way."""
    files = [*ROOT.glob("engine/**/*.py"), *ROOT.glob("tests/engine/**/*.py")]
    return " ".join(" ".join(file.read_text(encoding="utf-8") for file in files).split())


def sections() -> set[str]:
    """The numbers of headings, and of the steps in numbered lists below them."""
    found: set[str] = set()
    heading = ""
    for line in PAGE.splitlines():
        if title := re.match(r"#+ (\d+(?:\.\d+)*)", line):
            heading = title[1]
            found.add(heading)
        elif step := re.match(r"(\d+)\. ", line):
            found.add(f"{heading}.{step[1]}")
    return found


def test_every_section_the_code_refers_to_is_there() -> None:
    referred = set(SECTION.findall(sources()))
    assert referred - sections() == set()


def test_every_ruling_the_code_refers_to_is_there() -> None:
    assert set(RULING.findall(sources())) - set(LISTED) == set()


def test_every_ruling_the_pages_refer_to_is_there_and_once() -> None:
    assert set(RULING.findall(PAGE + RULINGS)) <= set(LISTED)
    assert len(set(LISTED)) == len(LISTED)


def test_every_test_that_is_said_to_hold_a_ruling_exists() -> None:
    files = {file.name: file.read_text("utf-8") for file in ROOT.glob("tests/engine/**/test_*.py")}
    held = re.findall(r"`(test_\w+\.py)::(test_\w+)`", RULINGS)
    assert held
    assert [name for file, name in held if f"def {name}(" not in files[file]] == []


def test_every_ruling_but_the_first_is_held_by_a_test() -> None:
    rows = re.findall(r"^\| (R-\d+[a-z]?) \| .* \| (.*) \|$", RULINGS, re.MULTILINE)
    assert len(rows) == len(LISTED)
    assert [number for number, held in rows if "::" not in held] == ["R-01"]
