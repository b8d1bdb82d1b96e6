"""Deal the district cards that a seat does not see, at random and consistent with what it knows."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engine.citadels.bots.belief_state import BeliefState
from engine.citadels.frames import Build
from engine.citadels.names import ONE, PLAIN
from engine.citadels.state import UNKNOWN, Match

UNSEEN = ONE[UNKNOWN]


class CardDeterminizer:
    """The cards that ``seat`` does not see, and where they can be.

    ``pool`` are the cards of which nothing is known, in random order. ``known[other]`` are those
    believed to be in a hand, with their probabilities. ``sizes[other]`` is the number of unseen
    cards of that hand.
    """

    def __init__(self, observed: Match, seat: int, belief_state: BeliefState, rng: Random) -> None:
        pool = list(observed.card_set.deck)
        for card in _list_seen(observed):
            pool.remove(card)
        rng.shuffle(pool)
        self.pool = pool
        self.hands = observed.hand
        self.known = belief_state.hands
        self.sizes = [hand.count(UNSEEN) for hand in observed.hand]
        museum = observed.memory.get("museum", b"")
        self.museum = museum if isinstance(museum, bytes) else b""

    def determinize(self, match: Match, rng: Random) -> None:
        """Put a card in the place of each unknown one."""
        pool = self.pool[:]
        random = rng.random
        for other, size in enumerate(self.sizes):
            if size:
                match.hand[other] = self._hand(other, size, pool, rng)
        if UNSEEN in self.museum:
            cards = bytearray(self.museum)
            for place, card in enumerate(self.museum):
                if card == UNKNOWN:
                    cards[place] = pool.pop(int(random() * len(pool)))
            match.memory["museum"] = bytes(cards)
        for place in range(min(len(pool), TOP)):
            other = place + int(random() * (len(pool) - place))
            pool[place], pool[other] = pool[other], pool[place]
        match.deck = bytes(pool)

    def _hand(self, other: int, size: int, pool: list[int], rng: Random) -> bytes:
        """Return a hand with the cards known to be in it, unless they have left."""
        hand: list[int] = []
        for card, share in self.known[other]:
            if len(hand) < size and card in pool and rng.random() < share:
                pool.remove(card)
                hand.append(card)
        for _ in range(size - len(hand)):
            place = int(rng.random() * len(pool))
            hand.append(pool[place])
            pool[place] = pool[-1]
            pool.pop()
        return bytes(hand)


TOP: Final = 24
"""The number of cards at the top of the deck that are shuffled for each deal. The rest is shuffled
once.
"""


def _list_seen(observed: Match) -> bytes:
    """Return the cards whose place the seat sees."""
    cards = b"".join(observed.hand) + b"".join(observed.city)
    museum = observed.memory.get("museum", b"")
    cards += museum if isinstance(museum, bytes) else b""
    frames: list[Any] = observed.stack
    for frame in frames:
        cards += getattr(frame, "cards", b"")
        if isinstance(frame, Build):
            cards += ONE[frame.district]
    return cards.translate(PLAIN).replace(UNSEEN, b"")
