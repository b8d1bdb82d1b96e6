"""The releases of CHANGELOG.md, as HTML."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from core.api.docs_links import MARKDOWN, link_docs
from core.paths import DOCS

RELEASE = re.compile(r"^## (\S+)(?: \((\d{4}-\d\d-\d\d)\))?$", re.MULTILINE)
PAGE = re.compile(r"\[([^\]]+?)(?:\.md)?\]\(docs/([\w/-]+)\.md")
SOURCE = re.compile(r"\[([^\]]+)\]\((?!/|https?:)[^)]+\)")
"""A link to a file of the source code, which readers here may not have."""


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
    """Return HTML for Markdown. Links to pages lead to the documentation site."""
    text = SOURCE.sub(r"\1", PAGE.sub(rf"[\1]({DOCS}\2.html", text))
    return mark_safe(MARKDOWN.render(link_docs(text)))  # the renderer escapes HTML
