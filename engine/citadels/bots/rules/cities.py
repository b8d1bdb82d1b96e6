"""Districts in cities: destroy, seize, exchange, blow up; and coins on own ones."""

from __future__ import annotations

from typing import Final

from engine.citadels.bots.outlook import Outlook
from engine.citadels.bots.reading import count_missing, surcharge_of
from engine.citadels.bots.values import EXTRAS, type_worth, worth_in_city
from engine.citadels.characters.artist import Beautify
from engine.citadels.choices import CityChoice, DistrictChoice
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import FIRST_UNIQUE, PLAIN

ARMORY = DISTRICTS["armory"].number
NEVER: Final = -50.0
SPECIAL: Final = 1.2
"""What a unique district is worth to its owner besides its cost, if its effect lasts."""

VALUED = frozenset(
    card.number
    for name, card in DISTRICTS.items()
    if name in EXTRAS or card.worth >= 1.0 or card.worth_a_round >= 1.0
)
"""The unique districts whose effect lasts."""


def loss_of(o: Outlook, seat: int, district: int) -> float:
    """Return what the owner loses with a district."""
    lost = o.features.card_set.cost[district] + 0.6 * o.w.progress
    if PLAIN[district] in VALUED:
        lost += SPECIAL
    if count_missing(o.features, seat) <= 1:
        lost += o.w.break_up
    return lost


def destroy(o: Outlook, option: CityChoice) -> float:
    """Do the most harm for the price, and never in the own city."""
    seat, district = option.seat, option.district
    if seat == o.features.seat:
        return NEVER
    price = o.features.card_set.cost[district] - 1 + surcharge_of(o.features, seat)
    paid = o.gold if o.last else o.w.raid_price
    return o.rival(seat) * loss_of(o, seat, district) - paid * price


def seize(o: Outlook, option: CityChoice) -> float:
    """Count a district more here and one fewer there. The gold goes to the owner."""
    seat, district = option.seat, option.district
    cost = o.features.card_set.cost[district]
    gain = cost + o.w.progress + type_worth(o, district) + (o.w.finish if o.need <= 1 else 0.0)
    lost = loss_of(o, seat, district) - o.w.gold * cost
    return gain + o.rival(seat) * lost - o.gold * (cost + surcharge_of(o.features, seat))


def exchange(o: Outlook, option: CityChoice) -> float:
    """Take a district that is worth more here, or less there, for the difference in gold. It uses
    no build, and no city grows.
    """
    features, cost = o.features, o.features.card_set.cost
    seat, district = option.seat, PLAIN[option.district]
    surcharge = surcharge_of(features, seat)
    theirs, funds = cost[option.district], features.gold[features.seat] - surcharge
    gain = theirs + type_worth(o, district) + (SPECIAL if district in VALUED else 0.0)
    best = NEVER
    for own in dict.fromkeys(features.city[features.seat]):
        paid = max(0, theirs - cost[own])
        if paid <= funds and PLAIN[own] not in features.city[seat]:
            worth = gain + o.w.progress - worth_in_city(o, own) - o.gold * (paid + surcharge)
            worth += o.rival(seat) * (theirs - cost[own] - o.w.gold * paid)
            best = max(best, worth)
    return best - 0.3


def give_district(o: Outlook, option: DistrictChoice) -> float:
    """Give the own district whose loss hurts least."""
    cost = o.features.card_set.cost
    price = max(0, cost[o.features.card] - cost[option.district])
    return -worth_in_city(o, option.district) - o.gold * price


def armory(o: Outlook, option: CityChoice) -> float:
    """Stop another player from completing a city. The Armory is lost as well."""
    if option.seat == o.features.seat or count_missing(o.features, option.seat) > 1:
        return NEVER
    return o.rival(option.seat) * loss_of(o, option.seat, option.district) - worth_in_city(
        o, ARMORY
    )


def beautify(o: Outlook, option: Beautify) -> float:
    """Buy a point for a gold that cannot build anything, above all at the end. Rank 8 then pays
    more, so choose the district that is cheapest to destroy, or a unique one.
    """
    spare = o.features.gold[o.features.seat] > 3 or o.left <= 1
    cost = o.features.card_set.cost[option.district]
    safe = 0.1 if option.district >= FIRST_UNIQUE else 0.0
    return 1.0 - o.gold - (0.0 if spare else 0.5) + safe - 0.01 * cost
