"""The platform, the kernel and the clients carry any game: they know the name of none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablekernel import registry
from tests.packages import ROOT, SERVICE

FOLDERS = (
    "tablekernel",
    *(package for package in SERVICE if package != "citadels"),
    "clients/python/citadels_client",
    "clients/python/examples",
    "clients/python/demo.py",
)
TEXTS = {".py", ".html", ".txt", ".css", ".js"}
FILES = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder, *(ROOT / folder).rglob("*"))
    if path.suffix in TEXTS and "migrations" not in path.parts
)
THE_SERVICE = "citadels"
"""The service has the name of its first game: so are its package, its metrics and its channels
called."""
OF_THE_SERVICE = re.compile(r"(?<!engine\.)citadels[-.:_]|--app\W+citadels|(from|import) citadels")
NAMES_THE_SERVICE = {
    "games/play/api/examples.py": "an example of a reply is one of some game",
    "games/play/api/schema.py": "an example of a request is one of some game",
    "accounts/api/schema.py": "an example of a client's name",
    "notifications/api/schema.py": "an example of an address",
    "clients/python/citadels_client/keyring.py": "the folder of the log-in",
}


def names() -> set[str]:
    """Slugs and titles of all games, and each longer word of a title."""
    found = set()
    for ruleset in registry.rulesets():
        title = ruleset.presentation.title.lower()
        found |= {ruleset.slug, title}
        found |= {word for word in re.findall(r"\w+", title) if len(word) > 3}
    return found


def named(path: Path, text: str) -> list[str]:
    """The lines of a file that name a game."""
    word = re.compile(r"\b(" + "|".join(map(re.escape, sorted(names()))) + r")\b", re.IGNORECASE)
    return [
        line.strip()
        for line in text.splitlines()
        if any(
            hit[0].lower() != THE_SERVICE or not is_the_service(path, line)
            for hit in word.finditer(line)
        )
    ]


def is_the_service(path: Path, line: str) -> bool:
    return name_of(path) in NAMES_THE_SERVICE or bool(OF_THE_SERVICE.search(line))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_it_names_no_game(path: Path) -> None:
    assert named(path, path.read_text()) == []


@pytest.mark.parametrize(
    "line",
    [
        'if game.ruleset == "citadels":',
        'RULESET = "castle"',
        "from engine.citadels.ruleset import CITADELS",
        '"""What Carcassonne needs."""',
        '# only in "Carcassonne: The Castle"',
    ],
)
def test_a_name_is_found(line: str) -> None:
    assert named(ROOT / "games/play/selectors.py", f"x = 1\n{line}\n") == [line]


@pytest.mark.parametrize("name", NAMES_THE_SERVICE)
def test_no_exception_has_outlived_its_reason(name: str) -> None:
    assert re.search(THE_SERVICE, (ROOT / name).read_text(), re.IGNORECASE)
