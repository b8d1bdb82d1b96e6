"""The game in ``tablekernel/README.md`` can be registered, checked and played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tablekernel import registry
from tablekernel.terminal import main

README = Path(__file__).parents[2] / "tablekernel" / "README.md"


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Run the blocks of the page, one after the other; return what they define."""
    for known in ("RULESETS", "OLDER"):  # what is registered is forgotten afterwards
        monkeypatch.setattr(registry, known, dict(getattr(registry, known)))
    defined: dict[str, Any] = {"__name__": "duel"}
    for block in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, README.name, "exec"), defined)
    return defined


def test_the_game_plays_to_its_end(
    duel: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--ruleset", "duel", "--watch", "--seed", "1"])
    assert "wins the round." in capsys.readouterr().out


def test_the_table_of_parts_names_every_module() -> None:
    rows = re.findall(r"^\| (`.*?) \|", README.read_text(encoding="utf-8"), re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(rows)))
    folder = README.parent
    modules = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    assert named == modules - {"__init__", "setup"}
