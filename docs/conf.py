"""The documentation site: `make docs` builds it with Sphinx into build/docs/."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "site"))

project = "Citadels, a game server"
author = "The contributors"
html_title = "Citadels"
html_theme = "furo"
html_favicon = "../accounts/static/accounts/favicon.svg"
html_static_path = ["site/static"]
html_css_files = ["site.css"]
html_extra_path = ["record.schema.json"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
templates_path = ["site/templates"]
html_additional_pages = {"search": "search.html"}
exclude_patterns = ["site", "diagrams", "releases"]
smartquotes = False  # they would change quoted JSON

extensions = ["myst_parser", "diagrams", "no_inline", "sections", "served"]
myst_heading_anchors = 4  # so that links to headings are checked
myst_fence_as_directive = ["mermaid"]
suppress_warnings: list[str] = []  # `make docs` fails on every warning
nitpicky = True
