"""The releases of CHANGELOG.md, as HTML."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from itertools import groupby
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from core.api.docs_links import links_in_html
from core.paths import DOCS

RELEASE = re.compile(r"^## (\S+)(?: \((\d{4}-\d\d-\d\d)\))?$", re.MULTILINE)
BLOCK = re.compile(r"\n\n+|\n(?=\* )")
PAGE = re.compile(r"\[([^\]]+?)(?:\.md)?\]\(docs/([\w/-]+)\.md")
SOURCE = re.compile(r"\[([^\]]+)\]\((?!/|https?:)[^)]+\)")
"""A link to a file of the source code, which readers here may not have."""
BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
EMPHASIS = re.compile(r"\*(\w+)\*")
TAGS = {"* ": "li", "### ": "h3"}
"""The tag of a block, by its first characters. All others are paragraphs."""


class Release(NamedTuple):
    """A section of the changelog."""

    version: str
    released: date | None
    """None for the changes since the last release."""
    html: SafeString

    @property
    def urn(self) -> str:
        """An identifier that is the same on every service."""
        return uuid5(NAMESPACE_URL, f"citadels-server/{self.version}").urn


@cache
def releases() -> list[Release]:
    """Return the sections of the changelog as it was when the process began, newest first."""
    text = (settings.BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *parts = RELEASE.split(text)
    return [
        Release(version, date.fromisoformat(day) if day else None, html_of(body))
        for version, day, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def html_of(text: str) -> SafeString:
    """Return HTML for Markdown with headings, lists, paragraphs, links, code and bold text."""
    blocks = [(tag_of(block), block) for block in BLOCK.split(text.strip())]
    parts = []
    for tag, group in groupby(blocks, key=lambda block: block[0]):
        inner = "\n".join(f"<{tag}>{inline(block)}</{tag}>" for _, block in group)
        parts.append(f"<ul>\n{inner}\n</ul>" if tag == "li" else inner)
    return mark_safe("\n".join(parts))  # the text is escaped


def tag_of(block: str) -> str:
    """Return the HTML tag of a block."""
    return next((tag for mark, tag in TAGS.items() if block.startswith(mark)), "p")


def inline(block: str) -> str:
    """Return the text of a block as HTML. Links to pages lead to the documentation site."""
    text = re.sub(r"^(\* |#+ )", "", block)
    text = SOURCE.sub(r"\1", PAGE.sub(rf"[\1]({DOCS}\2.html", escape(text)))
    text = BOLD.sub(r"<strong>\1</strong>", links_in_html(text))
    return EMPHASIS.sub(r"<em>\1</em>", text)
