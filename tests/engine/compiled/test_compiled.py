"""The compiled engine is the same engine: 300 matches of chance take the same course, bit for
bit, and so do 60 of bots; of The Castle 60 of each, and of the toy, which is plain Python, too.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from bench.compiled import QUICK, ROOT, built, compiler, environment

COURSE = Path(__file__).with_name("course.py")
MATCHES = 300
NEEDS_A_COMPILER = pytest.mark.skipif(
    compiler() is None or find_spec("mypyc") is None, reason="needs a C compiler and mypy"
)


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
@NEEDS_A_COMPILER
def test_matches_are_the_same_compiled_and_not() -> None:
    reference, compiled = played(None), played(built(QUICK))
    assert (reference["compiled"], compiled["compiled"]) == (False, True)
    assert compiled["digests"] == reference["digests"]
    assert len(set(reference["digests"])) == MATCHES + 2 * MATCHES // 5
    assert compiled["by_bots"] == reference["by_bots"]
    assert len(set(reference["by_bots"])) == 3 * MATCHES // 5


# Tests of the kernel that play or store matches of the toys, which are plain Python.
PLAYED_BY_TOYS = (
    "analysis", "bots", "codec", "defaults", "events", "frames", "hooks", "loop", "readme",
    "record", "versions",
)  # fmt: skip


@pytest.mark.slow
@NEEDS_A_COMPILER
def test_games_in_plain_python_play_on_the_compiled_kernel() -> None:
    """The tests of the kernel pass with it, and it finds the reference nowhere."""
    folder = ROOT / "tests" / "tablekernel"
    check = "import tablekernel, pytest, sys; assert tablekernel.COMPILED; sys.exit(pytest.main())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", check, "-q", "-c", str(folder / "pytest.ini")]
        + ["-o", "pythonpath=", "-p", "no:cacheprovider", "-p", "no:django"]
        + [str(folder / f"test_{name}.py") for name in PLAYED_BY_TOYS],
        env=environment(built(QUICK)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


SETUP = """
from setuptools import setup
from tablekernel.compiling import extensions
setup(name="duel", packages=["duel"], ext_modules=extensions("duel", ["duel/rules.py"]))
"""


@pytest.mark.slow
@NEEDS_A_COMPILER
def test_a_game_of_another_package_is_compiled_for_the_kernel(tmp_path: Path) -> None:
    """The game in the readme of the kernel, built by itself, is played and checked."""
    readme = (ROOT / "tablekernel" / "README.md").read_text(encoding="utf-8")
    game, _, check = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    is_compiled = 'import duel.rules\nassert duel.rules.__file__.endswith(".so")\n'
    (tmp_path / "duel").mkdir()
    (tmp_path / "duel" / "__init__.py").touch()
    (tmp_path / "duel" / "rules.py").write_text(game)
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "check.py").write_text(f"from duel.rules import *\n{is_compiled}{check}")
    place = built(QUICK)
    settings = {"ENGINE": "compiled", "ENGINE_OPTIMISED": QUICK, "PYTHONPATH": str(ROOT)}
    found = os.pathsep.join(map(str, ("lib", place, ROOT)))
    for command, env in (
        (["setup.py", "--quiet", "build", "--build-lib=lib"], settings),
        (["check.py"], {"PYTHONPATH": found}),
    ):
        done = subprocess.run(
            [sys.executable, "-P", *command],
            cwd=tmp_path,
            env={**os.environ, **env},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheels_are_built_with_what_is_pinned_for_development() -> None:
    def pins(name: str) -> set[str]:
        lines = (ROOT / "requirements" / name).read_text().splitlines()
        return {line.split()[0] for line in lines if "==" in line and not line.startswith("#")}

    assert {pin for pin in pins("build.in") if pin.startswith(("mypy", "orjson"))} <= pins(
        "dev.txt"
    )
