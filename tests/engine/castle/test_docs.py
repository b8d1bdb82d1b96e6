"""Every number in brackets in the code names a section of ``docs/castle.md``."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "castle.md").read_text(encoding="utf-8")
BRACKETS = re.compile(r"\((\d(?:\.\d)?(?:(?:, | to )\d(?:\.\d)?)*)\)")


def test_every_section_the_code_refers_to_is_there() -> None:
    sections = set(re.findall(r"^#+ (\d(?:\.\d)?)", PAGE, re.MULTILINE))
    files = [*ROOT.glob("engine/castle/**/*.py"), *ROOT.glob("tests/engine/castle/**/*.py")]
    docstrings = " ".join(re.findall(r'"""(.*?)"""', "".join(f.read_text() for f in files), re.S))
    referred = {
        number for found in BRACKETS.findall(docstrings) for number in re.split(", | to ", found)
    }
    assert len(referred) > 9
    assert referred <= sections


def test_the_page_says_what_is_exact_and_what_is_not() -> None:
    assert "The **tiles are a reconstruction**." in PAGE
    assert "The board is exact" in PAGE
