"""What simple bots know: how to read a view, and what cards are worth to whom.

Worths are in about the value of a gold coin.
"""

from __future__ import annotations

from typing import Any

from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, TYPES

View = dict[str, Any]
Option = dict[str, Any]

COST = {name: cost for name, _, cost, _ in BASIC}
COST |= {district.name: district.cost or 0 for district in DISTRICTS.values()}
SHARE = {"noble": 0.18, "religious": 0.16, "trade": 0.29, "military": 0.16, "unique": 0.21}
"""How much of the deck is of a type."""

ABILITY = {
    "assassin": 0.6,
    "witch": 0.4,
    "magistrate": 0.9,
    "thief": 0.9,
    "spy": 1.2,
    "blackmailer": 1.0,
    "wizard": 1.4,
    "seer": 1.2,
    "king": 0.7,
    "emperor": 0.9,
    "patrician": 0.6,
    "abbot": 0.6,
    "cardinal": 0.5,
    "merchant": 1.0,
    "alchemist": 1.6,
    "trader": 0.6,
    "architect": 2.0,
    "scholar": 1.6,
    "marshal": 2.2,
    "artist": 0.4,
}
"""What the ability of a character usually brings besides its income; 0.3 for the others."""

EXTRA_POINTS = {"dragon_gate": 1.0, "monument": 1.5, "statue": 0.5, "wishing_well": 1.0}
"""What a district is worth beyond its cost."""

PROGRESS = 3.0
"""Every district is a step to a completed city."""


def me_of(view: View) -> View:
    """The own seat, as everybody sees it."""
    me: View = view["seats"][view["you"]["seat"]]
    return me


def others_of(view: View) -> list[View]:
    return [seat for seat in view["seats"] if seat["seat"] != view["you"]["seat"]]


def points_of(seat: View) -> int:
    """What a city counts so far."""
    return sum(district["cost"] for district in seat["city"])


def owned_by(seat: View) -> set[str]:
    return {district["district"] for district in seat["city"]}


def playable(view: View) -> list[str]:
    """The cards of the own hand that the city has not got yet."""
    owned = owned_by(me_of(view))
    return [card for card in view["you"]["hand"] if card not in owned and COST[card]]


def income_of(view: View, character: str) -> int:
    """How many districts of the own city pay this character."""
    gem = CHARACTERS[character].gem
    if gem is None:
        return 0
    city = me_of(view)["city"]
    types = [district["type"] for district in city]
    return types.count(TYPES[gem]) + ("school_of_magic" in owned_by(me_of(view)))


def character_worth(view: View, name: str) -> float:
    """Income, plus what the ability usually brings; an empty hand wants the Magician."""
    me = me_of(view)
    worth = ABILITY.get(name, 0.3) + income_of(view, name)
    if name == "magician":
        worth += 0.8 * (max(seat["hand_size"] for seat in view["seats"]) - me["hand_size"])
    elif name == "bishop" and len(me["city"]) >= view["goal"] - 2:
        worth += 1.0
    elif name == "tax_collector":
        worth += 0.8 * view["taxes"]
    elif name == "navigator":  # builds nothing: for who can build nothing anyway
        affordable = [card for card in playable(view) if COST[card] <= me["gold"] + 2]
        worth += -2.0 if affordable else 1.2
    return worth


def card_worth(view: View, name: str) -> float:
    """A card of the hand: its cost, less when the city has it already or nobody can build it."""
    if name in owned_by(me_of(view)):
        return COST[name] - 4.0
    return COST[name] + EXTRA_POINTS.get(name, 0.0)


def in_vain(view: View, name: str) -> float:
    """Naming a character that lies face up, or that is one's own, hits nobody else."""
    return 3.0 if name in view["face_up"] or name in view["you"]["characters"] else 0.0


def hurts(view: View, seat: int) -> float:
    """How good it is to hit a city: the largest one needs it, the own one does not."""
    if seat == view["you"]["seat"]:
        return -20.0
    largest = max(len(other["city"]) for other in others_of(view))
    return 1.5 if len(view["seats"][seat]["city"]) == largest else 0.5


def nearly_done(view: View, seat: int) -> bool:
    """Whether the next district may complete a city."""
    city: list[View] = view["seats"][seat]["city"]
    goal: int = view["goal"]
    return len(city) >= goal - 1
