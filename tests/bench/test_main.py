"""``make bench`` runs what it can, and says what it cannot measure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bench.__main__ as main
from bench import MISSING, Missing, compiled
from bench.compiled import ROOT, built, run_compiled

UNREACHABLE = "postgres://nobody@127.0.0.1:1/postgres"


def test_the_benchmark_of_the_server_says_how_to_provide_postgresql() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.server"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": UNREACHABLE},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (MISSING, "")
    assert done.stdout.count("\n") == 1
    assert done.stdout.startswith("not measured: PostgreSQL is not reachable. Start one, and set")


def test_the_others_run_and_the_end_says_what_was_not_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", UNREACHABLE)
    assert main.run_parts(("server", "calibration")) == 0
    *_, end, missing = capsys.readouterr().out.splitlines()
    assert end.startswith("--- 2 benchmarks in ")
    assert missing == "not measured: server; its output says what it needs"


def test_a_benchmark_that_fails_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run_parts(("no_such_benchmark", "calibration")) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "failed: no_such_benchmark, with status 1"


def test_without_tools_the_compiled_engine_is_left_out_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "PLACE", tmp_path / "compiled")
    monkeypatch.setattr(compiled, "find_spec", lambda name: None)
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(Missing, match=r"needs a C compiler and .*mypyc"):
        built()
    assert run_compiled("bench.engine", []) is None
    assert capsys.readouterr().out.startswith("not measured compiled: compiling the engine needs ")


def test_an_engine_that_is_up_to_date_needs_no_tools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "PLACE", tmp_path)
    monkeypatch.setattr(compiled, "find_spec", lambda name: None)
    (tmp_path / compiled.STAMP).write_text(f"{compiled.fingerprint()} {compiled.OPTIMISED}")
    assert built() == tmp_path
