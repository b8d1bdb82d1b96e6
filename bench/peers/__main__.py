"""CPU of the usual requests beside the floor and boardgame.io (``make bench-peers``).

    make bench-peers                        # about ten minutes; needs PostgreSQL, node and npm
    make bench-peers ARGS="--connections 4"

The *floor* (``bench/floor/``) is the least that such requests need in Django and DRF. boardgame.io
is installed from npm into a temporary folder; without it, the others are measured. Each contender
has one web process and a database of its own. CPU is that of the web process, its PostgreSQL
backends and Redis, from /proc.

Parties play in turn: some rounds to warm up, then until the last five running medians of each
figure are within 3 %, or until ``--rounds``. A ratio is that of two medians; its range is that of
single rounds. Only ratios of one run can be compared. Writes ``bench/results/peers.json``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from bench import Missing, run, write_results
from bench.peers.contenders import (
    PACKAGES,
    Contender,
    Sizes,
    boardgame_io,
    floor,
    our_service,
)
from bench.server import table_of
from bench.service import ROOT, scratch_database

WARM_UP = 3
MEDIANS, SPREAD = 5, 0.03


def is_settled(costs: Sequence[float]) -> bool:
    """True if the last running medians are close to each other."""
    last = range(len(costs) - MEDIANS + 1, len(costs) + 1)
    medians = [median(costs[:count]) for count in last if count > 0]
    return len(medians) == MEDIANS and max(medians) <= (1 + SPREAD) * min(medians)


def play_until_settled(contenders: Sequence[Contender], rounds: int) -> list[str]:
    """Play rounds in turn, at most some after those that warm up; return what did not settle."""
    moving: list[str] = []
    for number in range(1 - WARM_UP, rounds + 1):
        for place in range(len(contenders)):
            contenders[(place + number) % len(contenders)].play()
        if number == 0:
            for contender in contenders:
                contender.service.samples.clear()
        moving = [
            f"{contender.name}: {kind}"
            for contender in contenders
            for kind, costs in contender.service.costs().items()
            if not is_settled(costs)
        ]
        if number > 0 and not moving:
            break
    return moving


def output_of(*command: str) -> str:
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="peers", description="CPU beside two other services.")
    parser.add_argument("--rounds", type=int, default=12, help="at most")
    parser.add_argument("--connections", type=int, nargs="+", default=[4, 1])
    given = parser.parse_args()
    lanes, sizes = max(given.connections), Sizes()
    commit, load = output_of("git", "rev-parse", "--short", "HEAD"), os.getloadavg()[0]
    sittings: dict[str, Any] = {}
    with ExitStack() as stack:
        enter = stack.enter_context
        contenders = [enter(our_service(enter(scratch_database("ours")), lanes, sizes))]
        contenders.append(enter(floor(enter(scratch_database("floor")), lanes, sizes)))
        try:
            folder = Path(enter(tempfile.TemporaryDirectory(prefix="peers-")))
            url = enter(scratch_database("peer"))
            contenders.append(enter(boardgame_io(url, lanes, sizes, folder)))
        except Missing as reason:
            print(f"not measured: {reason}")
        for count in sorted(given.connections, reverse=True):
            for contender in contenders:
                del contender.service.connections[count:]
                contender.service.samples.clear()
            moving = play_until_settled(contenders, given.rounds)
            costs = {contender.name: contender.service.costs() for contender in contenders}
            rounds = len(costs["ours"]["command"])
            sittings[str(count)] = {"rounds": rounds, "not_settled": moving, "cpu_ms": costs}
            print(f"\nConnections: {count}, {rounds} rounds after {WARM_UP} to warm up:\n")
            print(*table_of(costs), sep="\n")
            print(f"\nNot settled: {', '.join(moving) or 'none'}")
        lost = {contender.name: dict(contender.lost) for contender in contenders}
    report = {
        "commit": commit,
        "load": [load, os.getloadavg()[0]],
        "node": output_of("node", "--version") if len(contenders) > 2 else "",
        "packages": PACKAGES,
        "lost": lost,
        "connections": sittings,
    }
    print(f"Lost answers: {lost}. Load: {report['load']}. Commit: {commit}.")
    write_results("peers", report)


if __name__ == "__main__":
    run(main)
