"""The Blackmailer, rank 2."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.abilities import NameCharacter, each_character, ranks_but
from engine.citadels.cards import Character
from engine.citadels.choices import PASS
from engine.citadels.frames import ABILITY, MatchFrame, Turn
from engine.citadels.markers import Marking, remove
from engine.citadels.members import CHARACTER, MAY_PASS, NOTHING
from engine.citadels.names import RANK_1
from engine.citadels.state import BEWITCHED, FLOWER, KILLED, THREAT, Match
from tablekernel.defaults import Wish
from tablekernel.frames import Choice, Decision, Frame
from tablekernel.topics import Topic

THREATS: Final = 2


class ThreatenWithFlower(NameCharacter):
    """Lay the threat with the flower on this character. The blank threat follows."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        barred = match.card_set.all_ranks & ~threatable(match, turn.rank)
        match.push(Marking(turn.seat, self.rank, barred, THREATS - 1, THREAT, FLOWER))


FLOWERS: Final = each_character("threaten", ThreatenWithFlower)
BRIBE: Final = Choice("bribe")
REFUSE: Final = Choice("refuse")
REVEAL: Final = Choice("reveal")


def threatable(match: Match, rank: int) -> int:
    """Return the ranks that may be threatened: not rank 1, the killed or bewitched character, or
    the Blackmailer itself (rules 8).
    """
    return ranks_but(match, RANK_1 | 1 << rank, KILLED | BEWITCHED)


class Blackmailer(Character):
    """Threaten two characters, one with the flower. After gathering, each pays half their gold as a
    bribe or risks all of it.
    """

    name = "blackmailer"
    rank = 2
    title = "Blackmailer"
    text = (
        "Threaten two other characters, one for real: not rank 1, and none killed or bewitched. "
        "Each player may pay you half of their gold, or risk all of it."
    )
    brief = "Threatens two characters"
    portrait = "long_hair wide_hat patch"
    acts = {"threaten": CHARACTER}
    labels = {
        "threaten": "Lay the threat with the flower on {character.the}",
        "bribe": "Pay the bribe",
        "refuse": "Refuse to pay",
        "reveal": "Reveal the threat",
    }
    questions = {
        "bribe": (
            "You are threatened as {character.the}. You may pay a bribe of {bribe}, or refuse and "
            "risk {gold}."
        ),
        "reveal_threat": (
            "{seat} does not pay. You may reveal the threat on {character.the}: if it is the "
            "flower, you take {gold}."
        ),
    }
    topics = {
        "bribe": Topic(
            "Pay the bribe to a Blackmailer, or refuse.",
            {"bribe": NOTHING, "refuse": NOTHING},
        ),
        "reveal_threat": Topic(
            "Reveal the threat on a player who did not pay, or not (Blackmailer).",
            {"reveal": NOTHING, **MAY_PASS},
        ),
    }
    defaults = {
        "bribe": (Wish("bribe"),),
        "reveal_threat": (Wish("pass"),),
    }
    events = {
        "bribed": "{seat} bribes {by} with {gold}.",
        "bribed:free": "{seat} owes {by} no bribe and goes free.",
        "bribe_refused": "{seat} refuses to bribe {by}.",
        "threat_revealed:flower": "{by} reveals the flower and takes {gold} from {seat}.",
        "threat_revealed:blank": "{by} reveals a blank threat; {seat} loses nothing.",
    }
    headlines = ("bribe_refused", "bribed", "threat_revealed")
    quiet = ("bribed",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """The player lays both threats or none (R-17)."""
        ranks = threatable(match, turn.rank)
        if ranks.bit_count() >= THREATS:
            out.extend(FLOWERS.among(match.card_set, ranks))

    def on_gathered(self, match: Match, turn: Turn) -> Frame | None:
        """The threat is settled before anything else in the threatened turn. Threatening yourself
        has no effect (R-22).
        """
        if not match.marks[turn.rank] & THREAT or match.player(self.rank) == turn.seat:
            return None
        return AnswerThreat(turn.seat, match.player(self.rank), turn.rank)


class AnswerThreat(MatchFrame):
    """Ask ``seat`` to bribe ``owner`` or refuse; after a refusal, ask ``owner`` whether to reveal
    the threat.
    """

    id: ClassVar = "blackmail_answer"
    steps: ClassVar = ("ask_bribe", "ask_reveal", "close")
    fields: ClassVar = ("seat", "owner", "rank")

    def __init__(self, seat: int, owner: int, rank: int) -> None:
        self.at = 0
        self.seat = seat
        self.owner = owner
        self.rank = rank

    def ask_bribe(self, match: Match) -> Decision:
        return Decision(self.seat, "bribe", (BRIBE, REFUSE))

    def context(self, match: Match) -> dict[str, Any]:
        """Return the price of the bribe, or the gold that revealing may gain."""
        name = match.card_set.character(self.rank).name
        gold = match.gold[self.seat]
        return {"seat": self.seat, "character": name, "gold": gold, "bribe": gold // 2}

    def answer_bribe(self, match: Match, choice: Choice) -> bool:
        """The bribe is half of the gold after gathering, rounded down, possibly 0 (R-34, R-35)."""
        if choice is BRIBE:
            gold = match.gold[self.seat] // 2
            match.gold[self.seat] -= gold
            match.gold[self.owner] += gold
            if match.events is not None:
                match.tell("bribed", {"seat": self.seat, "by": self.owner, "gold": gold})
            self.at = self.steps.index("close")
            return True
        if match.events is not None:
            match.tell("bribe_refused", {"seat": self.seat, "by": self.owner})
        return False

    def ask_reveal(self, match: Match) -> Decision:
        """The owner is asked for both threats alike; revealing the blank one has no effect
        (R-45a).
        """
        return Decision(self.owner, "reveal_threat", (REVEAL, PASS))

    def answer_reveal(self, match: Match, choice: Choice) -> None:
        """The flower takes the whole stash and removes the other threat (R-33)."""
        if choice is PASS:
            return
        flower = bool(match.marks[self.rank] & FLOWER)
        gold = match.gold[self.seat] if flower else 0
        match.gold[self.seat] -= gold
        match.gold[self.owner] += gold
        if match.events is not None:
            parts = {"seat": self.seat, "by": self.owner, "flower": flower, "gold": gold}
            match.tell("threat_revealed", parts)
        if flower:
            remove(match, THREAT | FLOWER)

    def close(self, match: Match) -> None:
        """Remove the marker, revealed or not (rules 8)."""
        match.marks[self.rank] &= ~(THREAT | FLOWER)
