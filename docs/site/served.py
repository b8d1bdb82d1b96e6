"""A Sphinx extension for readers who have no checkout, but a service that serves the site.

A link whose text is the name of a page, `[api.md](api.md)`, gets the title of the page or section
as its text. Links to `http://127.0.0.1:8000`, as the sources write the address of a service, lead
to the service that serves the site, and a script names it in the examples.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

ADDRESS = "http://127.0.0.1:8000"
FILE = re.compile(r"(?:\.\./)?(?:[\w-]+/)*[\w-]+\.md")
OF_OPERATORS = ("accounts", "first-day", "operations")
"""How the names of pages begin on which the address is that of a service that readers start."""


class Links(SphinxPostTransform):
    """Gives links a title as their text, and an address at this service."""

    default_priority = 8  # before MyST resolves them

    def run(self, **kwargs: Any) -> None:
        for link in self.document.findall(addnodes.pending_xref):
            if link.get("refdomain") == "doc" and FILE.fullmatch(link.astext()):
                link["refexplicit"] = False
        for link in self.document.findall(nodes.reference):
            link_to_this_service(link)


def link_to_this_service(link: Any) -> None:
    """Let a link to the address of the sources lead to the service that serves the site."""
    if not (address := link.get("refuri", "")).startswith(f"{ADDRESS}/"):
        return
    link["refuri"] = address.removeprefix(ADDRESS)
    if link.astext() == address:
        link.children = [nodes.Text(link["refuri"])]


def add_script(app: Any, page: str, template: str, context: Any, document: Any) -> None:
    """Add the script that writes the address of this service into the examples of a page."""
    if not page.startswith(OF_OPERATORS):
        app.add_js_file("address.js")


def setup(app: Any) -> dict[str, Any]:
    app.add_post_transform(Links)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True}
