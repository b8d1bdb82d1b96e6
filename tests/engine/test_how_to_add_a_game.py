"""``docs/how-to-add-a-game.md`` is true: it names every member of a game, and its paths exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kernel.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to-add-a-game.md").read_text()
MEMBERS = sorted(
    {name for name in (*vars(Ruleset), *Ruleset.__annotations__) if not name.startswith("_")}
)


@pytest.mark.parametrize("member", MEMBERS)
def test_it_names_every_member_of_a_game(member: str) -> None:
    assert f"`{member}`" in PAGE


def test_what_it_calls_needed_is_needed() -> None:
    needed = set()
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        first, marker, _ = table.partition("| *optional*")
        if marker:
            needed |= {
                name
                for line in first.splitlines()
                for name in re.findall(r"`(\w+)`", line.split("|")[1])
            }
    given = {name for name in Ruleset.__annotations__ if not hasattr(Ruleset, name)}
    assert needed == set(Ruleset.__abstractmethods__) | given


def test_every_path_on_the_page_exists() -> None:
    paths = re.findall(r"`((?:engine|tests|docs|games|clients)/[\w/]+\.\w+)`", PAGE)
    assert len(paths) > 20
    for path in paths:
        assert (ROOT / path).exists(), path
