"""Measurements, which ``make bench`` and its parts run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def write_results(name: str, figures: dict[str, Any], folder: Path = RESULTS) -> None:
    """Keep the figures of a run in ``bench/results/``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(figures, indent=2) + "\n")
