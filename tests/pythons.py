"""`make test-pythons`: the fast tests on each other supported Python that the machine has.

Each version gets an environment in `build/pythons`. Matches of the games, their bots and their
pictures are also compared, bit for bit, with those of the Python of this environment.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "pythons"
VERSIONS = ("3.11", "3.12", "3.13")
PYENV = Path.home() / ".pyenv" / "versions"
COURSE = [str(ROOT / "tests" / "engine" / "compiled" / "course.py"), "20"]


def main(words: list[str]) -> int:
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # headings before dots
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    expected = course(sys.executable)
    failed = []
    for version in VERSIONS:
        if version == here:
            continue
        python = next(interpreters(version), None)
        if python is None:
            print(f"== NOT run on Python {version}: it is not on this machine")
            continue
        print(f"== on Python {version}")
        if not passes(version, python, expected, words):
            failed.append(version)
    if failed:
        print(f"== FAILED on Python {', '.join(failed)}")
    return 1 if failed else 0


def passes(version: str, python: str, expected: str, words: list[str]) -> bool:
    """True if matches are as ``expected``, and the fast tests pass."""
    try:
        own = environment(version, python)
        if course(own) != expected:
            print("Matches, bots or pictures differ from those of the other Python.")
            return False
    except subprocess.CalledProcessError as error:
        print(error)
        return False
    return subprocess.call([own, "-m", "tests", "fast", *words], cwd=ROOT) == 0


def interpreters(version: str) -> Iterator[str]:
    """Find interpreters of a version: on the PATH, and among those that pyenv has installed."""
    installed = sorted(PYENV.glob(f"{version}.*/bin/python"), reverse=True)
    for name in (f"python{version}", *map(str, installed)):
        try:
            subprocess.run([name, "-c", ""], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):  # pyenv names what it does not run
            continue
        yield name


def environment(version: str, python: str) -> str:
    """Return the Python of the environment of a version, with all that the tests need."""
    folder = PLACE / version
    run("make", "--silent", f"VENV={folder}", f"PYTHON={python}", str(folder / ".dev"))
    run("make", "--silent", f"VENV={folder}", f"PYTHON={python}", str(folder / ".docs"))
    return str(folder / "bin" / "python")


def course(python: str) -> str:
    """Return digests of matches of chance and of bots, and of their views and pictures."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([python, *COURSE], env=env, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def run(*words: str) -> None:
    subprocess.run(words, cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
