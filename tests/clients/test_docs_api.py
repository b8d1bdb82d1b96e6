"""docs/api.md lists every path of the API, and no other. Links between pages lead to a file."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "write-a-client.md").read_text(encoding="utf-8")
SCHEMA = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
BASE = "/api/v1/"


def schema_paths() -> set[str]:
    """Return the paths of the schema below the base, without the base itself."""
    paths = re.findall(r"^  (/api/v1/\S*):$", SCHEMA, re.MULTILINE)
    return {path.removeprefix(BASE) for path in paths} - {""}


def listed_paths() -> set[str]:
    lines = re.findall(r"^(?:GET|POST|DELETE) +(\S+)", PAGE, re.MULTILINE)
    return {line.partition("?")[0] for line in lines}


def test_every_path_is_listed() -> None:
    assert listed_paths() == schema_paths()


def test_the_guide_requests_paths_that_exist() -> None:
    requested = re.findall(r"\$API/(\S*?)[\"?\s]", GUIDE)
    assert requested
    known = {re.sub(r"\{.*?\}", "$", path) for path in schema_paths()}
    assert {re.sub(r"\$\w+", "$", path) for path in requested} - known == set()


def test_every_link_between_pages_leads_to_a_file() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
