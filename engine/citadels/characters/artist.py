"""The Artist, rank 9."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.citadels.cards import Character
from engine.citadels.choices import STOP, DistrictChoice, each_district
from engine.citadels.frames import ABILITY, MatchFrame, Turn
from engine.citadels.members import DISTRICT, MAY_STOP
from engine.citadels.names import BEAUTIFIED, district_name
from engine.citadels.state import Match
from tablekernel.defaults import Wish
from tablekernel.frames import Choice, Decision
from tablekernel.topics import Topic


class Beautify(DistrictChoice):
    """Put 1 gold on one of your districts: its cost rises by 1 permanently."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        beautify(match, turn.seat, self.district)
        match.push(SecondBeautification(turn.seat))


COINED: Final = bytes(range(BEAUTIFIED, 256))
"""The districts with a coin on them."""

BEAUTIFY: Final = each_district("beautify", Beautify)


def beautify(match: Match, seat: int, district: int) -> None:
    """Move one gold from the stash to a district that has no coin."""
    match.gold[seat] -= 1
    city = bytearray(match.city[seat])
    city[city.index(district)] = district + BEAUTIFIED
    match.city[seat] = bytes(city)
    if match.events is not None:
        match.tell("beautified", {"seat": seat, "district": district_name(district)})


def plain_districts(match: Match, seat: int) -> list[Choice]:
    """Return the choices of own districts without a coin (rules 8), in a completed city too."""
    if not match.gold[seat]:
        return []
    return [*BEAUTIFY.among(match.city[seat].translate(None, COINED))]


class Artist(Character):
    """Put 1 gold on one or two own districts, which then cost 1 more. This counts as one use of the
    ability (R-70).
    """

    name = "artist"
    rank = 9
    title = "Artist"
    text = (
        "Lay 1 gold each on one or two of your districts: they cost 1 more for the rest of the "
        "game."
    )
    brief = "Beautifies districts"
    portrait = "beret moustache collar"
    acts = {"beautify": DISTRICT}
    labels = {"beautify": "Beautify {district.the} (1 gold)"}
    questions = {"beautify": "You may beautify a second district."}
    topics = {
        "beautify": Topic(
            "Beautify a second district, or stop (Artist).", {"beautify": DISTRICT, **MAY_STOP}
        ),
    }
    defaults = {"beautify": (Wish("stop"),)}
    events = {"beautified": "{seat} beautifies {district.the}."}
    headlines = ("beautified",)
    quiet = ("beautified",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        out.extend(plain_districts(match, turn.seat))


class SecondBeautification(MatchFrame):
    """Ask for the second district of the same use of the ability."""

    id: ClassVar = "artist_second"
    steps: ClassVar = ("ask_second",)
    fields: ClassVar = ("seat",)

    def __init__(self, seat: int) -> None:
        self.at = 0
        self.seat = seat

    def ask_second(self, match: Match) -> Decision | None:
        options = plain_districts(match, self.seat)
        return Decision(self.seat, "beautify", [*options, STOP]) if options else None

    def answer_second(self, match: Match, choice: Choice) -> None:
        if isinstance(choice, Beautify):
            beautify(match, self.seat, choice.district)
