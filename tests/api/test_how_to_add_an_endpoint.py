"""The arguments, paths and quotes in docs/how-to-add-an-endpoint.md agree with the code."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from core.api.endpoints import endpoint

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to-add-an-endpoint.md").read_text(encoding="utf-8")


def test_it_names_all_arguments_of_the_declaration() -> None:
    cells = re.findall(r"^\| (`[^|]+) \|", PAGE, re.MULTILINE)
    named = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    assert named == set(inspect.signature(endpoint).parameters)


def test_the_quoted_block_is_in_its_file() -> None:
    ((path, code),) = re.findall(r"```python\n# ([\w/.]+)\n(.*?)```", PAGE, re.DOTALL)
    assert code in (ROOT / path).read_text(encoding="utf-8")


def test_every_path_on_the_page_exists() -> None:
    paths = re.findall(r"`((?:citadels|accounts|games|docs|tests)/[\w/]+\.\w+)`", PAGE)
    assert len(paths) > 8
    for path in paths:
        assert (ROOT / path).exists(), path
