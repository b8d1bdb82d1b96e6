"""Build clients once per test run, in one process at a time, and check what npm can install."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REQUIRED = bool(os.environ.get("CI"))


def skip_or_fail(reason: str) -> None:
    """Skip the test for a reason that is a failure in CI."""
    if REQUIRED:
        pytest.fail(f"required in CI: {reason}")
    pytest.skip(reason)


def registry_answers() -> bool:
    try:
        return subprocess.run(["npm", "ping"], capture_output=True, timeout=20).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def run_make(target: str, folder: Path) -> None:
    """Run a target of the Makefile that needs npm and its packages in ``folder``."""
    missing = [name for name in ("make", "node", "npm") if shutil.which(name) is None]
    if missing:
        skip_or_fail(f"needs {' and '.join(missing)}")
    if not REQUIRED and not (folder / "node_modules").is_dir() and not registry_answers():
        pytest.skip(f"needs the packages of {folder.name}, and npm reaches no registry")
    command = ["make", "--silent", target]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert process.returncode == 0, process.stdout + process.stderr


def run_folder(factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes of this test run share."""
    folder = factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let one process at a time work in a folder."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
