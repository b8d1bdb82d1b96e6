"""The process of `make fuzz` that tries one target after the other, and says how each went."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "citadels.settings.test"
django.setup()

from django.test.utils import setup_test_environment  # noqa: E402
from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402

from tests.fuzz.kept import inputs_kept, keep  # noqa: E402
from tests.fuzz.watch import Tally, Target  # noqa: E402

AT_ONCE = 200
"""Inputs that hypothesis draws with one seed."""
OFTEN = settings(
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@contextmanager
def targets() -> Iterator[list[Target]]:
    """All of them, on the database that the parent has made; what is done in it is taken back."""
    from django.db import transaction

    from tablekernel import registry
    from tests.conftest import user_named
    from tests.doors import door_opened
    from tests.fuzz import doors, requests
    from tests.tablekernel.toy import TOY

    setup_test_environment()
    registry.RULESETS["toy"] = TOY
    with transaction.atomic(), door_opened() as door:
        service = requests.Service(door, user_named("alice"), user_named("bob"))
        yield [*doors.targets(), *service.targets()]
        transaction.set_rollback(True)


class Round:
    """All targets in turn, each for the same time; ``begin`` is the seed."""

    def __init__(self, known: list[Target], seconds: float, begin: int) -> None:
        self.waiting, self.seconds, self.begin = known[::-1], seconds / len(known), begin
        self.next()

    def next(self) -> None:
        """Begin with the next target, by what broke it once."""
        self.target, self.tally = self.waiting.pop(), Tally()
        print(f"now {self.target.name}", file=sys.stderr, flush=True)
        for data in inputs_kept(self.target.name):
            self.one(data)
        self.until = monotonic() + self.seconds

    def one(self, data: bytes) -> None:
        self.tally.one(self.target, data)

    def over(self) -> bool:
        return monotonic() > self.until

    def tell(self) -> None:
        """One line of JSON; what crashed is kept in the corpus."""
        name, tally = self.target.name, self.tally
        crashes = [
            {"file": str(keep(name, crash.name, crash.data)), "why": crash.why}
            for crash in tally.crashes.values()
        ]
        figures = {"tried": tally.tried, "refused": tally.refused, "slowest": tally.slowest}
        print(json.dumps({"name": name, **figures, "crashes": crashes}), flush=True)


def by_hypothesis(work: Round) -> None:
    while True:
        while not work.over():
            work.begin += 1
            one_batch(work)
        work.tell()
        if not work.waiting:
            return
        work.next()


def one_batch(work: Round) -> None:
    @seed(work.begin)
    @settings(OFTEN, max_examples=AT_ONCE)
    @given(work.target.inputs)
    def drawn(data: bytes) -> None:
        if not work.over():
            work.one(data)

    drawn()


def by_atheris(work: Round) -> None:
    """Bytes that atheris makes up are what hypothesis draws by. Does not return."""
    import atheris  # optional, and not on every platform

    drawing = drawn_from(work)

    def tried(data: bytes) -> None:
        nonlocal drawing
        drawing(data)
        if not work.over():
            return
        work.tell()
        if not work.waiting:
            os._exit(0)
        work.next()
        drawing = drawn_from(work)

    atheris.Setup([sys.argv[0], f"-seed={work.begin}", "-len_control=0", "-max_len=8192"], tried)
    atheris.Fuzz()


def drawn_from(work: Round) -> Callable[[bytes], object]:
    @settings(OFTEN)
    @given(work.target.inputs)
    def drawn(data: bytes) -> None:
        work.one(data)

    return drawn.hypothesis.fuzz_one_input  # type: ignore[attr-defined]


def instrumented() -> None:
    """Let atheris trace the branches of the project's modules imported from now on."""
    import atheris

    packages = ["citadels", "games", "accounts", "notifications", "engine"]
    atheris.instrument_imports(include=packages).__enter__()


def main(engine: str, seconds: str, begin: str) -> None:
    if engine == "atheris":
        instrumented()
    with targets() as known:
        work = Round(known, float(seconds), int(begin))
        by_atheris(work) if engine == "atheris" else by_hypothesis(work)


if __name__ == "__main__":
    main(*sys.argv[1:])
