"""The bots of Citadels of another commit, to compare the present ones with.

Their code is read from git, put into ``build/former/`` under another package name, and imported. It
plays by the present rules, so it must still fit them.
"""

from __future__ import annotations

import importlib
import io
import subprocess
import sys
import tarfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.compiled import ROOT
from engine.kernel.bots import Bots

HOME = "engine/citadels/bots"


@cache
def former_bots(revision: str) -> Bots:
    """Return the bots of a commit. Raises ``CalledProcessError`` for an unknown one."""
    command = ["git", "rev-parse", "--verify", f"{revision}^{{commit}}"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    package = f"former_{found.stdout.strip()}"
    folder = ROOT / "build" / "former"
    if not (folder / package).exists():
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as made:
            write_package(revision, Path(made) / package, package)
            with suppress(OSError):  # another process was faster
                (Path(made) / package).rename(folder / package)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    bots: Bots = importlib.import_module(package).BOTS
    return bots


def write_package(revision: str, folder: Path, package: str) -> None:
    """Write the code of ``HOME`` at a commit into a folder, under the name of a package."""
    command = ["git", "archive", revision, HOME]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:
            if (file := files.extractfile(member)) is not None:
                path = folder / Path(member.name).relative_to(HOME)
                path.parent.mkdir(parents=True, exist_ok=True)
                text = file.read().replace(HOME.replace("/", ".").encode(), package.encode())
                path.write_bytes(text)
