"""The Theater."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.cards import District
from engine.citadels.choices import MAX_SEATS, PASS, SeatChoice, each_seat
from engine.citadels.frames import MatchFrame
from engine.citadels.members import MAY_PASS, SEAT
from engine.citadels.names import RANK_OF
from engine.citadels.state import Match
from tablekernel.choice_table import ChoiceTable
from tablekernel.defaults import Wish
from tablekernel.frames import Choice, Decision, Frame
from tablekernel.rng import pick
from tablekernel.topics import STRING, Topic


class SwapCharacters(SeatChoice):
    """Swap the only own character card with an opponent's."""


class SwapOneOfTwo(SeatChoice):
    """Swap one of two character cards with one of an opponent's two (2 and 3 players)."""

    def __init__(self, seat: int, character: str) -> None:
        Act.__init__(self, f"swap_character:{seat}:{character}")
        self.seat = seat
        self.character = character
        self.rank = RANK_OF[character]

    def details(self) -> dict[str, Any]:
        return {"seat": self.seat, "character": self.character}


SWAP: Final = each_seat("swap_character", SwapCharacters)


def swaps_with(seat: int) -> ChoiceTable[str, SwapOneOfTwo]:
    """Return the choices of an own character card to swap with a seat."""
    return ChoiceTable(lambda: RANK_OF, lambda name: SwapOneOfTwo(seat, name))


SWAP_ONE: Final = tuple(swaps_with(seat) for seat in range(MAX_SEATS))


class Theater(District):
    """At the end of the draft, its owner may swap a character card with an opponent's."""

    name = "theater"
    number = 44
    title = "Theater"
    text = (
        "After the characters are chosen, you may swap one of yours with another player's, without "
        "looking."
    )
    cost = 6
    worth_a_round = 0.8
    building = (
        "wall 0 72 18; wall 4 64 16 18; arcade 0 72 14 6; dark M0-17h72v-2H0zM4-33h64v-3H4z; "
        "rows 6 60 22 6 1; roofs M2-36q34-16 68 0z; flag 12 38; flag 36 43; "
        "flag 60 38"
    )
    labels = {
        "swap_character": "Swap characters with {seat}",
        "swap_character:character": "Swap {character.the} for a character of {seat}",
    }
    questions = {"theater": "You may swap a character card with another player, unseen."}
    topics = {
        "theater": Topic(
            "Swap a character card with an opponent, or not (Theater).",
            {**MAY_PASS, "swap_character": {**SEAT, "character": STRING}},
        ),
    }
    defaults = {"theater": (Wish("pass"),)}
    events = {
        "theater_passed": "{seat} swaps no characters.",
        "characters_swapped": "{seat} and {other} swap characters.",
        "characters_swapped:own": (
            "{seat} and {other} swap characters: you give {gave.the} and get {got.the}."
        ),
    }
    headlines = ("characters_swapped",)

    def on_draft_end(self, match: Match, owner: int) -> Frame:
        return Swapping(owner)


class Swapping(MatchFrame):
    """Ask the owner for the opponent, and for their own card if they have two. The opponent's card
    is drawn at random (rules 5.6, R-77).
    """

    id: ClassVar = "theater_swap"
    steps: ClassVar = ("ask_swap",)
    fields: ClassVar = ("owner",)

    def __init__(self, owner: int) -> None:
        self.at = 0
        self.owner = owner

    def ask_swap(self, match: Match) -> Decision:
        others = [seat for seat in range(match.card_set.seats) if seat != self.owner]
        ranks = match.ranks_of(self.owner)
        options: list[Choice] = [PASS]
        for seat in others:
            if len(ranks) == 1:
                options.append(SWAP[seat])
            else:
                names = [match.card_set.character(rank).name for rank in ranks]
                options.extend([SWAP_ONE[seat][name] for name in names])
        return Decision(self.owner, "theater", options)

    def answer_swap(self, match: Match, choice: Choice) -> None:
        """Everyone learns which seats swapped; only these two learn the cards (R-74)."""
        if not isinstance(choice, SeatChoice):
            if match.events is not None:
                match.tell("theater_passed", {"seat": self.owner})
            return
        mine = choice.rank if isinstance(choice, SwapOneOfTwo) else match.ranks_of(self.owner)[0]
        theirs = match.ranks_of(choice.seat)
        got = theirs[pick(match, len(theirs))] if len(theirs) > 1 else theirs[0]
        match.holders[mine], match.holders[got] = choice.seat, self.owner
        if match.events is not None:
            gave_name = match.card_set.character(mine).name
            got_name = match.card_set.character(got).name
            match.tell(
                "characters_swapped",
                {"seat": self.owner, "other": choice.seat},
                {
                    self.owner: {"gave": gave_name, "got": got_name},
                    choice.seat: {"gave": got_name, "got": gave_name},
                },
            )
