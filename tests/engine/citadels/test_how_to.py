"""``docs/how-to-add-a-card.md`` is true: what it quotes stands there, and its tests pass."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.citadels.hooks import DECLARED

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "how-to-add-a-card.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
QUOTES = [block for block in BLOCKS if block.startswith("# engine/")]
EXAMPLES = [block for block in BLOCKS if not block.startswith("# engine/")]


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.partition("\n")[0])
def test_a_quoted_block_stands_word_for_word_in_its_file(quote: str) -> None:
    path, _, code = quote.removeprefix("# ").partition("\n")
    assert code in (ROOT / path).read_text()


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_tests_pass(example: str) -> None:
    found: dict[str, Any] = {}
    exec(compile(example, "how-to-add-a-card.md", "exec"), found)
    tests = [found[name] for name in found if name.startswith("test_")]
    assert tests
    for test in tests:
        test()


def test_the_page_lists_every_hook_as_it_is_declared() -> None:
    rows = [
        f"| `{hook.name}({', '.join(hook.parameters)})` | {hook.cards} | {hook.summary} |"
        for hook in DECLARED.values()
    ]
    assert re.findall(r"^\| `(?:on|adjust|offer|score).*$", PAGE, re.MULTILINE) == rows


def test_every_path_on_the_page_exists() -> None:
    paths = re.findall(r"`((?:engine|tests|docs)/[\w/.]+)`", PAGE)
    assert paths
    for path in paths:
        assert (ROOT / path).exists(), path
