"""The results of benchmarks are compared with those of the last release."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import bench
from bench import bots, engine, server
from bench.comparison import Headline, Report, compare, last_release

SAME = ("mode",)
FORMER = {"mode": "short", "rate": 200, "bytes": 900, "milliseconds": 2.0}


def headlines(report: Report) -> Mapping[str, Headline]:
    """All figures of the reports of this test."""
    return {
        "matches": Headline(report["rate"], more_is_better=True),
        "state, bytes": Headline(report["bytes"]),
        "command, ms": Headline(report["milliseconds"], cpu_time=True),
    }


def store(folder: Path, version: str, **report: Any) -> Path:
    """Store a result of a release; return the folder of all releases."""
    (folder / version).mkdir(parents=True)
    (folder / version / "speed.json").write_text(json.dumps(FORMER | report))
    return folder


def lines(stored: Path, **report: Any) -> list[str]:
    """Compare a result that is that of the release except for ``report``."""
    return list(compare("speed", FORMER | report, headlines, SAME, stored))


def test_a_figure_that_became_worse_is_marked_and_others_are_not(tmp_path: Path) -> None:
    heading, *rows, _ = lines(store(tmp_path, "1.0.0"), rate=100, bytes=1800)
    assert heading.split() == ["compared", "with", "1.0.0", "this", "run", "1.0.0", "ratio"]
    assert [row.split()[-4:] for row in rows] == [
        ["100", "200", "0.50", "worse"],
        ["1800", "900", "2.00", "worse"],
        ["ms", "2", "2", "1.00"],
    ]


def test_better_and_slightly_worse_figures_are_not_marked(tmp_path: Path) -> None:
    stored = store(tmp_path, "1.0.0")
    assert not any("worse" in line for line in lines(stored, rate=400, bytes=450, milliseconds=1))
    assert not any("worse" in line for line in lines(stored, rate=190, bytes=950))


def test_cpu_times_are_corrected_by_the_calibration_if_both_have_it(tmp_path: Path) -> None:
    stored = store(tmp_path, "1.0.0", calibration_seconds=0.1)
    *_, row, note = lines(stored, milliseconds=4.0, calibration_seconds=0.2)
    assert row.split()[-3:] == ["4", "2", "1.00"]
    assert note == "Ratios of CPU times are divided by 2.00, the ratio of the calibration loop."
    *_, row, note = lines(stored, milliseconds=4.0)
    assert row.split()[-2:] == ["2.00", "worse"]
    assert note == "Ratios of CPU times are not corrected: 1.0.0 or this run has no calibration."


def test_sizes_are_not_corrected(tmp_path: Path) -> None:
    stored = store(tmp_path, "1.0.0", calibration_seconds=0.1)
    size = lines(stored, calibration_seconds=0.2)[2]
    assert size.split()[-3:] == ["900", "900", "1.00"]


def test_it_says_so_if_nothing_is_stored(tmp_path: Path) -> None:
    (tmp_path / "speed.json").write_text(json.dumps(FORMER))  # of an earlier run, not of a release
    assert lines(tmp_path) == ["Nothing to compare with: no results of a release are stored."]
    (tmp_path / "1.0.0").mkdir()
    assert lines(tmp_path) == [
        "Nothing to compare with: the stored results of 1.0.0 have no speed.json."
    ]


def test_runs_of_another_mode_are_not_compared(tmp_path: Path) -> None:
    assert lines(store(tmp_path, "1.0.0"), mode="long") == [
        "Not compared with 1.0.0: mode is 'long' in this run, and 'short' in 1.0.0."
    ]


def test_figures_that_the_release_does_not_have_are_shown_alone(tmp_path: Path) -> None:
    def figures(report: Report) -> Mapping[str, Headline]:
        return {name: Headline(report[name]) for name in ("bytes", "pages") if name in report}

    stored = store(tmp_path, "1.0.0")
    _, *rows = compare("speed", {"bytes": 900, "pages": 5}, figures, (), stored)
    assert [row.split() for row in rows] == [
        ["bytes", "900", "900", "1.00"],
        ["pages", "5", "-", "-"],
    ]
    assert list(compare("speed", {"pages": 5}, figures, (), stored)) == [
        "Nothing to compare with: the stored results of 1.0.0 have none of the figures."
    ]


def test_the_last_release_is_the_one_with_the_highest_version(tmp_path: Path) -> None:
    for version in ("0.9.0", "0.10.0", "0.2.1", "notes"):
        (tmp_path / version).mkdir()
    assert last_release(tmp_path) == tmp_path / "0.10.0"


def test_a_run_is_written_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "RESULTS", store(tmp_path, "1.0.0"))
    worse = FORMER | {"bytes": 1800}
    bench.write_results("speed", worse, tmp_path / "new", headlines, SAME)
    written = json.loads((tmp_path / "new" / "speed.json").read_text())
    assert written == written | worse
    assert {"python", "processors", "calibration_seconds"} <= written.keys()
    assert "900    2.00  worse\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "of", "label"),
    [
        ("engine", engine.headlines, "The Castle, units"),
        ("server", server.headlines, "command, CPU ms"),
        ("bots", bots.headlines, "expert, first_game, 4, pure Python, ms"),
    ],
)
def test_the_headlines_of_a_benchmark_are_in_the_results_of_the_release(
    name: str, of: Any, label: str
) -> None:
    release = last_release(bench.RESULTS)
    assert release is not None
    found = of(json.loads((release / f"{name}.json").read_text()))
    assert found[label].value > 0
