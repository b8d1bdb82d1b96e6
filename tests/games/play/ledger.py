"""The clock of a game as a patient clerk would keep it: hour by hour, on paper.

It shares no code with games.clocks and games.play. All that happens, happens at full hours.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

HOUR = timedelta(hours=1)
SATURDAY = 5


@dataclass
class Ledger:
    """What each seat has, and how the clock of the seat to act stands; all in hours."""

    pace: dict[str, Any]
    seats: int
    gap: timedelta
    swept: datetime
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

    def known(self, now: datetime) -> list[tuple[datetime, datetime]]:
        """The outages up to now, one that goes on among them."""
        going_on = [(self.swept, now)] if now - self.swept > self.gap else []
        return self.outages + going_on

    def counts(self, hour: datetime, outages: list[tuple[datetime, datetime]]) -> bool:
        if self.pace.get("weekends_off") and hour.weekday() >= SATURDAY:
            return False
        if window := self.pace.get("window"):
            begin, end = (int(window[name][:2]) for name in ("from", "to"))
            if not begin <= hour.hour < end:
                return False
        return not any(begin <= hour < end for begin, end in outages)

    def used(self, now: datetime) -> int:
        """The hours that have counted since the clock was started."""
        if self.since is None:
            return 0
        outages, hours = self.known(now), (now - self.since) // HOUR
        return sum(self.counts(self.since + n * HOUR, outages) for n in range(hours))

    def rest(self, now: datetime) -> int:
        assert self.left is not None
        return max(0, self.left - self.used(now))

    def deadline(self, now: datetime) -> datetime | None:
        """The first full hour at which nothing is left."""
        if self.left is None or self.since is None:
            return None
        outages, hour, left = self.known(now), self.since, self.left
        while left:
            left -= self.counts(hour, outages)
            hour += HOUR
        return hour

    def command_deadline(self, now: datetime) -> datetime | None:
        """Behind this hour it is too late: an outage at the deadline takes nothing of the grace."""
        hour = self.deadline(now)
        while hour is not None and (ends := [e for b, e in self.known(now) if b <= hour < e]):
            hour = max(ends)
        return hour

    # --- what happens ----------------------------------------------------------------------------

    def begin(self, seat: int, now: datetime) -> None:
        """The game waits for a player."""
        bank = self.banks[seat]
        self.left = bank if self.pace["kind"] == "fischer" else self.hours("allowance") + bank
        self.start(now)

    def end(self, seat: int, now: datetime) -> None:
        """It does so no longer."""
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
        """There are reasons against the clock, or none."""
        if paused and not self.paused:
            self.stop(now)
        self.paused = paused
        self.start(now)

    def excuse(self, seat: int, now: datetime) -> None:
        self.banks[seat], self.since = self.fischer_extension(), None
        self.left = self.hours("allowance") + self.fischer_extension()
        self.start(now)

    def stand_in(self, seat: int) -> None:
        """A bot plays the seat; its player has used up what he had."""
        self.banks[seat] = self.fischer_extension()
        self.clear()

    def fischer_extension(self) -> int:
        if self.pace["kind"] != "fischer":
            return 0
        return min(self.hours("cap"), max(self.hours("increment"), 1))

    def sweep(self, now: datetime) -> bool:
        """The service lives; whether the time of the seat to act is out."""
        if now - self.swept > self.gap:
            self.outages.append((self.swept, now))
        self.swept = now
        command_deadline = self.command_deadline(now)
        return command_deadline is not None and now > command_deadline
