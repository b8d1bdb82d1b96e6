"""The compiled engine in ``build/compiled/``, rebuilt when a source has changed.

``make compiled`` makes it, ``PYTHONPATH=build/compiled:. python -P`` runs with it, and
``tablekernel.COMPILED`` says which one is running.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench import Missing, run

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "build" / "compiled"
PACKAGES = ("tablekernel", "engine")
STAMP = "made_of"
OPTIMISED, QUICK = "3", "0"
"""How hard the C compiler tries. Matches are the same either way; the first takes minutes."""


def compiler() -> str | None:
    """The C compiler that Python was built for, if this machine has one."""
    named = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(named)


def check_tools() -> None:
    """Raises Missing if there is nothing to compile with."""
    missing = []
    if compiler() is None:
        missing.append("a C compiler")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        missing.append("the headers of Python")
    if find_spec("mypyc") is None:
        missing.append("mypyc (make compiled installs it)")
    if missing:
        raise Missing(f"compiling the engine needs {' and '.join(missing)}")


def fingerprint() -> str:
    """The digest of all that the compiled engine is made of."""
    found = sha256()
    for path in [
        path
        for package in PACKAGES
        for pattern in ("**/*.py", "**/*.json", "pyproject.toml")
        for path in sorted((ROOT / package).glob(pattern))
        if "build" not in path.parts[len(ROOT.parts) :]
    ]:
        found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def built(effort: str = OPTIMISED) -> Path:
    """The folder of the compiled engine, up to date. Raises ``Missing`` if there is nothing
    to compile with. One that is there and was made with more effort will do.

    It is made beside its place and then put there, so that nobody meets half of it. A process waits
    while another one makes it.
    """
    PLACE.parent.mkdir(exist_ok=True)
    with PLACE.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make(fingerprint(), effort)
    return PLACE


def make(sources: str, effort: str) -> None:
    """Compile the sources with this digest, unless that is done."""
    stamp = PLACE / STAMP
    if stamp.exists() and stamp.read_text() in (f"{sources} {effort}", f"{sources} {OPTIMISED}"):
        return
    check_tools()
    with tempfile.TemporaryDirectory(dir=PLACE.parent) as folder:
        made = Path(folder) / "made"
        build(made, Path(folder) / "objects", effort)
        (made / STAMP).write_text(f"{sources} {effort}")
        shutil.rmtree(PLACE, ignore_errors=True)
        made.rename(PLACE)


def build(place: Path, objects: Path, effort: str) -> None:
    """Compile what lies here now into ``place``."""
    command = ["build", f"--build-lib={place}", f"--build-temp={objects}"]
    command += ["--parallel", str(os.cpu_count() or 1)]
    settings = {"ENGINE": "compiled", "ENGINE_OPTIMISED": effort, "PYTHONPATH": str(ROOT)}
    for package in PACKAGES:
        done = subprocess.run(
            [sys.executable, "setup.py", "--quiet", *command],
            cwd=ROOT / package,
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{done.stdout[-4000:]}{done.stderr[-4000:]}")


def environment(place: Path | None) -> dict[str, str]:
    """What a process is told to run with the engine in ``place``, or with the one that lies here;
    start it with ``python -P``.
    """
    places = [str(ROOT)] if place is None else [str(place), str(ROOT)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}


def run_compiled(module: str, words: Sequence[str]) -> Any:
    """Run ``python -m module --bare`` with the compiled engine, and return the JSON in the last
    line that it prints; None, with a line that says why, where it cannot be compiled.
    """
    try:
        place = built()
    except Missing as reason:
        print(f"not measured compiled: {reason}")
        return None
    command = [sys.executable, "-P", "-m", module, "--bare", *words]
    done = subprocess.run(
        command, env=environment(place), stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Compile the engine, and print its folder."""
    print(built())


if __name__ == "__main__":
    run(main)
