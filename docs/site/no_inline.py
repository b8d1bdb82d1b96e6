"""A Sphinx extension that moves scripts and styles out of the pages, into files.

The service's content security policy allows neither within a page. The theme has one script, one
style sheet and a few style attributes there.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
ATTRIBUTES = {
    ' style="display: none;"': ' width="0" height="0"',
    ' style="opacity: 50%"': ' opacity="0.5"',
}
LEFT = re.compile(r"<script(?![^>]*\ssrc=)|<style|<[^>]+ style=|<[^>]+ on[a-z]+=")


def move_out(page: str, folder: Path, root: str) -> str:
    """Return the page with links in place of its blocks, which are written to ``folder``.

    ``root`` leads from the page to the root of the site. Raises ValueError if the page still has
    something that the policy forbids.
    """

    def link(block: re.Match[str]) -> str:
        kind, text = block[1], block[2].strip()
        suffix = {"script": "js", "style": "css"}[kind]
        name = f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.{suffix}"
        (folder / name).write_text(text + "\n", encoding="utf-8")
        address = f"{root}/_static/{name}"
        if kind == "script":
            return f'<script src="{address}"></script>'
        return f'<link rel="stylesheet" href="{address}">'

    page = BLOCK.sub(link, page)
    for inline, plain in ATTRIBUTES.items():
        page = page.replace(inline, plain)
    if left := LEFT.search(page):
        raise ValueError(f"forbidden by the content security policy: {left[0]}")
    return page


def clean_pages(app: Any, error: Exception | None) -> None:
    """Move scripts and styles out of every page that was built. Downloads stay as they are."""
    if error or app.builder.format != "html":
        return
    site = Path(app.outdir)
    for path in {*site.rglob("*.html")} - {*site.glob("_downloads/**/*")}:
        root = os.path.relpath(site, path.parent)
        page = path.read_text(encoding="utf-8")
        path.write_text(move_out(page, site / "_static", root), encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    app.connect("build-finished", clean_pages)
    return {"parallel_read_safe": True}
