"""docs/api.md leaves out no address of the API, and invents none."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SCHEMA = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
BASE = "/api/v1/"


def served() -> set[str]:
    """The paths of the schema below the base, without the entrance."""
    paths = re.findall(r"^  (/api/v1/\S*):$", SCHEMA, re.MULTILINE)
    return {path.removeprefix(BASE) for path in paths} - {""}


def told() -> set[str]:
    lines = re.findall(r"^(?:GET|POST|DELETE) +(\S+)", PAGE, re.MULTILINE)
    return {line.partition("?")[0] for line in lines}


def test_it_tells_of_every_address() -> None:
    assert told() == served()


def test_the_readme_names_addresses_that_exist() -> None:
    named = re.findall(r"\$API/(\S*?)[\"?\s]", README)
    assert named
    known = {re.sub(r"\{.*?\}", "$", path) for path in served()}
    assert {re.sub(r"\$\w+", "$", path) for path in named} - known == set()


def test_every_page_of_the_docs_that_is_linked_is_there() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
