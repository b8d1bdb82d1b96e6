"""Compare the result of a benchmark with the one that is stored of the last release.

The results of a release are in ``bench/results/VERSION/``. A benchmark names the figures that it
compares: a function takes a report, of this run or of the release, and returns its headlines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Report = Mapping[str, Any]

NOTABLE = 1.1
"""A figure that is worse by more than this factor is marked. The machine alone causes less."""


class Headline(NamedTuple):
    """A figure of a report. ``cpu_time`` depends on the speed of the machine; other figures are
    sizes, or are corrected already.
    """

    value: float
    more_is_better: bool = False
    cpu_time: bool = False


Headlines = Callable[[Report], Mapping[str, Headline]]


def compare(
    name: str, report: Report, headlines: Headlines, same: Sequence[str], stored: Path
) -> Iterator[str]:
    """Yield the lines of a table: this run, the last release, and the ratio.

    ``same`` are the members of the reports that must be equal. ``stored`` is the folder that has a
    folder for each release.
    """
    release = last_release(stored)
    if release is None:
        yield "Nothing to compare with: no results of a release are stored."
        return
    version = release.name
    path = release / f"{name}.json"
    if not path.exists():
        yield f"Nothing to compare with: the stored results of {version} have no {path.name}."
        return
    former: Report = json.loads(path.read_text())
    for member in same:
        if report.get(member) != former.get(member):
            yield (
                f"Not compared with {version}: {member} is {report.get(member)!r} in this run, "
                f"and {former.get(member)!r} in {version}."
            )
            return
    mine, theirs = headlines(report), headlines(former)
    if not mine.keys() & theirs.keys():
        yield f"Nothing to compare with: the stored results of {version} have none of the figures."
        return
    yield from rows_of(mine, theirs, version, slowness(report, former))


def last_release(stored: Path) -> Path | None:
    """Return the folder of the newest release; None if there is none."""
    folders = [one for one in stored.iterdir() if one.name.replace(".", "").isdigit()]
    return max(folders, key=lambda one: [int(part) for part in one.name.split(".")], default=None)


def slowness(report: Report, former: Report) -> float | None:
    """Return how much longer the calibration loop took in this run; None if it was not run."""
    mine, theirs = report.get("calibration_seconds"), former.get("calibration_seconds")
    return mine / theirs if mine and theirs else None


def rows_of(
    mine: Mapping[str, Headline],
    theirs: Mapping[str, Headline],
    version: str,
    slower: float | None,
) -> Iterator[str]:
    """Yield the heading, a row for each figure of this run, and how ratios are corrected."""
    yield f"{'compared with ' + version:44}{'this run':>10}{version:>10}{'ratio':>8}"
    for label, this in mine.items():
        start = f"{label:44}{this.value:10g}"
        other = theirs.get(label)
        if other is None or not other.value:
            yield f"{start}{'-' if other is None else '0':>10}{'-':>8}"
            continue
        ratio = this.value / other.value
        if this.cpu_time and slower:
            ratio /= slower
        worse = ratio * NOTABLE < 1 if this.more_is_better else ratio > NOTABLE
        yield f"{start}{other.value:10g}{ratio:8.2f}{'  worse' if worse else ''}"
    if any(one.cpu_time for one in mine.values()):
        yield (
            f"Ratios of CPU times are divided by {slower:.2f}, the ratio of the calibration loop."
            if slower
            else f"Ratios of CPU times are not corrected: {version} or this run has no calibration."
        )
