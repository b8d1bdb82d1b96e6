"""A decision as the rules of thumb see it: who leads, how much time is left, what gold and cards
are worth, what the hand promises, and which seat may hold which character.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.citadels.bots.draft import Guess, guess_holders
from engine.citadels.bots.features import Features
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.reading import count_missing, prices_of
from engine.citadels.districts import DISTRICTS
from tablekernel.frames import Choice

TREASURY, MAP_ROOM = DISTRICTS["imperial_treasury"].number, DISTRICTS["map_room"].number
FEW: Final = 2
"""Below this number of cards, a hand needs more."""

POINT: Final = 0.5
"""Expected points of a character for each unit of its score in the draft."""

Plan = tuple[int, float, int]
"""Price, worth beyond the price, and number of a district that could be built."""


class Outlook:
    """What the rules of thumb share in one decision.

    ``need``      districts that the own city still lacks
    ``left``      about how many turns remain after this one; 0 in the last one
    ``last``      whether this seat plays no turn after this one
    ``gold``, ``card``   what one more is worth
    ``types``     the bit set of the types in the own city
    """

    def __init__(self, features: Features, options: Sequence[Choice], w: Profile) -> None:
        self.features = features
        self.options = options
        self.w = w
        seat, city = features.seat, features.city[features.seat]
        self.prices = prices_of(features)
        self.need = count_missing(features, seat)
        seats = range(len(features.city))
        nearest = min([count_missing(features, other) for other in seats if other != seat])
        self.types = 0
        for district in city:
            self.types |= 1 << features.card_set.type_of[district]
        rank = features.rank if features.turn_seat == seat else features.called
        self.last = bool(features.completed) and not features.mine >> rank + 1
        self.left = 0 if features.completed else max(1, min(self.need, nearest))
        if self.last:
            self.gold = 1.0 if TREASURY in city else 0.02
            self.card = 1.0 if MAP_ROOM in city else 0.01
        else:
            self.gold = w.gold if self.left > 1 else w.gold_late
            self.card = w.card if len(features.hand) < FEW else w.card_more
            if self.left <= 1:
                self.card *= 0.5
        self.first_build = -1  # see rules.turns.build
        self.plans: list[Plan] | None = None  # see values.plans_of
        self._rivals: list[float] | None = None
        self._guess: Guess | None = None
        self._by_rank: dict[str, list[float]] = {}

    def city_points(self) -> list[float]:
        """Return how far each seat has come, in points."""
        features, cost = self.features, self.features.card_set.cost
        return [
            sum([cost[district] for district in city])
            + 1.6 * len(city)
            + 0.5 * min(gold, 8)
            + 0.4 * min(size, 4)
            for city, gold, size in zip(features.city, features.gold, features.sizes, strict=True)
        ]

    def rival(self, seat: int) -> float:
        """Return how much the loss of a seat helps this one: most for the leader."""
        if self._rivals is None:
            points, w = self.city_points(), self.w
            points[self.features.seat] = -100.0
            best = max(points)
            stranger = w.stranger * min(1.0, 3 / (len(points) - 1))
            slope = (w.rival - stranger) / 6.0
            self._rivals = [max(stranger, w.rival - slope * (best - mine)) for mine in points]
            self._rivals[self.features.seat] = 0.0
        return self._rivals[seat]

    def guess(self) -> Guess:
        """Return which other seat may hold which character."""
        if self._guess is None:
            self._guess = guess_holders(self.features)
        return self._guess

    def expected(self, name: str) -> list[float]:
        """Return the expected worth of each character's turn, by rank. ``name`` says of what:
        ``harm`` is the loss if the character does not play, ``loot`` its gold, ``builds`` the gold
        and cards that it gets for building.
        """
        found = self._by_rank.get(name)
        if found is None:
            found = self._by_rank[name] = [0.0] * 10
            for seat, row in enumerate(self.guess().held):
                if seat != self.features.seat and any(row):
                    worths = self._worths(name, seat)
                    for rank, chance in enumerate(row):
                        found[rank] += chance * worths[rank]
        return found

    def _worths(self, name: str, seat: int) -> list[float]:
        features, w, rival = self.features, self.w, self.rival(seat)
        gold, card_set = features.gold[seat], features.card_set
        if name == "loot":
            return [gold * (1.0 + rival)] * 10
        found = [0.0] * 10
        if name == "builds":
            cost = min(gold + 2, 6) if features.sizes[seat] else 0
            for rank in card_set.ranks:
                limit = card_set.roles[rank].limit
                if cost and limit:
                    found[rank] = cost * (1.0 + 0.5 * rival) + 0.5 * (limit - 1)
            return found
        turn = w.turn + w.spoil * min(gold, 6)
        if count_missing(features, seat) <= 1 and gold + features.sizes[seat] > 1:
            turn += w.halt
        scores = self.guess().scores[seat]
        for rank in card_set.ranks:
            found[rank] = rival * (turn + w.spoil * POINT * scores[rank]) + self._menace(rank)
        return found

    def _menace(self, rank: int) -> float:
        """Return what a character may do to this seat."""
        features = self.features
        name = features.card_set.character(rank).name
        share = self.w.menace / (features.card_set.seats - 1)
        if name in ("thief", "blackmailer"):
            return share * self.w.gold * features.gold[features.seat]
        if name in ("magician", "wizard", "spy"):
            return share * self.w.card * max(0, len(features.hand) - 2)
        if rank == 8:
            return share * 4.0 if self.need <= 2 else share
        return 0.0
