"""Former bots are imported from git beside the present ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import former
from bench.former import HOME, former_bots

CODE = f"""
from {HOME.replace("/", ".")}.words import WORD
from engine.citadels.cards import Character

BOTS = (WORD, Character)
"""


def git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A repository with two versions of the bots, the first one tagged."""
    home = tmp_path / HOME
    home.mkdir(parents=True)
    (home / "__init__.py").write_text(CODE)
    git(tmp_path, "init", "--quiet")
    for word in ("first", "second"):
        (home / "words.py").write_text(f"WORD = {word!r}\n")
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "--quiet", "-m", word)
        git(tmp_path, "tag", word)
    monkeypatch.setattr(former, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    former_bots.cache_clear()
    yield tmp_path
    former_bots.cache_clear()


@pytest.mark.usefixtures("repository")
def test_each_commit_has_its_own_bots() -> None:
    from engine.citadels.cards import Character

    found: list[object] = [former_bots(tag) for tag in ("first", "second")]
    assert found == [("first", Character), ("second", Character)]


def test_they_are_written_once(repository: Path) -> None:
    former_bots("first")
    (folder,) = (repository / "build" / "former").iterdir()
    assert folder.name == f"former_{git(repository, 'rev-parse', 'first').strip()}"
    (folder / "words.py").write_text("WORD = 'kept'\n")
    for name in [name for name in sys.modules if name.startswith("former_")]:
        del sys.modules[name]
    former_bots.cache_clear()
    assert former_bots("first")[0] == "kept"  # type: ignore[index]


@pytest.mark.usefixtures("repository")
def test_an_unknown_commit_is_an_error() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        former_bots("third")
