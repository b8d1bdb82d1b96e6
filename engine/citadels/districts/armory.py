"""The Armory."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import CityChoice, each_city
from engine.citadels.frames import Turn
from engine.citadels.members import CITY
from engine.citadels.names import district_name
from engine.citadels.state import Match
from tablekernel.frames import Choice


class BlowUp(CityChoice):
    """Destroy the Armory, and one other district of any city with it."""

    def play(self, match: Match, turn: Turn) -> None:
        if match.events is not None:
            match.tell(
                "blown_up",
                {
                    "seat": turn.seat,
                    "victim": self.seat,
                    "district": district_name(self.district),
                },
            )
        match.destroy(turn.seat, ARMORY.number_in(match.city[turn.seat]))
        match.destroy(self.seat, self.district)


BLOW_UP: Final = each_city("armory", BlowUp)


class Armory(District):
    """In your turn, destroy the Armory to destroy one other district in any city that is not
    completed. This is no ability of rank 8, so Keep, Bishop and Great Wall do not apply (R-80).
    """

    name = "armory"
    number = 17
    title = "Armory"
    text = "In your turn: destroy it together with one other district of any city."
    cost = 3
    worth = 0.4  # the threat to a city that is nearly complete
    building = (
        "wall 0 54 24; roof -1 56 24 18; wall 43 6 40; door 7 12 14; "
        "roofs M25-20h20v9q-2 8-10 11-8-3-10-11z; windows M28-17h14v6q-2 5-7 8-5-3-7-8z; "
        "rose 27 31 3"
    )
    acts = {"armory": CITY}
    labels = {"armory": "Destroy the Armory and {seat}'s {district}"}
    events = {
        "blown_up": "{seat} destroys the Armory and {victim}'s {district}.",
        "blown_up:self": "{seat} destroys the Armory and {district.the} in their own city.",
    }
    headlines = ("blown_up",)
    quiet = ("blown_up",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """Not available while the own city is completed (R-50)."""
        if turn.seat in match.completed:
            return
        for victim, city in enumerate(match.city):
            if victim not in match.completed:
                out.extend(
                    [
                        BLOW_UP[victim][district]
                        for district in dict.fromkeys(city)
                        if not self.is_it(district)
                    ]
                )


ARMORY: Final = Armory()
