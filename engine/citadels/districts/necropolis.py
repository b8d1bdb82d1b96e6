"""The Necropolis."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import DistrictChoice
from engine.citadels.frames import Build
from engine.citadels.names import BEAUTIFIED, KINDS, district_name
from engine.citadels.state import Match
from engine.kernel.frames import Choice


class Sacrifice(DistrictChoice):
    """Destroy an own district instead of paying."""

    __slots__ = ()

    def pay(self, match: Match, build: Build) -> None:
        build.owed = 0
        build.unpaid = 1
        if match.events is not None:
            name = district_name(self.district)
            match.tell("sacrificed", {"seat": build.seat, "district": name})
        match.destroy(build.seat, self.district)


SACRIFICE: Final = {
    number: Sacrifice("sacrifice", number)
    for number in (*range(KINDS), *range(BEAUTIFIED, BEAUTIFIED + KINDS))
}


class Necropolis(District):
    """May be built by destroying one district of the own city instead of paying."""

    name = "necropolis"
    cost = 5

    def offer_payments(self, match: Match, build: Build, out: list[Choice]) -> None:
        """Any district of the own city can be destroyed, unless that city is completed (R-50)."""
        if build.district == self.number and build.seat not in match.completed:
            out.extend([SACRIFICE[card] for card in dict.fromkeys(match.city[build.seat])])
