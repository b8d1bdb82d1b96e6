"""What a seat remembers: the cards it has seen and where, computed from the events it was told.

Cards that went into another hand in its sight are still there, unless that hand has given some away
since; then each remains with the share of the hand that stayed. The deck is a queue, so the cards
put under it keep their order until they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.citadels.names import NUMBER_OF, RANK_OF
from engine.citadels.state import UNKNOWN

Event = dict[str, Any]

FAINT: Final = 0.3
"""A card less likely than this is forgotten."""


class BeliefState:
    """The memory of ``seat``.

    ``hands[other]``    cards it knows to be in a hand, and how likely each still is
    ``under``           what was put under the deck and in which order; ``UNKNOWN`` where it did
                        not see the face
    ``crown``           who had the crown when this round's draft began, or ``None``
    ``swap``            the two seats that swapped characters this round, or ``None``
    ``gave``, ``got``   the ranks of that swap if this seat was one of the two, or 0
    ``blank``           whether a threat of this round was turned up and was blank
    """

    __slots__ = (
        "blank", "crown", "drawn", "gave", "got", "hands", "own", "seat", "swap", "tucked", "under",
    )  # fmt: skip

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.hands: list[list[tuple[int, float]]] = [[] for _ in range(seats)]
        self.own: list[int] = []
        self.under: list[int] = []
        self.tucked: list[int] = []
        self.drawn: list[int] = []
        self.crown: int | None = None
        self.swap: tuple[int, int] | None = None
        self.gave = self.got = 0
        self.blank = False

    def deck(self, size: int) -> bytes:
        """Return a deck of ``size`` cards as far as it is known, with ``UNKNOWN`` for the rest."""
        known = self.under[max(0, len(self.under) - size) :]
        return bytes([UNKNOWN] * (size - len(known)) + known)

    # -- hands

    def _knows(self, other: int, cards: Sequence[int]) -> None:
        self.hands[other] += [(card, 1.0) for card in cards]

    def _leaves(self, other: int, card: int) -> None:
        """Record that a card visible to everyone leaves a hand."""
        known = self.hands[other]
        for place, (name, _) in enumerate(known):
            if name == card:
                del known[place]
                return

    def _shrinks(self, other: int, count: int, size: int) -> None:
        """Record that ``count`` unseen cards leave a hand of ``size`` cards."""
        stays = (size - count) / size if size > count else 0.0
        self.hands[other] = [
            (card, share * stays) for card, share in self.hands[other] if share * stays > FAINT
        ]

    def _loses(self, cards: Sequence[int]) -> None:
        """Record that cards leave the own hand."""
        for card in cards:
            if card in self.own:
                self.own.remove(card)


def infer_belief_state(told: Sequence[Event], seat: int, seats: int) -> BeliefState:
    """Return what ``seat`` remembers of all it was told."""
    belief_state = BeliefState(seat, seats)
    sizes = [0] * seats
    for event in told:
        count = SIZE.get(event["kind"])
        hear = HEARD.get(event["kind"])
        if hear is not None:
            hear(belief_state, event, sizes)
        if count is not None:
            count(sizes, event)
    return belief_state


# -- sizes of hands


def _more(sizes: list[int], event: Event) -> None:
    sizes[event["seat"]] += event["count"]


def _fewer(sizes: list[int], event: Event) -> None:
    sizes[event["seat"]] -= event["count"]


def _one_fewer(sizes: list[int], event: Event) -> None:
    sizes[event["seat"]] -= 1


def _count_taken(sizes: list[int], event: Event) -> None:
    sizes[event["seat"]] += event["count"]
    sizes[event["victim"]] -= event["count"]


def _count_given(sizes: list[int], event: Event) -> None:
    sizes[event["seat"]] -= event["count"]
    sizes[event["other"]] += event["count"]


def _count_swapped(sizes: list[int], event: Event) -> None:
    one, other = event["seat"], event["other"]
    sizes[one], sizes[other] = sizes[other], sizes[one]


SIZE: dict[str, Callable[[list[int], Event], None]] = {
    "hand_dealt": _more,
    "cards_gained": _more,
    "cards_kept": _more,
    "cards_discarded": _fewer,
    "card_tucked": _fewer,
    "built": _one_fewer,
    "card_taken": _count_taken,
    "card_given": _count_given,
    "hands_swapped": _count_swapped,
}


# -- events


def _numbers(names: Sequence[str]) -> list[int]:
    return [NUMBER_OF[name] for name in names]


def _gains(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    belief_state.own += _numbers(event.get("cards", ()))


def _draws(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    belief_state.drawn = (
        _numbers(event["cards"]) if "cards" in event else [UNKNOWN] * event["count"]
    )


def _keeps(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    """Cards that are not kept go under the deck in the order in which they were drawn."""
    rest = belief_state.drawn[:]
    for card in _numbers(event["cards"]) if "cards" in event else [UNKNOWN] * event["count"]:
        if card in rest:
            rest.remove(card)
        if card != UNKNOWN:
            belief_state.own.append(card)
    belief_state.under += rest
    belief_state.drawn = []


def _shuffles(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    belief_state.under = []


def _discards(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    if "cards" in event:
        cards = _numbers(event["cards"])
        belief_state._loses(cards)
        belief_state.under += cards
    else:
        belief_state._shrinks(event["seat"], event["count"], sizes[event["seat"]])
        belief_state.under += [UNKNOWN] * event["count"]


def _tucks(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    if "cards" in event:
        cards = _numbers(event["cards"])
        belief_state._loses(cards)
        belief_state.tucked += cards
    else:
        belief_state._shrinks(event["seat"], event["count"], sizes[event["seat"]])
        belief_state.tucked += [UNKNOWN] * event["count"]


def _builds(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    card = NUMBER_OF[event["district"]]
    if event["seat"] == belief_state.seat:
        belief_state._loses([card])
    else:
        belief_state._leaves(event["seat"], card)


def _confiscates(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    """The card leaves the hand of the player who paid. The player who confiscates builds it as if
    from their own hand.
    """
    card, taker, victim = NUMBER_OF[event["district"]], event["seat"], event["victim"]
    sizes[victim] -= 1
    sizes[taker] += 1
    if victim == belief_state.seat:
        belief_state._loses([card])
    else:
        belief_state._leaves(victim, card)
    if taker == belief_state.seat:
        belief_state.own.append(card)
    else:
        belief_state._knows(taker, [card])


def _takes(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    taker, victim = event["seat"], event["victim"]
    if "cards" not in event:
        belief_state._shrinks(victim, event["count"], sizes[victim])
        return
    _passes(belief_state, victim, taker, _numbers(event["cards"]))


def _gives(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    giver, other = event["seat"], event["other"]
    if "cards" not in event:
        belief_state._shrinks(giver, event["count"], sizes[giver])
        return
    _passes(belief_state, giver, other, _numbers(event["cards"]))


def _passes(belief_state: BeliefState, giver: int, taker: int, cards: list[int]) -> None:
    """Cards whose faces this seat sees move from one hand to another."""
    if giver == belief_state.seat:
        belief_state._loses(cards)
        belief_state._knows(taker, cards)
    else:
        for card in cards:
            belief_state._leaves(giver, card)
        belief_state.own += cards


def _swaps_hands(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    one, other = event["seat"], event["other"]
    hands = belief_state.hands
    if belief_state.seat in (one, other):
        partner = other if one == belief_state.seat else one
        hands[partner] = [(card, 1.0) for card in belief_state.own]
        belief_state.own = _numbers(event["cards"])
    else:
        hands[one], hands[other] = hands[other], hands[one]


def _sees_hand(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    if "cards" in event:
        belief_state.hands[event["victim"]] = [(card, 1.0) for card in _numbers(event["cards"])]


def _district_goes(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    """A destroyed district goes under the deck, followed by the cards under a Museum."""
    if event["kind"] == "blown_up":
        belief_state.under.append(NUMBER_OF["armory"])
    card = NUMBER_OF[event["district"].removesuffix("+")]
    belief_state.under.append(card)
    if card == NUMBER_OF["museum"]:
        belief_state.under += belief_state.tucked
        belief_state.tucked = []


def _begins_round(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    belief_state.crown = event["crown"]
    belief_state.swap = None
    belief_state.gave = belief_state.got = 0
    belief_state.blank = False


def _swaps_characters(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    belief_state.swap = (event["seat"], event["other"])
    if "gave" in event:
        belief_state.gave, belief_state.got = RANK_OF[event["gave"]], RANK_OF[event["got"]]


def _turns_up(belief_state: BeliefState, event: Event, sizes: list[int]) -> None:
    belief_state.blank = not event["flower"]


HEARD: dict[str, Callable[[BeliefState, Event, list[int]], None]] = {
    "hand_dealt": _gains,
    "cards_gained": _gains,
    "cards_drawn": _draws,
    "cards_kept": _keeps,
    "deck_shuffled": _shuffles,
    "cards_discarded": _discards,
    "card_tucked": _tucks,
    "built": _builds,
    "confiscated": _confiscates,
    "card_taken": _takes,
    "card_given": _gives,
    "hands_swapped": _swaps_hands,
    "hand_seen": _sees_hand,
    "spied": _sees_hand,
    "destroyed": _district_goes,
    "blown_up": _district_goes,
    "sacrificed": _district_goes,
    "round_started": _begins_round,
    "characters_swapped": _swaps_characters,
    "threat_revealed": _turns_up,
}
