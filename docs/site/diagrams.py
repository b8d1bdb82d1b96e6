"""A Sphinx directive that shows a Mermaid diagram as a picture that was drawn before.

Mermaid draws in the browser and needs styles within the page, which our content security policy
forbids. So `make diagrams` draws each diagram once, light and dark, into `docs/diagrams/`; the
files are kept with the sources. Each names the hash of its source, and the build fails if the
source has changed since. The first line of a diagram is a comment with its name and its text for
screen readers: `%% command: A command as a sequence`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.util import logging

DOCS = Path(__file__).parents[1]
FOLDER = DOCS / "diagrams"
THEMES = ("light", "dark")
FENCE = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"%% ([a-z-]+): (.+)")

log = logging.getLogger(__name__)


class Diagram(NamedTuple):
    """A diagram of a page: its name, its text for screen readers, its source."""

    name: str
    title: str
    source: str

    @classmethod
    def parse(cls, source: str) -> Diagram:
        """Read a diagram. Raises ValueError if its first line does not name it."""
        head = HEAD.match(source)
        if head is None:
            raise ValueError(f"the first line is not '%% name: title': {source[:60]!r}")
        return cls(head[1], head[2], source.strip())

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()

    def file(self, theme: str) -> Path:
        """Where the drawing for a theme, "light" or "dark", is kept."""
        return FOLDER / f"{self.name}-{theme}.svg"

    @property
    def is_current(self) -> bool:
        """True if both drawings exist and were made from this source."""
        files = [self.file(theme) for theme in THEMES]
        return all(file.exists() and self.digest in file.read_text("utf-8") for file in files)


def diagrams_of_pages() -> Iterator[Diagram]:
    """Every diagram of the documentation."""
    for page in sorted({*DOCS.rglob("*.md")} - {*FOLDER.rglob("*.md")}):
        for source in FENCE.findall(page.read_text(encoding="utf-8")):
            yield Diagram.parse(source)


class MermaidDirective(Directive):  # type: ignore[misc]  # docutils has no types
    """A fence with the language "mermaid"."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        source = "\n".join(self.content)
        where = self.state_machine.get_source_and_line(self.lineno)
        try:
            diagram = Diagram.parse(source)
        except ValueError as error:
            log.warning("A diagram has no name: %s", error, location=where)
            return []
        if not diagram.is_current:
            log.warning("Not drawn yet: %s. Run make diagrams", diagram.name, location=where)
            return []
        return [self.image(diagram, theme) for theme in THEMES]

    def image(self, diagram: Diagram, theme: str) -> nodes.image:
        """The drawing for one theme, which the style sheet shows in that theme only."""
        uri = f"/diagrams/{diagram.file(theme).name}"
        classes = ["diagram", f"only-{theme}"]
        return nodes.image(uri=uri, alt=diagram.title, classes=classes)


def setup(app: Any) -> dict[str, Any]:
    app.add_directive("mermaid", MermaidDirective)
    return {"parallel_read_safe": True}
