"""The files of the web client: types, vendored code, check of records, words, size."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

from tests.clients.building import ROOT, locked, run_make, skip_or_fail

FOLDER = ROOT / "clients" / "web"
SITE = FOLDER / "site"
MOST_LINES = 300
TABLES = sorted((SITE / "text").glob("??.js"))
"""A module for each language but English, which is in the code."""
CATALOG = """
const [, module] = process.argv;
console.log(JSON.stringify(Object.values(await import(module))[0]));
"""
TEXT = re.compile(r'\bt\(\s*"((?:[^"\\]|\\.)*)"')
PLURAL = re.compile(r'\btn\(\s*"((?:[^"\\]|\\.)*)"')
PLACE = re.compile(r"\{\w+\}")


def scripts() -> dict[str, str]:
    """The modules of the client, without the vendored ones, by their paths."""
    return {
        str(path.relative_to(SITE)): path.read_text(encoding="utf-8")
        for path in sorted(SITE.rglob("*.js"))
        if "vendor" not in path.parts
    }


def find_texts(pattern: re.Pattern[str]) -> set[str]:
    return {
        json.loads(f'"{text}"') for code in scripts().values() for text in pattern.findall(code)
    }


@pytest.fixture(scope="module", params=TABLES, ids=lambda path: path.stem)
def table(request: pytest.FixtureRequest) -> dict[str, str | list[str]]:
    if shutil.which("node") is None:
        skip_or_fail("needs node")
    command = ["node", "--input-type=module", "--eval", CATALOG, str(request.param)]
    process = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=True)
    catalog: dict[str, str | list[str]] = json.loads(process.stdout)
    return catalog


@pytest.mark.slow
def test_its_types_and_its_check_of_records_are_right() -> None:
    with locked(FOLDER):
        run_make("web", FOLDER)


def test_every_text_has_a_translation(table: dict[str, str | list[str]]) -> None:
    texts, plurals = find_texts(TEXT), find_texts(PLURAL)
    assert texts
    assert plurals
    assert sorted((texts | plurals) - table.keys()) == []
    assert sorted(table.keys() - texts - plurals) == []
    assert {text for text in plurals if not isinstance(table[text], list)} == set()


def test_translations_have_the_places_of_their_texts(table: dict[str, str | list[str]]) -> None:
    for text, translated in table.items():
        for form in [translated] if isinstance(translated, str) else translated:
            assert set(PLACE.findall(form)) <= set(PLACE.findall(text)) | {"{count}"}, text
        if isinstance(translated, str):
            assert set(PLACE.findall(translated)) == set(PLACE.findall(text)), text


def test_no_file_is_long() -> None:
    long = {path: code.count("\n") for path, code in scripts().items()}
    assert {path: lines for path, lines in long.items() if lines > MOST_LINES} == {}


def test_nothing_is_inline() -> None:
    """The policy of the service refuses scripts and styles within the page."""
    page = (SITE / "index.html").read_text(encoding="utf-8")
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    for path, code in scripts().items():
        assert "style=" not in code, path
        assert "innerHTML" not in code, path
