"""The Necropolis."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import DistrictChoice, each_own_district
from engine.citadels.frames import Build
from engine.citadels.members import OWN_DISTRICT
from engine.citadels.names import district_name
from engine.citadels.state import Match
from tablekernel.frames import Choice


class Sacrifice(DistrictChoice):
    """Destroy an own district instead of paying."""

    def pay(self, match: Match, build: Build) -> None:
        build.owed = 0
        build.unpaid = 1
        if match.events is not None:
            name = district_name(self.district)
            match.tell("sacrificed", {"seat": build.seat, "district": name})
        match.destroy(build.seat, self.district)


SACRIFICE: Final = each_own_district("sacrifice", Sacrifice)


class Necropolis(District):
    """May be built by destroying one district of the own city instead of paying."""

    name = "necropolis"
    number = 34
    title = "Necropolis"
    text = "May be built by destroying one of your districts instead of paying."
    cost = 5
    emblem = (
        "M3.5 13V5.5a4.5 4.5 0 0 1 9 0V13zM7.3 4.2v1.6H5.7v1.4h1.6v3.3h1.4V7.2h1.6V5.8H8.7V4.2z"
        "M1 13.8h14v1.6H1z"
    )
    payments = {"sacrifice": OWN_DISTRICT}
    labels = {"sacrifice": "Destroy {district.the} instead of paying"}

    def offer_payments(self, match: Match, build: Build, out: list[Choice]) -> None:
        """Any district of the own city can be destroyed, unless that city is completed (R-50)."""
        if build.district == self.number and build.seat not in match.completed:
            out.extend([SACRIFICE[card] for card in dict.fromkeys(match.city[build.seat])])
