"""``docs/how-to-add-a-game.md`` is true: it names every member of a game, and its paths exist."""

from __future__ import annotations

import re
from inspect import Parameter, signature
from pathlib import Path

import pytest

from tablekernel.bots import Bots
from tablekernel.presentation import Presentation
from tablekernel.rules import Rules

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to-add-a-game.md").read_text()
PARTS: tuple[type, ...] = (Rules, Presentation, Bots)
each_part = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)


def section_of(part: type) -> str:
    """The section about a part of a ruleset."""
    _, _, section = PAGE.partition(f"\n### {part.__name__}")
    return re.split(r"^##", section, maxsplit=1, flags=re.MULTILINE)[0]


def members_of(part: type) -> set[str]:
    return {name for name in (*vars(part), *part.__annotations__) if not name.startswith("_")}


def needed_by(part: type) -> set[str]:
    """The members that a game has to give."""
    if part is Bots:
        parameters = signature(Bots).parameters.items()
        return {name for name, parameter in parameters if parameter.default is Parameter.empty}
    given = {name for name in part.__annotations__ if not hasattr(part, name)}
    return given | vars(part)["__abstractmethods__"]


@each_part
def test_it_names_every_member_of_a_part(part: type) -> None:
    section = section_of(part)
    assert [name for name in sorted(members_of(part)) if f"`{name}`" not in section] == []


@each_part
def test_what_it_calls_needed_is_needed(part: type) -> None:
    needed = set()
    for table in re.findall(r"(?:^\|.*\n)+", section_of(part), re.MULTILINE):
        first, marker, _ = table.partition("| *optional*")
        assert marker
        needed |= {
            name
            for line in first.splitlines()
            for name in re.findall(r"`(\w+)`", line.split("|")[1])
        }
    assert needed == needed_by(part)


def test_every_path_on_the_page_exists() -> None:
    paths = re.findall(r"`((?:engine|tests|docs|games|clients)/[\w/]+\.\w+)`", PAGE)
    assert len(paths) > 20
    for path in paths:
        assert (ROOT / path).exists(), path
