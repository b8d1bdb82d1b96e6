"""The Framework."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import District
from engine.citadels.frames import Build
from engine.citadels.state import Match
from tablekernel.frames import Choice


class PayFramework(Act):
    """Destroy the Framework instead of paying."""

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
    number = 22
    title = "Framework"
    text = "You may destroy it instead of paying for a district."
    cost = 3
    worth = 0.8  # a district may be had for it
    emblem = (
        "M8 .8L15 7v8H1V7zM7.3 3.5L3.7 6.8h3.6zM8.7 3.5v3.3h3.6zM3.9 8.3h8.2L8 10.3z"
        "M3.9 13.6h8.2L8 11.7zM2.6 9.2l3.8 1.8-3.8 1.8zM13.4 9.2L9.6 11l3.8 1.8z"
    )
    labels = {"pay:framework": "Destroy the Framework instead of paying"}

    def offer_payments(self, match: Match, build: Build, out: list[Choice]) -> None:
        """Available only in a city that is not completed (R-50), and not in addition to another
        payment.
        """
        standing = match.owned[build.seat] & self.bit
        if standing and not build.begun and build.seat not in match.completed:
            out.append(PAY_FRAMEWORK)


FRAMEWORK: Final = Framework()
