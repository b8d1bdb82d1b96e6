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
    building = (
        "dark M0 0v-44h3V0zM17 0v-44h3V0zM34 0v-44h3V0zM51 0v-44h3V0zM0-42v-3h54v3z"
        "M0-28v-2h54v2zM0-14v-2h54v2zM3 0l15-14 2 1L5 0zM37-16l14-12 1 2-14 12z"
        "M20-30l14-12 1 2-14 12z; roofs M-2-45l29-14 29 14h-5L27-56 3-45z; wall 20 14 14; "
        "rows 22 10 4 1 1"
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
