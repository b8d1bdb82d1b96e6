"""The files of the last release, from the history of this repository."""

from __future__ import annotations

import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings

COMMIT = "4f0cc991f668a9873ecf92e53729556b3f0a4c21"
"""The release 0.2.0. A new release replaces it."""


def unpack_release(folder: Path) -> Path:
    """Write the files of the release to a folder in ``folder``, and return it.

    Skips the test if the history of this repository does not go back that far.
    """
    command = ["git", "archive", COMMIT]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, check=False)
    if done.returncode and is_shallow():
        pytest.skip(f"needs commit {COMMIT} of the last release: run git fetch --unshallow")
    assert done.returncode == 0, done.stderr.decode()
    with tarfile.open(fileobj=BytesIO(done.stdout)) as files:
        files.extractall(folder / "release", filter="data")
    return folder / "release"


def is_shallow() -> bool:
    """True if this repository has only a part of its history."""
    command = ["git", "rev-parse", "--is-shallow-repository"]
    return subprocess.check_output(command, cwd=settings.BASE_DIR, text=True).strip() == "true"
