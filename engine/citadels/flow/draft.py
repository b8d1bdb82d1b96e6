"""The selection phase (rules 5): discards, then each player in turn keeps a character."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from engine.citadels.cast import Named
from engine.citadels.names import CROWN_RANK
from engine.citadels.state import Match, MatchFrame
from engine.kernel.frames import Decision
from engine.kernel.rng import sampled

KEEP, DISCARD, LOSE, KEEP_WITH_ASIDE = range(4)
"""What happens at one step of a draft: a player keeps a card; discards one; one is lost at random;
a player takes up the first face-down card as well and keeps one.
"""

Script = tuple[tuple[int, int], ...]


@cache
def script(seats: int, characters: int) -> Script:
    """The steps of a draft as ``(what, player counted from the crown)`` (rules 5.2, 5.4, 5.5)."""
    if seats == 2:
        return ((KEEP, 0), (KEEP, 1), (DISCARD, 1), (KEEP, 0), (DISCARD, 0), (KEEP, 1))
    once = tuple((KEEP, player) for player in range(seats))
    if seats == 3:
        return (*once, (LOSE, 0), *once)
    if characters == seats + 1:
        return (*once[:-1], (KEEP_WITH_ASIDE, seats - 1))
    return once


@cache
def face_up_count(seats: int, characters: int) -> int:
    """How many characters are discarded face up (rules 5.1)."""
    return max(0, characters - seats - 2) if seats >= 4 else 0


class Draft(MatchFrame):
    """``packet``: bit set of the ranks going round; ``aside``: the first face-down card; ``step``:
    the place in the script.
    """

    __slots__ = ("aside", "packet", "step")

    steps: ClassVar = ("discard", "ask_card", "close")
    fields: ClassVar = ("packet", "aside", "step")

    def __init__(self) -> None:
        self.at = 0
        self.packet = 0
        self.aside = 0
        self.step = 0

    def discard(self, match: Match) -> None:
        """Face up first, never rank 4; then one face down, which may be rank 4 (rules 5.2, R-09,
        R-10).
        """
        ranks = match.cast.ranks
        match.face_up = 0
        count = face_up_count(match.cast.seats, len(ranks))
        if count:
            up = sampled(match, bytes(rank for rank in ranks if rank != CROWN_RANK), count)[:count]
            for rank in up:
                match.face_up |= 1 << rank
            ranks = bytes(rank for rank in ranks if rank not in up)
        ranks = sampled(match, ranks, 1)
        self.aside = 1 << ranks[0]
        for rank in ranks[1:]:
            self.packet |= 1 << rank
        if match.events is not None:
            face_up = [choice.character for choice in match.cast.keeping(match.face_up)]
            match.tell(
                "round_started", {"round": match.round, "crown": match.crown, "face_up": face_up}
            )

    def seat(self, match: Match) -> int:
        """Whose step it is: counted clockwise from the crown."""
        player = script(match.cast.seats, len(match.cast.ranks))[self.step][1]
        return (match.crown + player) % match.cast.seats

    def ask_card(self, match: Match) -> Decision:
        what = script(match.cast.seats, len(match.cast.ranks))[self.step][0]
        if what == DISCARD:
            return Decision(
                self.seat(match), "discard_character", match.cast.discarding(self.packet)
            )
        offered = self.packet | self.aside if what == KEEP_WITH_ASIDE else self.packet
        return Decision(self.seat(match), "keep_character", match.cast.keeping(offered))

    def answer_card(self, match: Match, choice: Named) -> None:
        steps = script(match.cast.seats, len(match.cast.ranks))
        what = steps[self.step][0]
        seat = self.seat(match)
        if what == DISCARD:
            self._discarded(match, seat, choice)
        else:
            if what == KEEP_WITH_ASIDE:
                self.packet |= self.aside
            self._kept(match, seat, choice)
        self.step += 1
        if self.step < len(steps):
            if steps[self.step][0] == LOSE:
                self._lose(match)
            self.again()

    def close(self, match: Match) -> None:
        """The last card left over is face down (rules 5.2.4); nobody needs it any more."""
        if match.events is not None:
            match.tell("draft_ended", {})

    def _kept(self, match: Match, seat: int, choice: Named) -> None:
        match.seen[seat] += (self.packet,)
        match.holders[choice.rank] = seat
        if match.events is not None:
            offered = [option.character for option in match.cast.keeping(self.packet)]
            match.tell(
                "character_kept",
                {"seat": seat},
                {seat: {"character": choice.character, "offered": offered}},
            )
        self.packet &= ~(1 << choice.rank)

    def _discarded(self, match: Match, seat: int, choice: Named) -> None:
        match.dropped[seat] |= 1 << choice.rank
        self.packet &= ~(1 << choice.rank)
        if match.events is not None:
            match.tell(
                "character_discarded", {"seat": seat}, {seat: {"character": choice.character}}
            )

    def _lose(self, match: Match) -> None:
        """With 3 players one of the five remaining cards is discarded unseen (rules 5.5, R-11)."""
        ranks = bytes(rank for rank in match.cast.ranks if self.packet >> rank & 1)
        self.packet &= ~(1 << sampled(match, ranks, 1)[0])
        self.step += 1
        if match.events is not None:
            match.tell("character_lost", {})

    def copy(self) -> Draft:
        new = object.__new__(Draft)
        new.at = self.at
        new.packet = self.packet
        new.aside = self.aside
        new.step = self.step
        return new
