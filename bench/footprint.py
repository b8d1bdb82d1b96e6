"""Memory, idle CPU and start of the service as ``make run`` starts it (``make bench-footprint``).

    make bench-footprint                                        # about five minutes
    make bench-footprint ARGS="--settle 600 --seconds 300"      # ten minutes after the start
    make bench-footprint ARGS="--other ../before"               # and another checkout

A service starts in an empty folder, is stopped, and starts again, as on its second day. Then nobody
plays for ``--settle`` seconds, and its processes are watched for ``--seconds``. Memory is PSS: what
a process has for itself, and its share of what it has together with others. All figures are read
from /proc, so this needs Linux. Alone, writes ``bench/results/footprint.json``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench import write_results
from bench.comparison import Headline, Report
from bench.service import ROOT, cpu_of, environment_inherited, family, name_of, port_free

STOP_SECONDS = 60
START_SECONDS = 300


@contextmanager
def running(checkout: Path, var: str, port: int) -> Iterator[tuple[int, float]]:
    """Start the service of a checkout; return its process and the seconds until it replied."""
    env = environment_inherited() | {"VAR_DIR": var}
    is_module = (checkout / "citadels" / "__main__.py").exists()  # since 0.3.0
    up = ["-m", "citadels", "run"] if is_module else ["manage.py", "up"]
    command = [sys.executable, *up, "--port", str(port)]
    begin = time.monotonic()
    process = subprocess.Popen(
        command, cwd=checkout, env=env, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        while not replies(port):
            if process.poll() is not None or time.monotonic() - begin > START_SECONDS:
                raise RuntimeError(f"The service of {checkout} did not start.")
            time.sleep(0.05)
        yield process.pid, time.monotonic() - begin
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def replies(port: int) -> bool:
    """True if the API replies."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/api/v1/rulesets/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def pss_of(pid: int) -> float:
    """Return the PSS of a process in MB; 0 if it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def command_of(pid: int) -> str:
    """Return what a process runs, without the path of Python."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return ""
    text = " ".join(word for word in words[1:] if word and not word.startswith("/"))
    return f"{name_of(pid)}: {text}"[:60]


def footprint(checkout: Path, settle: float, seconds: float) -> dict[str, Any]:
    """Measure the service of a checkout: PSS in MB, CPU in percent of a core, seconds to start."""
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        port = port_free()
        with running(checkout, var, port) as (_, first):
            pass
        with running(checkout, var, port) as (parent, second):
            time.sleep(settle)
            before = {pid: cpu_of(pid) for pid in family(parent)}
            time.sleep(seconds)
            processes: list[dict[str, Any]] = [
                {
                    "command": command_of(pid),
                    "megabytes": round(pss_of(pid), 1),
                    "percent": round(100 * (cpu_of(pid) - before.get(pid, 0.0)) / seconds, 2),
                }
                for pid in family(parent)
            ]
    return {
        "settle_seconds": settle,
        "watched_seconds": seconds,
        "first_start_seconds": round(first, 1),
        "second_start_seconds": round(second, 1),
        "megabytes": round(sum(one["megabytes"] for one in processes), 1),
        "percent_of_a_core": round(sum(one["percent"] for one in processes), 2),
        "processes": processes,
    }


def print_report(title: str, report: Report) -> None:
    print(f"{title:60s}{'PSS, MB':>10s}{'CPU, %':>10s}")
    for one in report["processes"]:
        print(f"{one['command']:60s}{one['megabytes']:10.0f}{one['percent']:10.2f}")
    print(f"{'all':60s}{report['megabytes']:10.0f}{report['percent_of_a_core']:10.2f}")
    for start in ("first_start_seconds", "second_start_seconds"):
        print(f"{start:60s}{report[start]:10.1f}")


def headlines(report: Report) -> dict[str, Headline]:
    """Return the figures that are compared with a release."""
    names = ("megabytes", "percent_of_a_core", "first_start_seconds", "second_start_seconds")
    return {name: Headline(report[name]) for name in names}


def main() -> None:
    parser = argparse.ArgumentParser(prog="footprint", description="Memory and CPU at rest.")
    parser.add_argument("--settle", type=float, default=60, help="seconds after the start")
    parser.add_argument("--seconds", type=float, default=120, help="seconds of watching")
    parser.add_argument("--other", type=Path, help="another checkout to compare with")
    given = parser.parse_args()
    report = footprint(ROOT, given.settle, given.seconds)
    print_report("this, at rest", report)
    if given.other:
        other = footprint(given.other.resolve(), given.settle, given.seconds)
        print_report("the other, at rest", other)
    else:
        same = ("settle_seconds", "watched_seconds")
        write_results("footprint", report, headlines=headlines, same=same)


if __name__ == "__main__":
    main()
