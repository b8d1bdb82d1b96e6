"""A turn: gather, act, end (rules 6.2)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.card_set import Role
from engine.citadels.flow.build import BUILD, offer_builds
from engine.citadels.flow.gather import GATHER_CARDS, GATHER_GOLD
from engine.citadels.flow.income import offer_income
from engine.citadels.frames import ABILITY, INCOME, Turn
from engine.citadels.state import GATHER_FIRST, Match
from engine.citadels.verbs import announce, announce_turn_end, offer
from tablekernel.frames import Choice, Question


class TurnFrame(Turn):
    """The steps of a turn."""

    id: ClassVar = "turn"
    steps: ClassVar = ("ask_gather", "gathered", "ask_action")

    def ask_gather(self, match: Match) -> Question:
        """Ask to gather, which is mandatory. What has no fixed time may come before it, but not
        building (R-14).
        """
        out: list[Choice] = [GATHER_GOLD, GATHER_CARDS] if match.deck else [GATHER_GOLD]
        rank = self.rank
        if not match.marks[rank] & GATHER_FIRST:
            role = match.card_set.roles[rank]
            if self.used != role.uses or match.owned[self.seat] & role.at_work:
                offer_acts(match, self, role, out)
        return self.seat, "gather", out, True

    def answer_gather(self, match: Match, choice: Act) -> bool:
        """Ask again until it is done. A usual turn has nothing between gathering and acting, and
        skips it.
        """
        choice.play(match, self)
        if not choice.ends:
            return True
        if match.marks[self.rank] & GATHER_FIRST:
            return False
        self.at = ASK_ACTION
        return True

    def gathered(self, match: Match) -> None:
        announce(match, match.card_set.on_gathered, self)

    def ask_action(self, match: Match) -> Question:
        """Ask for abilities, district actions and builds in any order. Ask even if only the end is
        left: to end at once would reveal that no card in hand can be built.
        """
        role = match.card_set.roles[self.rank]
        may_end = role.may_end
        out: list[Choice] = [END_TURN] if may_end is None or may_end(match, True, self) else []
        if self.built < role.limit:
            offer_builds(match, self, role, match.hand[self.seat], BUILD, out)
        elif role.uncounted:
            free = match.hand[self.seat].translate(None, role.counted)
            offer_builds(match, self, role, free, BUILD, out)
        if self.used != role.uses or match.owned[self.seat] & role.at_work:
            offer_acts(match, self, role, out)
        return self.seat, "action", out, True

    def answer_action(self, match: Match, choice: Act) -> bool:
        """Ask again until the turn ends."""
        choice.play(match, self)
        return not choice.ends

    def copy(self) -> TurnFrame:
        new = TurnFrame(self.seat, self.rank)
        new.at = self.at
        new.built = self.built
        new.used = self.used
        new.worked = self.worked
        new.spent = self.spent
        new.paid = self.paid
        return new


ASK_ACTION: Final = TurnFrame.steps.index("ask_action")


def resume_turn(seat: int, rank: int) -> TurnFrame:
    """Return a turn that ``seat`` continues as another's character, after gathering."""
    turn = TurnFrame(seat, rank)
    turn.at = ASK_ACTION
    return turn


def offer_acts(match: Match, turn: Turn, role: Role, out: list[Choice]) -> None:
    """Offer income, the character's ability and the actions of the city's districts."""
    seat = turn.seat
    if (
        role.idle is not None
        and not turn.used & INCOME
        and match.city[seat].lstrip(role.idle)  # only whether any is left matters
    ):
        offer_income(match, turn, role, out)
    if match.owned[seat] & role.at_work:
        offer(match, match.card_set.offer_actions, turn, out)
    elif role.acts is not None and not turn.used & ABILITY:
        role.acts(match, turn, out)


class EndTurn(Act):
    """End the turn."""

    def play(self, match: Match, turn: Turn) -> None:
        if match.card_set.on_turn_end.has_listeners:
            announce_turn_end(match, turn)
        if match.events is not None:
            match.tell("turn_ended", {"seat": turn.seat})


END_TURN: Final = EndTurn("end_turn", ends=True)
