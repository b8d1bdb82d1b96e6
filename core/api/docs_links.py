"""Links to the documentation site, wherever a text names one of its pages as `docs/clocks.md`."""

from __future__ import annotations

import re
from typing import Any

from markdown_it import MarkdownIt

from core.paths import DOCS

PAGE = re.compile(r"`?\bdocs/([\w/-]+)\.md`?")
MARKDOWN = MarkdownIt("commonmark", {"html": False})
"""Renders Markdown. HTML in a text is escaped, and links to scripts stay text."""


def link_docs(text: str) -> str:
    """Return a Markdown text with a link in place of each name of a page."""
    return PAGE.sub(rf"[docs/\1]({DOCS}\1.html)", text)


def link_docs_in_schema(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Link the pages that descriptions name, for readers who have no checkout."""
    link_descriptions(result)
    return result


def link_descriptions(part: Any) -> None:
    """Replace the names of pages in all descriptions below ``part`` by links, in place."""
    if isinstance(part, list):
        for one in part:
            link_descriptions(one)
    elif isinstance(part, dict):
        for name, member in part.items():
            if name == "description" and isinstance(member, str):
                part[name] = link_docs(member)
            else:
                link_descriptions(member)
