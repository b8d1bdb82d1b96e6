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
    building = (
        "wall 22 28 22; dark M19-22h34v-3H19z; roof 20 32 25 12; cross 36 36; door 31 10 16; "
        "walls M2 0v-11a4.5 4.5 0 0 1 9 0V0zM54 0v-9a4 4 0 0 1 8 0V0z; "
        "dark M14 0v-11h-3v-2h3v-4h2v4h3v2h-3V0zM4-30q3 1 4 6l4-7 1 1-4 9V0H7v-20q-1-5-4-8z; "
        "rose 27 14 2; rose 45 14 2"
    )
    payments = {"sacrifice": OWN_DISTRICT}
    labels = {"sacrifice": "Destroy {district.the} instead of paying"}

    def offer_payments(self, match: Match, build: Build, out: list[Choice]) -> None:
        """Any district of the own city can be destroyed, unless that city is completed (R-50)."""
        if build.district == self.number and build.seat not in match.completed:
            out.extend([SACRIFICE[card] for card in dict.fromkeys(match.city[build.seat])])
