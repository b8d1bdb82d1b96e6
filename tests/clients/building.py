"""Build clients once per test run, in one process at a time, and check what npm can install."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

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
