"""The compiled engine is the same engine: 300 matches of chance take the same course, bit for
bit, and so do 60 of bots; and of The Castle 60 of each.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from bench.compiled import QUICK, ROOT, built, compiler, environment

COURSE = Path(__file__).with_name("course.py")
MATCHES = 300


def played(place: Path | None) -> dict[str, Any]:
    """The courses of the matches with the engine in ``place``."""
    done = subprocess.run(
        [sys.executable, "-P", str(COURSE), str(MATCHES)],
        env=environment(place),
        stdout=subprocess.PIPE,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.mark.slow
@pytest.mark.skipif(
    compiler() is None or find_spec("mypyc") is None, reason="needs a C compiler and mypy"
)
def test_matches_are_the_same_compiled_and_not() -> None:
    reference, compiled = played(None), played(built(QUICK))
    assert (reference["compiled"], compiled["compiled"]) == (False, True)
    assert compiled["digests"] == reference["digests"]
    assert len(set(reference["digests"])) == MATCHES + MATCHES // 5
    assert compiled["by_bots"] == reference["by_bots"]
    assert len(set(reference["by_bots"])) == 2 * MATCHES // 5


def test_the_wheel_is_built_with_what_is_pinned_for_development() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    pinned = (ROOT / "requirements" / "dev.txt").read_text().splitlines()
    wanted = set(project["build-system"]["requires"])
    for name in ("mypy", "orjson"):
        (pin,) = [line.split()[0] for line in pinned if line.startswith(f"{name}==")]
        assert pin in wanted
