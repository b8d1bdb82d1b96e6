"""The bot of simple rules: take what pays, build the dearest district, spoil the richest. No
inference, no plan.

It weighs each option by one number that says what the option is worth to this seat now, in
about the value of a gold coin.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, TYPES

View = dict[str, Any]
Option = dict[str, Any]

COST = {name: cost for name, _, cost, _ in BASIC}
COST |= {district.name: district.cost or 0 for district in DISTRICTS.values()}
BASE_WORTH = {"architect": 2.0, "merchant": 1.0, "assassin": 0.6, "thief": 0.9, "king": 0.7}


def greedy(view: View, options: list[Option], rng: Random) -> str:
    """The option of the highest worth; equals are decided by chance."""
    weighed = [
        (WORTH.get(option["verb"], _nothing)(view, option) + rng.random() * 0.2, option["choice"])
        for option in options
    ]
    choice: str = max(weighed)[1]
    return choice


def _me(view: View) -> View:
    me: View = view["seats"][view["you"]["seat"]]
    return me


def _nothing(view: View, option: Option) -> float:
    return 0.0


def _income(view: View, character: str) -> int:
    """How many districts of the own city pay this character."""
    gem = CHARACTERS[character].gem
    if gem is None:
        return 0
    types = [district["type"] for district in _me(view)["city"]]
    return types.count(TYPES[gem])


def _keep_character(view: View, option: Option) -> float:
    """Income, plus what the ability usually brings; an empty hand wants the Magician."""
    name = option["character"]
    worth = BASE_WORTH.get(name, 0.3) + _income(view, name)
    if name == "magician":
        worth += 0.8 * (max(seat["hand_size"] for seat in view["seats"]) - _me(view)["hand_size"])
    if name == "bishop" and len(_me(view)["city"]) >= view["goal"] - 2:
        worth += 1.0
    return worth


def _keep(view: View, option: Option) -> float:
    return _keep_character(view, option) if "character" in option else _card(view, option)


def _card(view: View, option: Option) -> float:
    """A card of the hand: its cost, less when the city has it already."""
    owned = {district["district"] for district in _me(view)["city"]}
    name = option["district"]
    return COST[name] - (4.0 if name in owned else 0.0)


def _gather(view: View, option: Option) -> float:
    """Gold, unless there is nothing left worth saving for."""
    owned = {district["district"] for district in _me(view)["city"]}
    playable = [card for card in view["you"]["hand"] if card not in owned]
    if option["choice"] == "gather:cards":
        return 2.5 if not playable else 1.0
    return 2.0


def _build(view: View, option: Option) -> float:
    return 3.0 + COST[option["district"]]


def _discard(view: View, option: Option) -> float:
    if "character" in option:
        return _keep_character(view, option)
    return 1.0 - _card(view, option)


def _laboratory(view: View, option: Option) -> float:
    """Only what cannot be built any more is worth 2 gold less than itself."""
    return 2.0 - _card(view, option) if _card(view, option) < 1 else -1.0


def _smithy(view: View, option: Option) -> float:
    me = _me(view)
    return 2.0 if me["hand_size"] <= 1 and me["gold"] >= 4 else -1.0


def _kill(view: View, option: Option) -> float:
    worth = {"architect": 2.0, "merchant": 1.8, "thief": 1.2, "king": 0.8}
    return 1.0 + worth.get(option["character"], 1.0) - _named_in_vain(view, option)


def _rob(view: View, option: Option) -> float:
    worth = {"architect": 1.6, "merchant": 1.6, "king": 1.3, "warlord": 1.2}
    return 1.0 + worth.get(option["character"], 1.0) - _named_in_vain(view, option)


def _named_in_vain(view: View, option: Option) -> float:
    """Naming a character that lies face up, or that is one's own, hits nobody else."""
    name = option["character"]
    return 3.0 if name in view["face_up"] or name in view["you"]["characters"] else 0.0


def _swap(view: View, option: Option) -> float:
    other: View = view["seats"][option["seat"]]
    return 0.8 * float(other["hand_size"] - _me(view)["hand_size"])


def _redraw(view: View, option: Option) -> float:
    hand = view["you"]["hand"]
    poor = sum(_card(view, {"district": card}) < 1 for card in hand)
    return 1.0 if hand and poor * 2 > len(hand) else -1.0


def _destroy(view: View, option: Option) -> float:
    """Hit the largest other city, and only where it is cheap."""
    victim = view["seats"][option["seat"]]
    if option["seat"] == view["you"]["seat"]:
        return -5.0
    cost = COST[option["district"]] + (1 if option.get("beautified") else 0)
    largest = max(len(seat["city"]) for seat in view["seats"] if seat is not _me(view))
    worth: float = (1.5 if len(victim["city"]) == largest else 0.5) - 1.2 * (cost - 1) + 0.3 * cost
    return worth


def _beautify(view: View, option: Option) -> float:
    return 0.5 if _me(view)["gold"] >= 2 else -0.5


def _always(view: View, option: Option) -> float:
    """Free gold and cards are taken before anything else."""
    return 20.0


def _pay_gold(view: View, option: Option) -> float:
    return 1.0


def _pay_card(view: View, option: Option) -> float:
    return 0.5 - 0.1 * _card(view, option)


WORTH: dict[str, Callable[[View, Option], float]] = {
    "keep": _keep,
    "discard": _discard,
    "gather": _gather,
    "build": _build,
    "income": _always,
    "extra_gold": _always,
    "extra_cards": _always,
    "laboratory": _laboratory,
    "smithy": _smithy,
    "kill": _kill,
    "rob": _rob,
    "swap": _swap,
    "redraw": _redraw,
    "destroy": _destroy,
    "beautify": _beautify,
    "pay": _pay_gold,
    "pay_card": _pay_card,
}
