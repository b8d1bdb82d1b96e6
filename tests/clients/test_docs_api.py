"""The requests and the bodies on the pages of docs/ are those of the reference, openapi.yaml."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
DOCS = sorted((ROOT / "docs").glob("*.md"))
OF_THE_API = [page for page in DOCS if not page.name.startswith("how-to-add")]
"""Guides have examples that do not exist until somebody follows them."""
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "write-a-client.md").read_text(encoding="utf-8")
SCHEMA: dict[str, Any] = yaml.load(
    (ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)
BASE = "/api/v1/"
REQUEST = re.compile(r"(?:^|`)(GET|POST|PUT|PATCH|DELETE) +([a-z][^\s`?]*[/g])(?=[\s`?]|$)", re.M)
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def with_any_parameter(path: str) -> str:
    """Return a path with a sign in place of each parameter, a game's move or a ruleset."""
    return re.sub(r"\{.*?\}|\$\w+|(?<=/)(\d+|citadels|castle)(?=/)", "$", path)


KNOWN = {
    (method.upper(), with_any_parameter(path.removeprefix(BASE)))
    for path, methods in SCHEMA["paths"].items()
    for method in methods
}
"""Each method of the reference with its path below the base."""


@pytest.mark.parametrize("page", OF_THE_API, ids=lambda page: page.name)
def test_each_request_on_a_page_exists(page: Path) -> None:
    requests = REQUEST.findall(page.read_text(encoding="utf-8"))
    assert {(method, with_any_parameter(path)) for method, path in requests} - KNOWN == set()


def test_each_path_of_the_overview_exists() -> None:
    paths = re.findall(r"`(?:[A-Z]+ )?([a-z][\w{}/-]*/|[a-z][\w{}/-]*\.(?:svg|png))`", PAGE)
    assert len(paths) > 20
    assert {with_any_parameter(path) for path in paths} - {path for _, path in KNOWN} == set()


def test_the_guide_requests_paths_that_exist() -> None:
    requested = re.findall(r"\$API/(\S*?)[\"?\s]", GUIDE)
    assert requested
    assert {with_any_parameter(path) for path in requested} - {path for _, path in KNOWN} == set()


def is_valid(name: str, value: object) -> bool:
    """True if a value has the named schema of the reference."""
    reference = {"$ref": f"#/components/schemas/{name}", "components": SCHEMA["components"]}
    found: bool = Draft202012Validator(reference).is_valid(value)
    return found


def test_the_bodies_of_the_overview_are_valid() -> None:
    creation, decision, events = EXAMPLES
    assert is_valid("GameCreateInput", json.loads(creation))
    assert is_valid("DecisionView", json.loads(decision))
    assert all(is_valid("CitadelsEvent", json.loads(line)) for line in events.splitlines())
    (command,) = re.findall(r"commands/ +(\{.*\})$", PAGE, re.MULTILINE)
    assert is_valid("CommandInput", json.loads(command))
    assert not is_valid("CommandInput", {"choice": "build:palace"})


def test_every_link_between_pages_leads_to_a_file() -> None:
    for page in [ROOT / "README.md", *DOCS]:
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
