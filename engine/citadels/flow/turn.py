"""A turn: gather, act, end (rules 6.2)."""

from __future__ import annotations

from typing import ClassVar

from engine.citadels.cards import Act
from engine.citadels.flow.build import offer_builds
from engine.citadels.flow.gather import GATHER_CARDS, GATHER_GOLD
from engine.citadels.flow.income import INCOME, TAKE_INCOME
from engine.citadels.state import Match, MatchFrame
from engine.citadels.verbs import offer
from engine.kernel.frames import Choice, Question


class Turn(MatchFrame):
    """One character's turn, played by ``seat``.

    ``built`` counts the districts built towards the limit, ``used`` is the bit set of the
    abilities already used (``ABILITY``, ``INCOME``), ``worked`` that of the districts whose action
    is used up.
    """

    __slots__ = ("built", "rank", "seat", "used", "worked")

    steps: ClassVar = ("ask_gather", "ask_action")
    fields: ClassVar = ("seat", "rank", "built", "used", "worked")

    def __init__(self, seat: int, rank: int) -> None:
        self.at = 0
        self.seat = seat
        self.rank = rank
        self.built = 0
        self.used = 0
        self.worked = 0

    def ask_gather(self, match: Match) -> Question:
        """Gathering is mandatory; what has no fixed time may be done before it, building may not
        (R-14).
        """
        out: list[Choice] = [GATHER_GOLD]
        if match.deck:
            out.append(GATHER_CARDS)
        offer_acts(match, self, out)
        return self.seat, "gather", out, True

    def answer_gather(self, match: Match, choice: Act) -> None:
        choice.play(match, self)
        if not choice.ends:
            self.at -= 1

    def ask_action(self, match: Match) -> Question:
        """Abilities, district actions and builds in any order. Asked even when only the end is
        left: to end at once would tell that no card in hand can be built.
        """
        out: list[Choice] = [END_TURN]
        if self.built < match.cast.limits[self.rank]:
            offer_builds(match, self, out)
        offer_acts(match, self, out)
        return self.seat, "action", out, True

    def answer_action(self, match: Match, choice: Act) -> None:
        choice.play(match, self)
        if not choice.ends:
            self.at -= 1

    def copy(self) -> Turn:
        new = object.__new__(Turn)
        new.at = self.at
        new.seat = self.seat
        new.rank = self.rank
        new.built = self.built
        new.used = self.used
        new.worked = self.worked
        return new


def offer_acts(match: Match, turn: Turn, out: list[Choice]) -> None:
    """Offer income, the character's ability and the actions of the city's districts."""
    cast = match.cast
    idle = cast.idle[turn.rank]
    if idle is not None and not turn.used & INCOME and match.city[turn.seat].translate(None, idle):
        out.append(TAKE_INCOME)
    if cast.offer_actions.by_rank[turn.rank] is not None or match.owned[turn.seat]:
        offer(match, cast.offer_actions, turn, out)


class EndTurn(Act):
    """The active player is done."""

    __slots__ = ()

    ends = True

    def play(self, match: Match, turn: Turn) -> None:
        if match.events is not None:
            match.tell("turn_ended", {"seat": turn.seat})


END_TURN = EndTurn("end_turn")
