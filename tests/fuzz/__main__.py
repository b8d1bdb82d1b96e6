"""`make fuzz`: hand hostile input to every door for FUZZ_SECONDS; fails where one breaks.

One target after the other. Where atheris is installed (requirements/fuzz.txt)
it steers by what the input reaches, else hypothesis draws by chance. FUZZ_SEED makes a run again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import SystemRandom
from subprocess import PIPE
from tempfile import TemporaryDirectory
from typing import Any

SECONDS = float(os.environ.get("FUZZ_SECONDS", "120"))
SEED = int(os.environ.get("FUZZ_SEED") or SystemRandom().randrange(1, 2**31))
ROW = "{:16} {:>9} {:>9} {:>9} {:>9}"


def main() -> int:
    engine = "atheris" if find_spec("atheris") else "hypothesis"
    print(f"FUZZ_SEED={SEED} FUZZ_SECONDS={SECONDS:g}, by {engine}")
    print(ROW.format("target", "tried", "refused", "slowest", "crashes"), flush=True)
    with TemporaryDirectory() as folder:
        env = environment(Path(folder) / "db.sqlite3")
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"], env=env, check=True
        )
        words = ["-m", "tests.fuzz.child", engine, str(SECONDS), str(SEED)]
        with (Path(folder) / "log").open("w+") as log:
            child = subprocess.Popen([sys.executable, *words], env=env, stdout=PIPE, stderr=log)
            assert child.stdout is not None
            rows = [row(json.loads(line)) for line in child.stdout if line.startswith(b"{")]
            if child.wait() != 0:  # killed, or out of memory: the last target it began with
                log.seek(0)
                print(log.read()[-3000:], f"ended with {child.returncode}", sep="\n")
                return 1
    tried, refused, crashes = (sum(figures) for figures in zip(*rows, strict=True))
    print(ROW.format("all", tried, refused, "", crashes))
    return 1 if crashes else 0


def row(told: dict[str, Any]) -> tuple[int, int, int]:
    """Print what came of a target; the figures to add up."""
    figures = told["tried"], told["refused"], len(told["crashes"])
    slowest = f"{told['slowest']:.3f} s"
    print(ROW.format(told["name"], *figures[:2], slowest, figures[2]), flush=True)
    for crash in told["crashes"]:
        print(f"    {crash['file']}\n    {crash['why'].strip()}\n", flush=True)
    return figures


def environment(database: Path) -> dict[str, str]:
    """A service of its own, on an empty database."""
    shape = {"DJANGO_SETTINGS_MODULE": "citadels.settings.test", "LOG_LEVEL": "CRITICAL"}
    return {**os.environ, **shape, "DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": ""}


if __name__ == "__main__":
    sys.exit(main())
