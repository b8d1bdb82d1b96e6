"""The selection phase (rules 5): discards, then each player in turn keeps a character."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.abilities import each_character
from engine.citadels.card_set import CardSet
from engine.citadels.choices import CharacterChoice
from engine.citadels.draft_schedule import DISCARD, KEEP, KEEP_WITH_ASIDE, LOSE
from engine.citadels.frames import MatchFrame
from engine.citadels.names import NOBODY
from engine.citadels.state import Match
from tablekernel.frames import Choice, Question
from tablekernel.rng import pick, pick_folded

KEEP_CHARACTER: Final = each_character("keep", CharacterChoice)
DISCARD_CHARACTER: Final = each_character("discard", CharacterChoice)


def keep_choices(card_set: CardSet, ranks: int) -> tuple[Choice, ...]:
    """Return the choices to keep one of these character cards."""
    found = card_set.keep_choices[ranks] = KEEP_CHARACTER.among(card_set, ranks)
    return found


class Draft(MatchFrame):
    """The draft. ``packet`` is the bit set of the ranks going round, ``aside`` the first face-down
    card, ``step`` the position in the script.
    """

    id: ClassVar = "draft"
    steps: ClassVar = ("discard", "ask_card")
    fields: ClassVar = ("packet", "aside", "step")

    def __init__(self) -> None:
        self.at = 0
        self.packet = 0
        self.aside = 0
        self.step = 0

    def discard(self, match: Match) -> None:
        """Discard some face up, then one face down (rules 5.2)."""
        card_set = match.card_set
        picks = pick_folded(match, card_set.discard_sizes, card_set.discard_count)
        face_up, self.aside = card_set.decode_discards(picks)
        self.packet = card_set.all_ranks & ~face_up & ~self.aside
        match.face_up = face_up
        if match.events is not None:
            shown = list(card_set.names_in(face_up))
            match.tell(
                "round_started", {"round": match.round, "crown": match.crown, "face_up": shown}
            )

    def ask_card(self, match: Match) -> Question:
        card_set = match.card_set
        what, seat = card_set.orders[match.crown][self.step]
        if what == KEEP:
            options = card_set.keep_choices.get(self.packet) or keep_choices(card_set, self.packet)
            return seat, "keep_character", options, False
        if what == DISCARD:
            return seat, "discard_character", DISCARD_CHARACTER.among(card_set, self.packet), False
        return seat, "keep_character", keep_choices(card_set, self.packet | self.aside), False

    def answer_card(self, match: Match, choice: CharacterChoice) -> bool:
        """Ask again until all have chosen."""
        order = match.card_set.orders[match.crown]
        step = self.step
        what, seat = order[step]
        if what == KEEP_WITH_ASIDE:
            self.packet |= self.aside
        packet = self.packet
        if what == DISCARD:
            match.dropped[seat] |= choice.bit
        else:
            match.seen[seat] += (packet,)
            match.holders[choice.rank] = seat
        if match.events is not None:
            self._tell(match, what, seat, choice)
        self.packet = packet ^ choice.bit
        step += 1
        self.step = step
        if step < len(order):
            if order[step][0] == LOSE:
                self._lose(match)
            return True
        if match.events is not None:  # the rest stays face down (rules 5.2)
            match.tell("draft_ended", {})
        return False

    def _tell(self, match: Match, what: int, seat: int, choice: CharacterChoice) -> None:
        if what == DISCARD:
            own: dict[str, Any] = {"character": choice.character}
            match.tell("character_discarded", {"seat": seat}, {seat: own})
        else:
            offered = list(match.card_set.names_in(self.packet))
            own = {"character": choice.character, "offered": offered}
            match.tell("character_kept", {"seat": seat}, {seat: own})

    def _lose(self, match: Match) -> None:
        """Discard one of the five remaining cards unseen, with 3 players (rules 5.5, R-11)."""
        ranks = match.card_set.ranks_in(self.packet)
        self.packet &= ~(1 << ranks[pick(match, len(ranks))])
        self.step += 1
        if match.events is not None:
            match.tell("character_lost", {})

    def hide(self, match: Match, seat: int) -> None:
        """Hide the packet, and the card aside if it belongs to it, from all but the choosing
        seat.
        """
        order = match.card_set.orders[match.crown]
        what, chooser = order[self.step] if self.step < len(order) else (KEEP, NOBODY)
        if chooser != seat:
            self.packet = 0
        if chooser != seat or what != KEEP_WITH_ASIDE:
            self.aside = 0

    def copy(self) -> Draft:
        new = Draft()
        new.at = self.at
        new.packet = self.packet
        new.aside = self.aside
        new.step = self.step
        return new
