"""``docs/how-to-change-the-rules.md`` is true: its quotes stand there, its paths exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to-change-the-rules.md").read_text()
QUOTES = re.findall(r"```python\n# ([\w/.]+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("path", "code"), QUOTES)
def test_a_quoted_block_stands_word_for_word_in_its_file(path: str, code: str) -> None:
    assert code in (ROOT / path).read_text()


def test_every_path_on_the_page_exists() -> None:
    paths = re.findall(r"`((?:engine|tests|docs)/[\w/]+\.\w+)`", PAGE)
    assert len(QUOTES) == 3
    assert paths
    for path in paths:
        assert (ROOT / path).exists(), path
