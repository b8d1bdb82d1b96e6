"""A bar with the time that is left, for benches that take long."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

EVERY_SECONDS = 30.0
"""Between two lines where nobody watches."""


class Bar:
    """How much of some work is done. On a terminal a bar; elsewhere a line now and then."""

    def __init__(self, total: float) -> None:
        self.total, self.done = total, 0.0
        self.started = self.said = time.monotonic()
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
            speed_estimate_period=120,
        )
        self.task = self.progress.add_task("", total=total)

    def __enter__(self) -> Bar:
        self.progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.progress.stop()

    def step(self, work: float, what: str) -> None:
        """So much more is done, of this."""
        self.done += work
        self.progress.update(self.task, advance=work, description=what)
        now = time.monotonic()
        if not self.progress.disable or now - self.said < EVERY_SECONDS:
            return
        self.said = now
        share = self.done / self.total
        left = (now - self.started) * (1 - share) / share
        print(f"{share:6.1%}  {left / 60:5.1f} min left  {what}", file=sys.stderr, flush=True)
