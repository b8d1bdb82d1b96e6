"""The bot of simple rules: take what pays, build the dearest district, spoil the richest. No
inference, no plan.

It weighs each option by one number that says what the option is worth to this seat now, in
about the value of a gold coin.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.citadels.bots.knowledge import (
    COST,
    EXTRA_POINTS,
    PROGRESS,
    SHARE,
    Option,
    View,
    card_worth,
    character_worth,
    hurts,
    in_vain,
    me_of,
    nearly_done,
    playable,
    points_of,
)

FREE = 20.0
"""Free gold and cards are taken before anything else."""


def greedy(view: View, options: list[Option], rng: Random) -> str:
    """The option of the highest worth; equals are decided by chance."""
    weighed = [
        (WORTH.get(option["verb"], _nothing)(view, option) + rng.random() * 0.2, option["choice"])
        for option in options
    ]
    choice: str = max(weighed)[1]
    return choice


def _nothing(view: View, option: Option) -> float:
    return 0.0


def _always(view: View, option: Option) -> float:
    return FREE


# -- the turn


def _keep(view: View, option: Option) -> float:
    if "character" in option:
        return character_worth(view, option["character"])
    return card_worth(view, option["district"])


def _discard(view: View, option: Option) -> float:
    """A good character is not left to others; of cards the worst one goes."""
    if "character" in option:
        return character_worth(view, option["character"])
    return _worst(view, option)


def _worst(view: View, option: Option) -> float:
    """A card to be rid of."""
    return 1.0 - card_worth(view, option["district"])


def _gather(view: View, option: Option) -> float:
    """Gold, unless nothing is left that is worth saving for: no card, or one that can be paid."""
    if option["choice"] != "gather:cards":
        return 2.0
    cards = playable(view)
    enough = len(cards) < 2 and all(COST[card] <= me_of(view)["gold"] for card in cards)
    return 2.5 if enough else 1.0


def _income(view: View, option: Option) -> float:
    """Where it comes as gold or cards, cards only for want of something to build."""
    if "gold" in option and "cards" in option:
        return FREE + float(option["gold" if playable(view) else "cards"])
    return FREE


def _navigate(view: View, option: Option) -> float:
    if option["choice"] == "navigate:cards":
        return FREE if len(playable(view)) < 2 else FREE - 2
    return FREE - 1


def _build(view: View, option: Option) -> float:
    """The dearest first; what gold cannot pay is paid with something else of value."""
    name = option["district"]
    worth: float = PROGRESS + COST[name] + EXTRA_POINTS.get(name, 0.0)
    if "gold" in option:
        return worth
    ways = {way.partition(":")[0] for way in option.get("otherwise", ())}
    if ways & {"borrow", "pay_card"}:  # a card for each missing gold
        return worth - float(COST[name] - me_of(view)["gold"])
    return worth - PROGRESS - 3.5  # a district is lost: the Framework, or one for the Necropolis


# -- paying


def _pay(view: View, option: Option) -> float:
    return -5.0 if option["choice"] == "pay:framework" else 1.0


def _pay_card(view: View, option: Option) -> float:
    return 0.5 - 0.1 * card_worth(view, option["district"])


def _sacrifice(view: View, option: Option) -> float:
    return -PROGRESS - COST[option["district"]]


def _borrow(view: View, option: Option) -> float:
    """From who is ahead."""
    return 0.1 * points_of(view["seats"][option["seat"]])


# -- naming characters


def _kill(view: View, option: Option) -> float:
    name = option["character"]
    worth = {"architect": 2.0, "merchant": 1.8, "alchemist": 1.8, "scholar": 1.6, "thief": 1.2}
    return 1.0 + worth.get(name, 1.0) - in_vain(view, name)


def _rob(view: View, option: Option) -> float:
    """Whoever has gold: those that build much or late."""
    name = option["character"]
    worth = {"architect": 1.6, "merchant": 1.6, "alchemist": 1.6, "king": 1.3, "warlord": 1.2}
    return 1.0 + worth.get(name, 1.0) - in_vain(view, name)


def _sign(view: View, option: Option) -> float:
    """Whoever builds dear districts."""
    name = option["character"]
    worth = {"architect": 2.0, "alchemist": 1.8, "merchant": 1.6, "king": 1.4, "navigator": -1.0}
    return 1.0 + worth.get(name, 1.0) - in_vain(view, name)


def _bewitch(view: View, option: Option) -> float:
    """What the character would bring, if somebody has it: else the turn is over."""
    name = option["character"]
    return character_worth(view, name) - 2 * in_vain(view, name)


def _bribe(view: View, option: Option) -> float:
    """As good as the risk, and better where it costs nothing."""
    return 1.0 if me_of(view)["gold"] < 2 else 0.0


# -- hands of others


def _spy(view: View, option: Option) -> float:
    """The matches to be expected bring a card each, and gold as far as there is any."""
    victim = view["seats"][option["seat"]]
    found = victim["hand_size"] * SHARE[option["type"]]
    return 0.1 + float(found + min(found, victim["gold"]))


def _swap(view: View, option: Option) -> float:
    other: View = view["seats"][option["seat"]]
    return 0.8 * float(other["hand_size"] - me_of(view)["hand_size"])


def _redraw(view: View, option: Option) -> float:
    hand = view["you"]["hand"]
    poor = sum(card_worth(view, card) < 1 for card in hand)
    return 1.0 if hand and poor * 2 > len(hand) else -1.0


def _look(view: View, option: Option) -> float:
    """After gathering, when the card can be built at once."""
    return 1.0 + 0.1 * float(view["seats"][option["seat"]]["hand_size"])


def _crown(view: View, option: Option) -> float:
    """It has to be given: to who has the least from it."""
    resource = {"gold": 1.0, "card": 0.9}.get(option.get("resource", ""), 0.0)
    return 5.0 + resource - 0.1 * points_of(view["seats"][option["seat"]])


def _tithe(view: View, option: Option) -> float:
    return FREE + 0.1 * points_of(view["seats"][option["seat"]])


# -- cities of others


def _destroy(view: View, option: Option) -> float:
    """Hit the largest other city, and only where it is cheap."""
    cost = COST[option["district"]] + (1 if option.get("beautified") else 0)
    price: int = option.get("gold", cost - 1)
    return hurts(view, option["seat"]) - 1.2 * price + 0.3 * cost


def _seize(view: View, option: Option) -> float:
    """A district more here, one less there, for gold that stays in the game."""
    cost = COST[option["district"]]
    price: int = option.get("gold", cost)
    return PROGRESS + cost + hurts(view, option["seat"]) - 1.5 * price


def _exchange(view: View, option: Option) -> float:
    """A dearer district for the cheapest one, with the gold that nothing else was found for."""
    cheapest = min(district["cost"] for district in me_of(view)["city"])
    gain = COST[option["district"]] - cheapest
    return 0.3 * gain + 0.2 * hurts(view, option["seat"]) if gain > 0 else -1.0


def _give_district(view: View, option: Option) -> float:
    return -float(COST[option["district"]])


def _armory(view: View, option: Option) -> float:
    """Two districts are gone: only where the other one would have been the last but one."""
    seat = option["seat"]
    if not nearly_done(view, seat) or nearly_done(view, view["you"]["seat"]):
        return -5.0
    return hurts(view, seat) + COST[option["district"]]


# -- the own city


def _beautify(view: View, option: Option) -> float:
    return 0.5 if me_of(view)["gold"] >= 2 else -0.5


def _laboratory(view: View, option: Option) -> float:
    """Only what cannot be built any more is worth less than 2 gold."""
    worth = card_worth(view, option["district"])
    return 2.0 - worth if worth < 1 else -1.0


def _museum(view: View, option: Option) -> float:
    """A point for a card that brings less in the city."""
    return 0.9 - 0.3 * card_worth(view, option["district"])


def _smithy(view: View, option: Option) -> float:
    me = me_of(view)
    return 2.0 if me["hand_size"] <= 1 and me["gold"] >= 4 else -1.0


def _swap_character(view: View, option: Option) -> float:
    """Something unknown for the own character: only if that one is of no use."""
    own = view["you"]["characters"]
    given = option.get("character", own[0] if own else "")
    return 0.8 - character_worth(view, given) if given else -1.0


WORTH: dict[str, Callable[[View, Option], float]] = {
    "armory": _armory,
    "beautify": _beautify,
    "bewitch": _bewitch,
    "blank": _nothing,
    "borrow": _borrow,
    "bribe": _bribe,
    "build": _build,
    "build_at_once": _build,
    "collect_taxes": _always,
    "confiscate": _always,
    "crown": _crown,
    "destroy": _destroy,
    "discard": _discard,
    "end_turn": _nothing,
    "exchange": _exchange,
    "extra_cards": _always,
    "extra_gold": _always,
    "gather": _gather,
    "give": _worst,
    "give_district": _give_district,
    "income": _income,
    "keep": _keep,
    "kill": _kill,
    "laboratory": _laboratory,
    "look": _look,
    "museum": _museum,
    "navigate": _navigate,
    "pass": _nothing,
    "pay": _pay,
    "pay_card": _pay_card,
    "queen_gold": _always,
    "redraw": _redraw,
    "refuse": _nothing,
    "reveal": _always,
    "rob": _rob,
    "sacrifice": _sacrifice,
    "seize": _seize,
    "sign_warrant": _sign,
    "smithy": _smithy,
    "spy": _spy,
    "stop": _nothing,
    "study": _always,
    "swap": _swap,
    "swap_character": _swap_character,
    "take": _keep,
    "take_from_all": _always,
    "threaten": _rob,
    "tithe": _tithe,
}
