"""The Theater."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.cards import District
from engine.citadels.choices import MAX_SEATS, PASS, SeatChoice, each_seat
from engine.citadels.frames import MatchFrame
from engine.citadels.names import RANK_OF
from engine.citadels.state import Match
from engine.kernel.frames import Choice, Decision, Frame
from engine.kernel.rng import pick


class SwapCharacters(SeatChoice):
    """Swap the only own character card with an opponent's."""

    __slots__ = ()


class SwapOneOfTwo(SeatChoice):
    """Swap one of two character cards with one of an opponent's two (2 and 3 players)."""

    __slots__ = ("character", "rank")

    def __init__(self, seat: int, character: str) -> None:
        Act.__init__(self, f"swap_character:{seat}:{character}")
        self.seat = seat
        self.character = character
        self.rank = RANK_OF[character]

    def details(self) -> dict[str, Any]:
        return {"seat": self.seat, "character": self.character}


SWAP: Final = each_seat("swap_character", SwapCharacters)
SWAP_ONE: Final = tuple(
    {name: SwapOneOfTwo(seat, name) for name in RANK_OF} for seat in range(MAX_SEATS)
)


class Theater(District):
    """At the end of the draft, its owner may swap a character card with an opponent's."""

    name = "theater"
    cost = 6

    def on_draft_end(self, match: Match, owner: int) -> Frame:
        return Swapping(owner)


class Swapping(MatchFrame):
    """Ask the owner for the opponent, and for their own card if they have two. The opponent's card
    is drawn at random (rules 5.6, R-77).
    """

    __slots__ = ("owner",)

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
