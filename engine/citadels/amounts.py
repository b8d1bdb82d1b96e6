"""What an option costs or brings at this moment. A choice is created once for all matches, so this
is not part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.citadels.acts import Act
from engine.citadels.card_set import UNPAYABLE
from engine.citadels.characters.cardinal import Borrow
from engine.citadels.characters.diplomat import Give, Offering, price_of_exchange
from engine.citadels.characters.marshal import Seize
from engine.citadels.characters.tax_collector import CollectTaxes, taxes
from engine.citadels.characters.warlord import Destroy
from engine.citadels.choices import CityChoice, DistrictChoice
from engine.citadels.districts.framework import PayFramework
from engine.citadels.districts.necropolis import Sacrifice
from engine.citadels.districts.thieves_den import PayCard
from engine.citadels.flow.build import PAY_GOLD, BuildDistrict, PayGold, payments, price_of
from engine.citadels.flow.income import TakeCards, TakeGold, TakeMixed, income_count
from engine.citadels.flow.turn import EndTurn, offer_acts
from engine.citadels.frames import Build
from engine.citadels.names import district_name
from engine.citadels.rank_8_targets import surcharge
from engine.citadels.state import Match
from tablekernel.frames import Choice
from tablekernel.loop import nearest

Amounts = dict[str, Any]


def amounts(match: Match, seat: int, choice: Choice) -> Amounts:
    """Return the ``cost`` on the card of an option; its ``gold`` and ``cards`` for ``seat`` now;
    and other ways to pay.
    """
    found: Amounts = {}
    if isinstance(choice, DistrictChoice | CityChoice):
        cost = match.card_set.cost[choice.district]
        found["cost"] = None if cost == UNPAYABLE else cost
    for cls, measure in MEASURES.items():
        if isinstance(choice, cls):
            found.update(measure(match, seat, choice))
            break
    return found


def _price(match: Match, seat: int, choice: BuildDistrict) -> Amounts:
    """Return the price if the stash can pay it; if not, what else goes; and the keys of other
    ways.
    """
    price = price_of(match, seat, choice.district)
    ways = payments(match, choice.build(match, match.turn, price, drawn=False))
    others = [way for way in ways if way is not PAY_GOLD]
    found = {"gold": price} if len(others) < len(ways) else _instead(match, seat, price, others)
    return {**found, "otherwise": [way.key for way in others]} if others else found


def _instead(match: Match, seat: int, price: int, ways: list[Act]) -> Amounts:
    """Return what a build costs that gold alone cannot pay: the district that it ``destroys``, or
    at least this number of ``cards``, and the ``lender`` who gets them. Nothing is certain if there
    are ways of both kinds.
    """
    only = ways[0] if len(ways) == 1 else None
    if isinstance(only, PayFramework | Sacrifice):
        destroyed = district_name(only.district) if isinstance(only, Sacrifice) else "framework"
        return {"destroys": destroyed}
    if not all(isinstance(way, Borrow | PayCard) for way in ways):
        return {}
    cards = {"cards": price - match.gold[seat]}
    return {**cards, "lender": only.seat} if isinstance(only, Borrow) else cards


def _owed(match: Match, seat: int, choice: PayGold) -> Amounts:
    build: Build = nearest(match, Build)
    return {"gold": build.owed}


def _missing(match: Match, seat: int, choice: Borrow) -> Amounts:
    build: Build = nearest(match, Build)
    return {"gold": build.owed - match.gold[seat]}


def _destruction(match: Match, seat: int, choice: Destroy) -> Amounts:
    return {"gold": match.card_set.cost[choice.district] - 1 + surcharge(match, choice.seat)}


def _seizure(match: Match, seat: int, choice: Seize) -> Amounts:
    return {"gold": match.card_set.cost[choice.district] + surcharge(match, choice.seat)}


def _exchange(match: Match, seat: int, choice: Give) -> Amounts:
    offering: Offering = nearest(match, Offering)
    prices = price_of_exchange(match, choice.district, offering.victim, offering.theirs)
    return {"gold": sum(prices)}


def _uncollected(match: Match, seat: int, choice: EndTurn) -> Amounts:
    """Return the income and the gains that would be lost with the end of the turn."""
    turn = match.turn
    offered: list[Choice] = []
    offer_acts(match, turn, match.card_set.roles[turn.rank], offered)
    acts = {act.verb: act for act in offered if act.verb in GAINS}
    lost = [{"verb": verb, **_gain(match, seat, act)} for verb, act in acts.items()]
    return {"uncollected": lost} if lost else {}


def _gain(match: Match, seat: int, choice: Choice) -> Amounts:
    """Return the gold or cards of a gain. An income in any mix has both, up to these numbers."""
    if isinstance(choice, TakeMixed):
        count = _income(match, seat)
        return {"gold": count, "cards": _cards(match, count)}
    return amounts(match, seat, choice)


def _income(match: Match, seat: int) -> int:
    return income_count(match, seat, match.card_set.roles[match.turn.rank].gem)


def _cards(match: Match, count: int) -> int:
    """Return a number of cards, at most those in the deck (R-54)."""
    return min(count, len(match.deck))


GAINS: Final = frozenset(
    {
        "income",
        "tithe",
        "extra_gold",
        "extra_cards",
        "navigate",
        "study",
        "queen_gold",
        "collect_taxes",
    }
)
"""The verbs that bring gold or cards for nothing."""

MEASURES: Final[dict[type[Choice], Callable[[Match, int, Any], Amounts]]] = {
    BuildDistrict: _price,
    PayGold: _owed,
    Borrow: _missing,
    Destroy: _destruction,
    Seize: _seizure,
    Give: _exchange,
    TakeGold: lambda match, seat, choice: {"gold": _income(match, seat)},
    TakeCards: lambda match, seat, choice: {"cards": _cards(match, _income(match, seat))},
    TakeMixed: lambda match, seat, choice: {
        "cards": _cards(match, _income(match, seat) - choice.gold)
    },
    CollectTaxes: lambda match, seat, choice: {"gold": taxes(match)},
    EndTurn: _uncollected,
}
