"""A Sphinx extension for the search: it lists the sections of all pages in `_static/sections.js`.

`static/search.js` searches this list in the browser. It takes the place of Sphinx's own index,
which knows pages, not sections, and finds a page only if it has all words of the search.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes

FILE = "_static/sections.js"


def sections_of(app: Any, page: str) -> Iterator[dict[str, str]]:
    """Yield the sections of a page: address, heading, title of the page, text."""
    document = app.env.get_and_resolve_doctree(page, app.builder)
    address = app.builder.get_target_uri(page)
    title = app.env.titles[page].astext()
    for section in document.findall(nodes.section):
        is_top = section.parent is document
        anchor = "" if is_top else f"#{section['ids'][0]}"
        own = [node for node in section.children[1:] if not isinstance(node, nodes.section)]
        yield {
            "address": address + anchor,
            "heading": section.next_node(nodes.title).astext(),
            "page": title,
            "text": " ".join(text for node in own for text in texts_of(node)),
        }


def texts_of(node: Any) -> Iterator[str]:
    """Yield the texts of the blocks of a node, such as the cells of a table."""
    for block in node.findall(nodes.TextElement):
        if not isinstance(block, (nodes.Inline, nodes.comment)):
            yield " ".join(block.astext().split())


def write_sections(app: Any, error: Exception | None) -> None:
    if error or app.builder.format != "html":
        return
    sections = [section for page in sorted(app.env.all_docs) for section in sections_of(app, page)]
    text = json.dumps(sections, ensure_ascii=False, separators=(",", ":"))
    (Path(app.outdir) / FILE).write_text(f"const SECTIONS = {text};\n", encoding="utf-8")


def leave_out_index(app: Any) -> None:
    """Let Sphinx build no index of its own."""
    app.builder.search = False


def setup(app: Any) -> dict[str, Any]:
    app.connect("builder-inited", leave_out_index)
    app.connect("build-finished", write_sections)
    return {"parallel_read_safe": True}
