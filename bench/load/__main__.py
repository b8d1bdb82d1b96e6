"""Run a load test: see the package. Writes ``bench/results/load-FORM.json`` and ``.svg``."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console

from bench import MISSING, RESULTS, write_results
from bench.comparison import Headline, Report
from bench.compiled import ToolsMissing
from bench.load import plot, report
from bench.load.forms import Form, embedded, production
from bench.load.prepare import PARTY
from bench.load.watch import Pids, Watch
from bench.service import ROOT, ServerMissing, family

LOCUST = ROOT / "build" / "load" / "bin" / "python"
"""Python in the environment of Locust, which ``make load`` makes."""
PLAYERS = {"production": 300, "embedded": 100}
SECONDS = 300.0
THINK_REQUESTS = 12.0
"""Users appear so fast that loading their pages causes about the planned requests a second."""
PASSING = ("games_idempotencykey", "notifications_outboxentry")
"""Tables whose rows are purged after two weeks (or as soon as they were sent)."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="load", description="A load test with Locust.")
    parser.add_argument("--form", choices=report.GOALS, default="production")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of measuring")
    parser.add_argument("--players", type=int, help="signed-in users: 300, embedded 100")
    parser.add_argument("--streams", type=int, help="players with an event stream: all of them")
    parser.add_argument(
        "--requests-per-second", type=float, help="of all players: 100, embedded 40"
    )
    parser.add_argument("--whole", type=int, default=5, help="whole games, to measure their bytes")
    parser.add_argument("--compiled", action="store_true", help="production: the engine in C")
    parser.add_argument("--output", type=Path, default=RESULTS, help="folder of the results")
    given = parser.parse_args()
    given.players = max(PARTY, given.players or PLAYERS[given.form])
    given.streams = given.players if given.streams is None else min(given.streams, given.players)
    given.requests_per_second = (
        given.requests_per_second or report.GOALS[given.form].requests_per_second
    )
    if given.compiled and given.form == "embedded":
        parser.error("make run uses the compiled engine only if it is installed")
    return given


def prepare(form: Form, players: int, whole: int) -> dict[str, Any]:
    """Make users and games in the service."""
    words = ["--players", str(players), "--whole", str(whole)]
    done = subprocess.run(
        [sys.executable, "-m", "bench.load.prepare", *words],
        cwd=ROOT,
        env={**form.env, "LOG_LEVEL": "ERROR"},
        stdout=subprocess.PIPE,
        check=True,
    )
    prepared: dict[str, Any] = json.loads(done.stdout)
    for row in prepared["stored"].values():
        passing = sum(row["tables"].get(name, 0) for name in PASSING)
        row["kept_bytes"] = row["bytes"] - passing
    return prepared


def generate(form: Form, plan: dict[str, Any], folder: Path, begun: Callable[[], None]) -> Watch:
    """Run Locust, and watch all processes meanwhile. Calls ``begun`` when measuring begins."""
    place = folder / "plan.json"
    place.write_text(json.dumps(plan))
    command = [
        *(str(LOCUST), "-m", "locust", "--locustfile", "bench/load/locustfile.py", "--headless"),
        *("--host", form.url, "--users", str(plan["players"]), "--only-summary"),
        *("--spawn-rate", str(max(1.0, plan["requests_per_second"] / THINK_REQUESTS))),
        *("--csv", str(folder / "locust"), "--csv-full-history"),
        *("--loglevel", "WARNING", "--exit-code-on-error", "0"),
    ]
    env = {**os.environ, "LOAD_PLAN": str(place), "PYTHONPATH": str(ROOT)}
    with (folder / "output").open("wb") as output:
        locust = subprocess.Popen(command, cwd=ROOT, env=env, stdout=output, stderr=output)
    try:

        def pids() -> Pids:
            roles = {"generator": family(locust.pid), "bench": [os.getpid()]}
            return {**form.pids(), **roles}

        watch = Watch(pids)
        end = watch.start()
        while not (folder / "begun").exists() and locust.poll() is None:
            time.sleep(0.1)
        begun()
        code = locust.wait()
        end()
    finally:
        if locust.poll() is None:
            locust.terminate()
            locust.wait()
    if code or not (folder / "seen.json").exists():
        raise RuntimeError(f"Locust has failed:\n{(folder / 'output').read_text()[-3000:]}")
    return watch


def measure(given: argparse.Namespace, form: Form, folder: Path) -> tuple[dict[str, Any], str]:
    """Prepare, put the service under load, and return the figures and the picture."""
    prepared = prepare(form, given.players, given.whole)
    plan = {
        "tokens": prepared["tokens"],
        **{name: getattr(given, name) for name in PLANNED},
    }
    postgres = form.postgres
    watch = generate(form, plan, folder, postgres.begin if postgres else lambda: None)
    database = postgres.work() if postgres else None
    seen = json.loads((folder / "seen.json").read_text())
    begin, end = seen["begin"], seen["end"]
    usage = watch.usage(begin, end)
    operations = report.operations_of(report.rows_of(folder / "locust_stats.csv"))
    errors = [
        f"{row['Occurrences']} times {row['Name']}: {row['Error']}"
        for row in report.rows_of(folder / "locust_failures.csv")
    ]
    figures: dict[str, Any] = {
        "form": given.form,
        "compiled": given.compiled,
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        **{name: getattr(given, name) for name in PLANNED if name != "requests_per_second"},
        "requests_per_second_planned": given.requests_per_second,
        "games": prepared["games"],
        **report.costs(operations, usage, end - begin),
        "errors": errors,
        "operations": operations,
        "open_streams": seen["streams"],
        "stream_messages": seen["messages"],
        "stream_delay_ms": report.percentiles(seen["delays"]),
        "processes": {role: row._asdict() for role, row in usage.items()},
        "other_programs_percent": watch.others(begin, end),
        "database": database,
        "stored": prepared["stored"],
    }
    figures["goal"] = report.check(given.form, figures)
    moments = report.moments_of(report.rows_of(folder / "locust_stats_history.csv"), begin)
    samples = [sample for sample in watch.samples if begin <= sample.at <= end]
    title = f"{given.form}: {given.players} players, {seen['streams']} streams"
    return figures, plot.draw(title, moments, samples)


PLANNED = ("players", "streams", "seconds", "requests_per_second")
SAME = ("compiled", "players", "streams", "seconds", "requests_per_second_planned")
"""Runs that differ in these are not compared with a release."""


def headlines(figures: Report) -> dict[str, Headline]:
    """Return the figures that are compared with a release."""
    total = figures["operations"][report.AGGREGATED]
    return {
        "CPU ms of a request": Headline(figures["cpu_ms_per_request"], cpu_time=True),
        "p50, ms": Headline(total["p50"]),
        "p99, ms": Headline(total["p99"]),
    }


def main() -> int:
    given = options()
    if not LOCUST.exists():
        print("Locust is not installed: `make load` installs it.")
        return 1
    service = production(compiled=given.compiled) if given.form == "production" else embedded()
    try:
        with tempfile.TemporaryDirectory(prefix="load-") as folder, service as form:
            figures, picture = measure(given, form, Path(folder))
    except (ServerMissing, ToolsMissing) as reason:
        print(f"not measured: {reason}")
        return MISSING
    report.show(Console(width=None if sys.stdout.isatty() else 120), figures)
    name = f"load-{given.form}"
    write_results(name, figures, given.output, headlines, SAME)
    (given.output / f"{name}.svg").write_text(picture + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
