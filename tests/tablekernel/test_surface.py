"""The public surface of the kernel does not change without a word in its changelog."""

from __future__ import annotations

import re
import tomllib

from tests.tablekernel.surface import KERNEL, SNAPSHOT, digest, lines

CHANGELOG = (KERNEL / "CHANGELOG.md").read_text(encoding="utf-8")
REMEDY = "Run `python -m tests.tablekernel.surface`."


def test_the_surface_is_as_written_down() -> None:
    assert SNAPSHOT.read_text(encoding="utf-8").splitlines() == lines(), REMEDY


def test_the_newest_entry_of_the_changelog_names_the_surface() -> None:
    newest = CHANGELOG.split("\n## ")[1]
    assert f"Surface: `{digest()}`" in newest, (
        "Say in the newest entry of tablekernel/CHANGELOG.md what changed, and write "
        f"`{digest()}` there. A version that was released gets a new entry."
    )


def test_the_versions_agree() -> None:
    (newest, *_) = re.findall(r"^## (\S+)", CHANGELOG, re.MULTILINE)
    project = tomllib.loads((KERNEL / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    games = tomllib.loads((KERNEL.parent / "engine" / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["version"] == newest
    assert f"tablekernel=={newest}" in games["project"]["dependencies"]
