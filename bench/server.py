"""CPU of the usual requests: of the web process, its PostgreSQL backends and Redis.

    make bench-server                                   # about two minutes
    make bench-server ARGS=--compiled                   # with the engine compiled, as in the image
    make bench-server ARGS="--other ../before"          # beside another checkout

A service runs as one web process, with a database and a Redis of its own, and is asked over HTTP.
CPU is read from /proc, so other programs may run. ``per second`` is what the clients of this
process get over ``--connections``; it includes their own work on the same machine.

Two checkouts are asked in turn, so that the pace of the machine, which changes, falls out of the
ratio. One from before ``serving.serve`` needs its own command; for commit 8a8653f:

    make bench-server ARGS="--other ../before --serve-other 'granian --interface wsgi \\
        --host 127.0.0.1 --port {port} citadels.wsgi:application'"

(with ``.venv/bin`` on the PATH). Alone, writes ``bench/results/server.json``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench import run, write_results
from bench.comparison import Headline, Report
from bench.compiled import built
from bench.service import SERVE, Service, scratch_database, service


def measure_rounds(services: list[Service], rounds: int, parties: int, each: int) -> None:
    """Play some rounds on each service in turn, after one that warms up."""
    for one in services:
        one.open_matches(parties, each)
    for number in range(rounds + 1):
        for one in services if number % 2 else reversed(services):
            one.play_round()
        if number == 0:
            for one in services:
                one.samples.clear()


def print_figures(this: Service) -> None:
    print(f"{'':36s}{'CPU ms':>8s}{'per second':>12s}")
    for kind, row in this.figures().items():
        print(f"{kind:36s}{row['cpu_ms']:8.2f}{row['per_second']:12.0f}")
    for name, size in this.stored_bytes().items():
        print(f"{name + ', bytes':44s}{size:12d}")


def ratio(mine: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Return the ratio of two medians, and its lowest and highest value in a round."""
    each = sorted(a / b for a, b in zip(mine, theirs, strict=True) if b)
    return [round(one, 2) for one in (median(mine) / median(theirs), each[0], each[-1])]


def table_of(costs: Mapping[str, Mapping[str, Sequence[float]]]) -> Iterator[str]:
    """Yield a table in Markdown: the medians, and the ratios of the first contender to the others.

    ``costs`` are the CPU milliseconds of the rounds, by contender and kind.
    """
    first, *others = costs
    heads = ["CPU ms", *costs, *(f"{first} / {other}" for other in others)]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for kind, mine in costs[first].items():
        cells = [f"{median(of[kind]):.1f}" if kind in of else "-" for of in costs.values()]
        for other in others:
            found = ratio(mine, costs[other][kind]) if kind in costs[other] else None
            cells.append("**{:.2f}** ({:.2f} to {:.2f})".format(*found) if found else "-")
        yield f"| {' | '.join([kind, *cells])} |"


def headlines(report: Report) -> dict[str, Headline]:
    """Return the figures that are compared with a release."""
    return {
        f"{kind}, CPU ms": Headline(row["cpu_ms"], cpu_time=True)
        for kind, row in report["requests"].items()
    } | {f"{name}, bytes": Headline(size) for name, size in report["stored"].items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="server", description="CPU of the usual requests.")
    parser.add_argument("--other", type=Path, help="another checkout to compare with")
    parser.add_argument("--serve-other", default=SERVE, help="its command, with {port}")
    parser.add_argument("--compiled", action="store_true", help="this engine compiled to C")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--parties", type=int, default=4)
    parser.add_argument("--each", type=int, default=12, help="matches of each party")
    parser.add_argument("--connections", type=int, default=4, help="requests at the same time")
    given = parser.parse_args()
    with ExitStack() as stack:
        engine, lanes = built() if given.compiled else None, given.connections
        url = stack.enter_context(scratch_database("this"))
        services = [stack.enter_context(service(url, engine=engine, connections=lanes))]
        if given.other:
            url = stack.enter_context(scratch_database("other"))
            place, serve = given.other.resolve(), given.serve_other
            services.append(stack.enter_context(service(url, place, serve, connections=lanes)))
        measure_rounds(services, given.rounds, given.parties, given.each)
        print_figures(services[0])
        if given.other:
            names = ("this", "other")
            costs = {name: one.costs() for name, one in zip(names, services, strict=True)}
            print("", *table_of(costs), sep="\n")
            return
        report = {
            "compiled": given.compiled,
            "rounds": given.rounds,
            "connections": lanes,
            "requests": services[0].figures(),
            "stored": services[0].stored_bytes(),
        }
        same = ("compiled", "connections", "rounds")
        write_results("server", report, headlines=headlines, same=same)


if __name__ == "__main__":
    run(main)
