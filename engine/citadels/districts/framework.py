"""The Framework."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import District
from engine.citadels.frames import Build
from engine.citadels.state import Match
from engine.kernel.frames import Choice


class PayFramework(Act):
    """Destroy the Framework instead of paying."""

    __slots__ = ()

    def pay(self, match: Match, build: Build) -> None:
        build.owed = 0
        build.unpaid = 1
        if match.events is not None:
            match.tell("sacrificed", {"seat": build.seat, "district": "framework"})
        match.destroy(build.seat, FRAMEWORK.number_in(match.city[build.seat]))


PAY_FRAMEWORK: Final = PayFramework("pay:framework")


class Framework(District):
    """May be destroyed instead of paying the cost of a district. That build is not a paid one, but
    it counts toward the limit (R-79).
    """

    name = "framework"
    cost = 3

    def offer_payments(self, match: Match, build: Build, out: list[Choice]) -> None:
        """Available only in a city that is not completed (R-50), and not in addition to another
        payment.
        """
        standing = match.owned[build.seat] & self.bit
        if standing and not build.begun and build.seat not in match.completed:
            out.append(PAY_FRAMEWORK)


FRAMEWORK: Final = Framework()
