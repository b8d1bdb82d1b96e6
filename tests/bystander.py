"""A thread beside other work: how long that work keeps it from running."""

from __future__ import annotations

import time
from threading import Event, Thread, get_ident

SECONDS = 0.001


class Bystander(Thread):
    """Wakes each millisecond while it is entered, and watches the thread that has entered it."""

    def __enter__(self) -> Bystander:
        self.clock = time.pthread_getcpuclockid(get_ident())
        self.entered, self.left = Event(), Event()
        self.turns = 0
        self.longest = self.held = 0.0
        """The longest time between two turns, in seconds; and the most CPU time of the other thread
        between two turns, which depends little on what else the machine does.
        """
        self.start()
        self.entered.wait()
        return self

    def __exit__(self, *error: object) -> None:
        self.left.set()
        self.join()

    def run(self) -> None:
        last, cpu = time.monotonic(), time.clock_gettime(self.clock)
        self.entered.set()
        ended = False
        while not ended:
            ended = self.left.wait(SECONDS)
            now, used = time.monotonic(), time.clock_gettime(self.clock)
            self.longest, self.held = max(self.longest, now - last), max(self.held, used - cpu)
            last, cpu, self.turns = now, used, self.turns + 1
