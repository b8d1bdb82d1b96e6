"""What an option costs or brings at this moment. A choice is created once for all matches, so this
is not part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.citadels.card_set import UNPAYABLE
from engine.citadels.characters.cardinal import Borrow
from engine.citadels.characters.diplomat import Give, Offering, price_of_exchange
from engine.citadels.characters.marshal import Seize
from engine.citadels.characters.tax_collector import CollectTaxes, taxes
from engine.citadels.characters.warlord import Destroy
from engine.citadels.choices import CityChoice, DistrictChoice
from engine.citadels.flow.build import PAY_GOLD, BuildDistrict, PayGold, payments, price_of
from engine.citadels.flow.income import TakeCards, TakeGold, TakeMixed, income_count
from engine.citadels.frames import Build
from engine.citadels.rank_8_targets import surcharge
from engine.citadels.state import Match
from engine.kernel.frames import Choice
from engine.kernel.loop import nearest

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
    """Return the price if the stash can pay it, and the keys of other ways, so that a district that
    can only be built by destroying one says so.
    """
    price = price_of(match, seat, choice.district)
    build = choice.build(match, match.turn, price, drawn=False)
    ways = [way.key for way in payments(match, build)]
    found: Amounts = {}
    if PAY_GOLD.key in ways:
        found["gold"] = price
        ways.remove(PAY_GOLD.key)
    return {**found, "otherwise": ways} if ways else found


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


def _income(match: Match, seat: int) -> int:
    return income_count(match, seat, match.card_set.roles[match.turn.rank].gem)


def _cards(match: Match, count: int) -> int:
    """Return a number of cards, at most those in the deck (R-54)."""
    return min(count, len(match.deck))


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
}
