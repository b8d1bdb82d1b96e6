"""The pages of docs/ name files that exist, and docs/architecture.md the contracts of imports."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.packages import FOLDERS, ROOT

DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [ROOT / "README.md", *(page for page in DOCS if "node_modules" not in page.parts)]
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/(?:[\w.-]+/)*(?:[\w-]+\.[a-z]+)?)`")
OF_EXAMPLES = {
    "how-to-add-a-feature.md": ("bookmark",),
    "how-to-add-a-language.md": ("/de/", "/de.", "german"),
    "how-to-add-a-staff-action.md": ("unrating",),
    "how-to-change-the-rules.md": ("once_broken",),
}
"""Words in paths that exist in the example of a page alone, or once they are needed."""
OF_LIBRARIES = {"breakpoint", "IgnoreMigration"}
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
    "tool"
]["importlinter"]["contracts"]
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def missing(page: str, text: str) -> list[str]:
    words = OF_EXAMPLES.get(page, ())
    return [
        path
        for path in PATH.findall(text)
        if not (ROOT / path).exists() and not any(word in path for word in words)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_on_a_page_exists(page: Path) -> None:
    assert missing(page.name, page.read_text(encoding="utf-8")) == []


def test_a_path_that_does_not_exist_is_found() -> None:
    text = "`games/services/`, `games/play/watch.py`, `games/play/` and `citadels/2016.1`"
    assert missing("api.md", text) == ["games/services/", "games/play/watch.py"]


def test_the_diagram_has_the_layers_of_the_contract() -> None:
    (contract,) = (one for one in CONTRACTS if one.get("containers") == ["games"])
    layers = [set(re.split(r" [|:] ", layer)) for layer in contract["layers"]]
    block = ARCHITECTURE.split("```mermaid")[2].split("```")[0]
    boxes = dict(re.findall(r'(\w+)\["(.+?)"\]', block))
    arrows = re.findall(r"(\w+)(?:\[.*?\])? --> (\w+)", block)
    assert [end for _, end in arrows[:-1]] == [start for start, _ in arrows[1:]]  # one chain
    drawn = [set(boxes.get(end, end).split(", ")) for _, end in arrows]
    assert drawn == layers[2:]  # the box at the top has what is above


def test_the_table_has_the_imports_between_features() -> None:
    (contract,) = (one for one in CONTRACTS if one["type"] == "independence")
    allowed = {
        tuple(re.findall(r"games\.(\w+)", pair.split("#")[0]))
        for pair in contract["ignore_imports"]
    }
    rows = re.findall(r"^\| `games/(\w+)/` \|.*\| ([\w, ]+) \|$", ARCHITECTURE, re.MULTILINE)
    features = {name.removeprefix("games.") for name in contract["modules"]}
    told = {
        (feature, other.replace(" ", "_"))
        for feature, others in rows
        for other in others.split(", ")
        if feature in features
    }
    assert told == allowed


def test_readers_without_a_checkout_get_links_to_example_files() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    toctree = index.split(":caption: Client developers")[1].split("```")[0]
    names = {*re.findall(r"^[\w-]+$", toctree, re.MULTILINE), "privacy", "ratings"}
    hidden = re.compile(r"`clients/|(?<!\.)\./clients/|python -m clients|CHANGELOG|`docs/")
    pages = {name: (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in names}
    found = {name: hidden.findall(text) for name, text in pages.items() if hidden.search(text)}
    command = ["python -m clients"]
    assert found == {"history": command, "randomness": command, "web-client": ["`clients/"] * 3}, (
        "these say that they need the source"
    )


def test_the_client_on_the_page_about_pictures_is_the_one_that_is_tested() -> None:
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    table = (ROOT / "clients" / "pictures" / "table.html").read_text(encoding="utf-8")
    scripts = re.findall(r'<script type="module">\n(.*?)</script>', table, re.DOTALL)
    blocks = re.findall(r"```js\n(.*?)```", page, re.DOTALL)
    assert len(scripts) == 1
    assert scripts[0] in blocks


def test_the_functions_of_the_first_day_are_in_their_files() -> None:
    page = (ROOT / "docs" / "first-day.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+\. .* \| `([\w/.]+)` \| `(\w+)` \|$", page, re.MULTILINE)
    assert len(rows) == 11
    for path, name in rows:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^(def|class) {name}\b", source, re.MULTILINE), (path, name)


def test_the_test_files_of_the_first_day_exist() -> None:
    page = (ROOT / "docs" / "first-day.md").read_text(encoding="utf-8")
    paths = re.findall(r"pytest .*?(tests/[\w/.]+)", page)
    assert len(paths) >= 5
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_function_on_a_page_is_in_the_code(page: Path) -> None:
    names = re.findall(r"`(?:\w+\.)*(\w+)\(\)`", page.read_text(encoding="utf-8"))
    assert set(names) - words_of_the_code() - OF_LIBRARIES == set()


@cache
def words_of_the_code() -> set[str]:
    folders = (ROOT / name for name in FOLDERS)
    files = (path for folder in folders for path in folder.rglob("*.py"))
    return {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}
