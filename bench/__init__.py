"""Measurements, which ``make bench`` and its parts run."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from bench.calibration import calibration_seconds
from bench.comparison import Headlines, compare

RESULTS = Path(__file__).parent / "results"
MISSING = 2
"""The exit status of a benchmark that needs what this machine does not have."""


class Missing(Exception):
    """This machine does not have what a benchmark needs; the message says what."""


def run(main: Callable[[], int | None]) -> NoReturn:
    """Run a program and exit with its status, or with MISSING and a line that says why."""
    try:
        sys.exit(main())
    except Missing as reason:
        print(f"not measured: {reason}")
        sys.exit(MISSING)


def write_results(
    name: str,
    figures: dict[str, Any],
    folder: Path = RESULTS,
    headlines: Headlines | None = None,
    same: Sequence[str] = (),
) -> None:
    """Keep the figures of a run and of this machine in ``bench/results/``, and print how its
    ``headlines`` compare with the last release. Runs whose members ``same`` differ are not
    compared.
    """
    machine = {
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "calibration_seconds": round(calibration_seconds(), 4),
    }
    figures = machine | figures
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(figures, indent=2)
    text = re.sub(r"\[[\d\s.,]+\]", lambda found: " ".join(found[0].split()), text)  # numbers
    (folder / f"{name}.json").write_text(text + "\n")
    if headlines is not None:
        print("", *compare(name, figures, headlines, same, RESULTS), sep="\n")
