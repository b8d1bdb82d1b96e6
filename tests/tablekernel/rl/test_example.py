"""``docs/reinforcement-learning.md`` is true: its quotes are in the files, and its agent learns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="needs the extra rl")

from tablekernel.rl import env, example

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "reinforcement-learning.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
QUOTES = [block for block in BLOCKS if block.startswith("# tablekernel/")]
LOOPS = [block for block in BLOCKS if not block.startswith("# tablekernel/")]


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.partition("\n")[0])
def test_a_quoted_block_is_in_its_file(quote: str) -> None:
    path, _, code = quote.removeprefix("# ").partition("\n")
    assert code in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("loop", LOOPS)
def test_the_other_blocks_run(loop: str) -> None:
    exec(compile(loop, "reinforcement-learning.md", "exec"), {})


def test_the_sizes_on_the_page_are_those_of_the_code() -> None:
    space = env("citadels").action_space("seat_0")
    assert f"{space.n:,} actions" in PAGE


@pytest.mark.slow
def test_the_agent_learns_to_beat_random_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example, "EVALUATED", 200)
    before, after = example.main(["--ruleset", "citadels", "--seats", "4", "--matches", "300"])
    assert before == pytest.approx(1 / 4, abs=0.1)
    assert after > 2 * before
