"""Measurements, which ``make bench`` and its parts run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.comparison import Headlines, compare

RESULTS = Path(__file__).parent / "results"
MISSING = 2
"""The exit status of a benchmark that needs what this machine does not have."""


def write_results(
    name: str,
    figures: dict[str, Any],
    folder: Path = RESULTS,
    headlines: Headlines | None = None,
    same: Sequence[str] = (),
) -> None:
    """Keep the figures of a run in ``bench/results/``, and print how its ``headlines`` compare with
    the last release. Runs whose members ``same`` differ are not compared.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(figures, indent=2) + "\n")
    if headlines is not None:
        print("", *compare(name, figures, headlines, same, RESULTS), sep="\n")
