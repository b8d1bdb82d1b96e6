"""The code blocks in the pages of docs/, which tests run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)


class CodeBlock(NamedTuple):
    """A code block, and its language; without one it is for a shell, or no code."""

    language: str
    text: str


def code_blocks(page: Path) -> list[CodeBlock]:
    """Return all code blocks of a page."""
    return [CodeBlock(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


def code_block(page: str, language: str) -> str:
    """Return the first code block in a language of a page of docs/."""
    blocks = code_blocks(ROOT / "docs" / page)
    return next(block.text for block in blocks if block.language == language)


def for_service(text: str, url: str) -> str:
    """Return a code block for the service at ``url``."""
    return text.replace("http://127.0.0.1:8000", url)
