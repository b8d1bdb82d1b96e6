"""What a seat remembers of the cards it has seen in other hands, from the events it was told.

Cards that went into another hand in its sight are still there, unless that hand has given some away
since; then each remains with the share of the hand that stayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.citadels.names import NUMBER_OF, RANK_OF

FAINT: Final = 0.3
"""A card less likely than this is forgotten."""


class BeliefState:
    """The memory of ``seat``.

    ``hands[other]``    cards it knows to be in a hand, and how likely each still is
    ``sizes``           the sizes of the hands
    ``crown``           who had the crown when this round's draft began, or ``None``
    ``swap``            the two seats that swapped characters this round, or ``None``
    ``gave``, ``got``   the ranks of that swap if this seat was one of the two, or 0
    ``blank``           whether a threat of this round was turned up and was blank
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.hands: list[list[tuple[int, float]]] = [[] for _ in range(seats)]
        self.sizes = [0] * seats
        self.crown: int | None = None
        self.swap: tuple[int, int] | None = None
        self.gave = self.got = 0
        self.blank = False

    def hear(self, event: dict[str, Any]) -> None:
        """Take in one event."""
        kind, seat, count = event["kind"], event.get("seat", 0), event.get("count", 1)
        cards = [NUMBER_OF[name] for name in event["cards"]] if "cards" in event else None
        if kind in ("hand_dealt", "cards_gained", "cards_kept"):
            self._gain(seat, count, cards)
        elif kind in ("cards_discarded", "card_tucked"):
            self._lose(seat, count, cards)
        elif kind == "built":
            self._lose(seat, 1, [NUMBER_OF[event["district"]]])
        elif kind == "confiscated":  # built by the other player as if from their own hand
            self._pass(event["victim"], seat, 1, [NUMBER_OF[event["district"]]])
        elif kind == "card_taken":
            self._pass(event["victim"], seat, count, cards)
        elif kind == "card_given":
            self._pass(seat, event["other"], count, cards)
        elif kind == "hands_swapped":
            other, hands, sizes = event["other"], self.hands, self.sizes
            hands[seat], hands[other] = hands[other], hands[seat]
            sizes[seat], sizes[other] = sizes[other], sizes[seat]
            if cards is not None:
                hands[self.seat] = [(card, 1.0) for card in cards]
        elif kind in ("hand_seen", "spied") and cards is not None:
            self.hands[event["victim"]] = [(card, 1.0) for card in cards]
        elif kind == "round_started":
            self.crown, self.swap, self.blank = event["crown"], None, False
            self.gave = self.got = 0
        elif kind == "characters_swapped":
            self.swap = (seat, event["other"])
            if "gave" in event:
                self.gave, self.got = RANK_OF[event["gave"]], RANK_OF[event["got"]]
        elif kind == "threat_revealed":
            self.blank = not event["flower"]

    def _gain(self, seat: int, count: int, cards: Sequence[int] | None) -> None:
        self.sizes[seat] += count
        self.hands[seat] += [(card, 1.0) for card in cards or ()]

    def _lose(self, seat: int, count: int, cards: Sequence[int] | None) -> None:
        """Record that cards leave a hand, seen or unseen."""
        known, size = self.hands[seat], self.sizes[seat]
        self.sizes[seat] -= count
        if cards is None:
            stays = (size - count) / size if size > count else 0.0
            self.hands[seat] = [(c, share * stays) for c, share in known if share * stays > FAINT]
            return
        for card in cards:
            for place, (name, _) in enumerate(known):
                if name == card:
                    del known[place]
                    break

    def _pass(self, giver: int, taker: int, count: int, cards: Sequence[int] | None) -> None:
        self._lose(giver, count, cards)
        self._gain(taker, count, cards)


def infer_belief_state(told: Sequence[dict[str, Any]], seat: int, seats: int) -> BeliefState:
    """Return what ``seat`` remembers of all it was told."""
    belief_state = BeliefState(seat, seats)
    for event in told:
        belief_state.hear(event)
    return belief_state
