"""A second, much simpler implementation of the clocks of a game, which counts full hours.

It shares no code with games.clocks and games.play. Everything happens at full hours.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

HOUR = timedelta(hours=1)
SATURDAY = 5


@dataclass
class Ledger:
    """The banks of the seats and the clock of the seat to act, in hours."""

    pace: dict[str, Any]
    seats: int
    gap: timedelta
    last_sweep: datetime
    banks: list[int] = field(default_factory=list)
    left: int | None = None
    since: datetime | None = None
    paused: bool = False
    outages: list[tuple[datetime, datetime]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.banks = [self.hours("initial") + self.hours("bank")] * self.seats

    def hours(self, name: str) -> int:
        length: int = self.pace.get(name, 0)
        return length // 3600

    # --- which hours count ---------------------------------------------------------------------

    def outages_until(self, now: datetime) -> list[tuple[datetime, datetime]]:
        """Return the outages so far, including a current one."""
        current = [(self.last_sweep, now)] if now - self.last_sweep > self.gap else []
        return self.outages + current

    def counts(self, hour: datetime, outages: list[tuple[datetime, datetime]]) -> bool:
        if self.pace.get("weekends_off") and hour.weekday() >= SATURDAY:
            return False
        if window := self.pace.get("window"):
            begin, end = (int(window[name][:2]) for name in ("from", "to"))
            if not begin <= hour.hour < end:
                return False
        return not any(begin <= hour < end for begin, end in outages)

    def used(self, now: datetime) -> int:
        """Return the hours that have counted since the clock was started."""
        if self.since is None:
            return 0
        outages, hours = self.outages_until(now), (now - self.since) // HOUR
        return sum(self.counts(self.since + n * HOUR, outages) for n in range(hours))

    def rest(self, now: datetime) -> int:
        assert self.left is not None
        return max(0, self.left - self.used(now))

    def deadline(self, now: datetime) -> datetime | None:
        """Return the full hour at which the clock runs out."""
        if self.left is None or self.since is None:
            return None
        outages, hour, left = self.outages_until(now), self.since, self.left
        while left:
            left -= self.counts(hour, outages)
            hour += HOUR
        return hour

    def command_deadline(self, now: datetime) -> datetime | None:
        """Return the last hour for a command: outages at the deadline do not use up the grace."""
        hour = self.deadline(now)
        while hour is not None and (
            ends := [e for b, e in self.outages_until(now) if b <= hour < e]
        ):
            hour = max(ends)
        return hour

    # --- what happens ----------------------------------------------------------------------------

    def begin(self, seat: int, now: datetime) -> None:
        """Begin a clock segment of a seat."""
        bank = self.banks[seat]
        self.left = bank if self.pace["kind"] == "fischer" else self.hours("allowance") + bank
        self.start(now)

    def end(self, seat: int, now: datetime) -> None:
        """End the clock segment of a seat."""
        if self.left is None:
            return
        left = self.rest(now)
        if self.pace["kind"] == "fischer":
            self.banks[seat] = min(self.hours("cap"), left + self.hours("increment"))
        else:
            self.banks[seat] = min(self.banks[seat], left)
        self.clear()

    def clear(self) -> None:
        self.left = self.since = None

    def start(self, now: datetime) -> None:
        if self.left is not None and not self.paused and self.since is None:
            self.since = now

    def stop(self, now: datetime) -> None:
        if self.left is not None:
            self.left, self.since = self.rest(now), None

    def pause(self, paused: bool, now: datetime) -> None:
        """Set whether the game is paused."""
        if paused and not self.paused:
            self.stop(now)
        self.paused = paused
        self.start(now)

    def excuse(self, seat: int, now: datetime) -> None:
        self.banks[seat], self.since = self.fischer_extension(), None
        self.left = self.hours("allowance") + self.fischer_extension()
        self.start(now)

    def stand_in(self, seat: int) -> None:
        """Let a bot play the seat, whose player has run out of time."""
        self.banks[seat] = self.fischer_extension()
        self.clear()

    def fischer_extension(self) -> int:
        if self.pace["kind"] != "fischer":
            return 0
        return min(self.hours("cap"), max(self.hours("increment"), 1))

    def sweep(self, now: datetime) -> bool:
        """Run a sweep; return True if the seat to act has run out of time."""
        if now - self.last_sweep > self.gap:
            self.outages.append((self.last_sweep, now))
        self.last_sweep = now
        command_deadline = self.command_deadline(now)
        return command_deadline is not None and now > command_deadline
