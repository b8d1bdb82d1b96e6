"""The example in ``engine/README.md`` plays a match."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "engine" / "README.md"


def test_the_example_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)[0]
    exec(compile(code, README.name, "exec"), {})
    assert "'placements'" in capsys.readouterr().out
