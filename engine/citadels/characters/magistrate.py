"""The Magistrate, rank 1."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.abilities import NameCharacter, each_character
from engine.citadels.cards import Character
from engine.citadels.choices import PASS
from engine.citadels.flow.build import may_build
from engine.citadels.frames import ABILITY, Build, MatchFrame, Turn
from engine.citadels.markers import Marking, remove
from engine.citadels.members import CHARACTER, MAY_PASS, NOTHING
from engine.citadels.names import NOBODY, PLAIN, district_name
from engine.citadels.state import SIGNED, WARRANT, Match
from tablekernel.defaults import Wish
from tablekernel.frames import Choice, Decision, Frame
from tablekernel.loop import nearest
from tablekernel.topics import Topic

WARRANTS: Final = 3


class SignWarrant(NameCharacter):
    """Lay the signed warrant on this character. The blank ones follow."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        barred = 1 << turn.rank
        match.push(Marking(turn.seat, self.rank, barred, WARRANTS - 1, WARRANT, SIGNED))


SIGN: Final = each_character("sign_warrant", SignWarrant)
CONFISCATE: Final = Choice("confiscate")


class Magistrate(Character):
    """Lay a signed and two blank warrants on three characters. The Magistrate may confiscate the
    first district that the character with the signed warrant pays for.
    """

    name = "magistrate"
    rank = 1
    title = "Magistrate"
    text = (
        "Put three warrants, one of them signed, on three other characters. You may confiscate the "
        "first district that the player of the signed one pays for; they get the gold back."
    )
    brief = "Warrants seize a district"
    portrait = "wig chain"
    acts = {"sign_warrant": CHARACTER}
    labels = {
        "sign_warrant": "Lay the signed warrant on {character.the}",
        "confiscate": "Confiscate the district",
    }
    questions = {
        "confiscate": "{seat} pays {gold} for {district.the}. You cannot confiscate it.",
        "confiscate:possible": "{seat} pays {gold} for {district.the}. You may confiscate it.",
    }
    topics = {
        "confiscate": Topic(
            "Confiscate a district that another player has paid for, or not (Magistrate).",
            {"confiscate": NOTHING, **MAY_PASS},
        ),
    }
    defaults = {"confiscate": (Wish("pass"),)}
    events = {
        "confiscated": "{seat} confiscates {district.the} from {victim}, who gets {gold} back.",
        "confiscated:free": "{seat} confiscates {district.the} from {victim}.",
    }
    headlines = ("confiscated",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        card_set = match.card_set
        out.extend(SIGN.among(card_set, card_set.all_ranks & ~self.bit))

    def on_district_paid(self, match: Match, build: Build) -> Frame | None:
        """The Magistrate is asked at the first paid build of every marked character, so that the
        pause reveals nothing (R-25, R-26). It never acts against its own player (R-23).
        """
        owner = match.holders[self.rank]
        marked = match.marks[build.rank] & WARRANT
        if not marked or owner in (NOBODY, build.seat) or match.turn.paid != 1:
            return None
        return RevealWarrant(owner)


class RevealWarrant(MatchFrame):
    """Lies on top of the build that it may stop, and asks the Magistrate whether to confiscate."""

    id: ClassVar = "warrant_reveal"
    steps: ClassVar = ("ask_reveal",)
    fields: ClassVar = ("owner",)

    def __init__(self, owner: int) -> None:
        self.at = 0
        self.owner = owner

    def ask_reveal(self, match: Match) -> Decision:
        """Only the signed warrant confiscates, and only a district that could be built in the
        Magistrate's city (rules 8, R-27).
        """
        build: Build = nearest(match, Build)
        own = match.city[self.owner].translate(PLAIN)
        possible = (
            match.marks[build.rank] & SIGNED
            and build.district not in own
            and may_build(match, self.owner, build.district)
        )
        options = [CONFISCATE, PASS] if possible else [PASS]
        return Decision(self.owner, "confiscate", options, secret=True)

    def context(self, match: Match) -> dict[str, Any]:
        build: Build = nearest(match, Build)
        name = district_name(build.district)
        return {"seat": build.seat, "district": name, "gold": build.paid}

    def answer_reveal(self, match: Match, choice: Choice) -> None:
        """All gold paid comes back at once (R-28, R-29). The other warrants are blank and are
        removed (R-32).
        """
        if choice is PASS:
            return
        build: Build = nearest(match, Build)
        build.taker = self.owner
        match.gold[build.seat] += build.paid
        remove(match, WARRANT | SIGNED)
        if match.events is not None:
            name = district_name(build.district)
            match.tell(
                "confiscated",
                {"seat": self.owner, "victim": build.seat, "district": name, "gold": build.paid},
            )
