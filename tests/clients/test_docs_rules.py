"""Whoever follows a "rules 5.2" or "R-09" of the code to docs/rules.md finds something there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
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
    rulings = set(re.findall(r"^\| (R-\d+[a-z]?) \|", PAGE, re.MULTILINE))
    assert set(RULING.findall(sources())) - rulings == set()


def test_every_ruling_the_page_refers_to_is_there() -> None:
    rulings = set(re.findall(r"^\| (R-\d+[a-z]?) \|", PAGE, re.MULTILINE))
    assert set(RULING.findall(PAGE)) == rulings
