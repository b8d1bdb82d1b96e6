"""Service and floors, slice by slice in turn, and what the slices come to.

Two figures stand for each slice: how many a second, and how much of the processors each one has
used, in the processes of the service or of the floor and in the database's. The second is steadier
where other programs share the machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle
from statistics import median
from typing import Any
from uuid import UUID

import psycopg

from bench.bars import Bar
from bench.service.floors import Workers
from bench.service.load import Sample, get, load
from bench.service.serving import cpu_seconds, family
from bench.service.world import Planned

CONNECTIONS = 8
SLICES = (
    *("move", "command", "move_json", "read", "view", "304", "read_json"),
    *("empty", "bots"),
)
RATIOS = (
    ("command", ("move", "move_json", "empty")),
    ("view", ("read", "read_json", "empty")),
    ("304", ("read", "read_json", "empty")),
    ("bots", ("move", "move_json")),
)
GOALS = {("command", "move"): 0.45, ("view", "read"): 0.40, ("304", "read"): 0.55}
"""Of the rate of the bare statements."""


@dataclass
class Slices:
    """What was measured, round by round."""

    rates: dict[str, list[float]] = field(default_factory=dict)
    cpu: dict[str, list[float]] = field(default_factory=dict)
    p50: dict[str, list[float]] = field(default_factory=dict)
    p99: dict[str, list[float]] = field(default_factory=dict)
    bytes: dict[str, float] = field(default_factory=dict)

    def note(self, name: str, rate: float, count: float, cpu: float) -> None:
        self.rates.setdefault(name, []).append(rate)
        self.cpu.setdefault(name, []).append(1000 * cpu / max(count, 1))

    def note_sample(self, name: str, sample: Sample, expected: str, cpu: float) -> None:
        """What a load has brought. Raises RuntimeError: something was refused."""
        if set(sample.statuses) != {expected}:
            raise RuntimeError(f"{name} was answered {sample.statuses}")
        count = len(sample.latencies)
        self.note(name, sample.rate, count, cpu)
        self.p50.setdefault(name, []).append(sample.milliseconds(50))
        self.p99.setdefault(name, []).append(sample.milliseconds(99))
        self.bytes[name] = sample.size / count

    def ratios(self, name: str, floor: str) -> tuple[list[float], list[float]]:
        """Of each round: by rate, and by what the processors did."""
        rates = zip(self.rates[name], self.rates[floor], strict=True)
        costs = zip(self.cpu[floor], self.cpu[name], strict=True)
        by_cpu = [bare / cost for bare, cost in costs if bare and cost]
        return [rate / bare for rate, bare in rates], by_cpu


class Processors:
    """What processes and the database use, as far as they are on this machine."""

    def __init__(self, url: str, always: Sequence[int]) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        self.always = list(always)
        host = self.connection.info.host
        self.local = host.startswith("/") or host in ("127.0.0.1", "localhost", "::1")

    def used_by(self, pids: Sequence[int], act: Callable[[], Any]) -> tuple[Any, float]:
        """What ``act`` gives, and the seconds that it cost there; 0: nobody knows."""
        before = self.seconds(pids)
        result = act()
        return result, self.seconds(pids) - before

    def seconds(self, pids: Sequence[int]) -> float:
        if not self.local:
            return 0.0
        rows = self.connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
        )
        backends = [pid for (pid,) in rows if pid != self.connection.info.backend_pid]
        return cpu_seconds([*self.always, *pids, *backends])


@dataclass(frozen=True, slots=True)
class Web:
    """A server of the web: where it listens, and its parent process."""

    port: int
    pid: int


@dataclass(slots=True)
class Bench:
    """Everything that takes its turn."""

    service: Web
    empty: Web
    floors: Workers
    processors: Processors
    matches: list[Planned]
    bots: list[UUID]
    seconds: float
    slices: Slices = field(default_factory=Slices)

    def run(self, rounds: int) -> Slices:
        shares = [self.matches[place::CONNECTIONS] for place in range(CONNECTIONS)]
        commands = [chain.from_iterable(m.commands() for m in share) for share in shares]
        views = [cycle([ask for m in share for ask in m.views()]) for share in shares]
        nothing = [cycle([get("/empty/", "")]) for _ in shares]
        with Bar(rounds * len(SLICES)) as bar:
            for name in SLICES * rounds:
                if name == "command":
                    self.ask(name, self.service, commands)
                elif name == "view":
                    self.ask(name, self.service, views)
                elif name == "304":
                    self.ask(name, self.service, revalidations(self.matches), "304")
                elif name == "empty":
                    self.ask(name, self.empty, nothing)
                else:
                    self.work(name)
                bar.step(1, name)
        return self.slices

    def ask(
        self, name: str, web: Web, streams: Sequence[Iterator[bytes]], status: str = "200"
    ) -> None:
        def act() -> Sample:
            return load(web.port, streams, self.seconds)

        sample, cpu = self.processors.used_by(family(web.pid), act)
        self.slices.note_sample(name, sample, status, cpu)

    def work(self, name: str) -> None:
        bots = self.bots if name == "bots" else []
        done, cpu = self.processors.used_by(
            self.floors.pids, lambda: self.floors.do(name, self.seconds, bots)
        )
        self.slices.note(name, done.rate, done.count, cpu)


def revalidations(matches: list[Planned]) -> list[Iterator[bytes]]:
    """By players who have seen their match as it is now."""
    from accounts.keys import key_digest
    from accounts.models import ApiToken
    from citadels.api.revalidation import etag_of
    from games.selectors import game_glance

    asked: list[list[bytes]] = [[] for _ in range(CONNECTIONS)]
    for place, match in enumerate(matches[: 4 * CONNECTIONS]):
        for key in match.keys:
            user = ApiToken.objects.select_related("user").get(digest=key_digest(key)).user
            etag = etag_of(game_glance(user=user, game_id=match.id).version)
            ask = get(f"/api/v1/games/{match.id}/", key, If_None_Match=etag)
            asked[place % CONNECTIONS].append(ask)
    return [cycle(one) for one in asked]


def figures(slices: Slices) -> dict[str, Any]:
    """The medians of the rounds."""
    rates: dict[str, Any] = {}
    for name, values in slices.rates.items():
        rates[name] = {"per_second": round(median(values))}
        rates[name]["cpu_ms"] = round(median(slices.cpu[name]), 3)
        if name in slices.p50:
            rates[name]["p50_ms"] = round(median(slices.p50[name]), 2)
            rates[name]["p99_ms"] = round(median(slices.p99[name]), 2)
            rates[name]["bytes"] = round(slices.bytes[name])
    ratios: dict[str, Any] = {}
    for name, floors in RATIOS:
        for floor in floors:
            by_rate, by_cpu = slices.ratios(name, floor)
            ratios[f"{name} / {floor}"] = {
                "by_rate": round(median(by_rate), 3),
                "range": [round(min(by_rate), 3), round(max(by_rate), 3)],
                "by_cpu": round(median(by_cpu), 3) if by_cpu else None,
                "goal": GOALS.get((name, floor)),
            }
    return {"rates": rates, "ratios": ratios}


def printed(found: dict[str, Any]) -> None:
    """Both tables."""
    print(f"{'':12s}{'per second':>12s}{'CPU ms':>9s}{'p50 ms':>9s}{'p99 ms':>9s}{'bytes':>9s}")
    for name, row in found["rates"].items():
        rest = [row.get(key, "") for key in ("cpu_ms", "p50_ms", "p99_ms", "bytes")]
        print(f"{name:12s}{row['per_second']:12d}" + "".join(f"{value!s:>9s}" for value in rest))
    print(f"\n{'':22s}{'by rate':>9s}{'range':>16s}{'by CPU':>9s}{'goal':>9s}")
    for name, row in found["ratios"].items():
        low, high = row["range"]
        goal = "" if row["goal"] is None else f">= {row['goal']:.2f}"
        span = f"{low:.2f} - {high:.2f}"
        print(f"{name:22s}{row['by_rate']:9.2f}{span:>16s}{row['by_cpu'] or 0:9.2f}{goal:>9s}")
    print(f"\n{os.cpu_count()} processors; the load is made on them as well")
