"""Run the short mode of the benchmarks, one after the other (``make bench``).

What a benchmark needs and this machine does not have does not keep the others from running. The
last lines say what was not measured; the exit status is 1 if a benchmark failed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence

from bench import MISSING
from bench.compiled import ROOT

PARTS = ("engine", "ladder", "bots", "server", "pictures")


def run_parts(parts: Sequence[str] = PARTS) -> int:
    """Run the benchmarks of the package, and print what was not measured; return the status."""
    statuses, started = {}, time.monotonic()
    for part in parts:
        print(f"--- {part} ---", flush=True)
        command = [sys.executable, "-m", f"bench.{part}"]
        statuses[part] = subprocess.run(command, cwd=ROOT, check=False).returncode
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    print(f"--- {len(parts)} benchmarks in {minutes}:{seconds:02} ---")
    for part, status in statuses.items():
        if status == MISSING:
            print(f"not measured: {part}; its output says what it needs")
        elif status:
            print(f"failed: {part}, with status {status}")
    return int(any(status not in (0, MISSING) for status in statuses.values()))


if __name__ == "__main__":
    sys.exit(run_parts())
