"""Districts in cities: destroy, seize, exchange, blow up; and coins on own ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.choosing import most_worth
from engine.citadels.bots.heuristic.districts import type_worth, worth_of_city
from engine.citadels.bots.heuristic.outlook import Outlook, lacking, rivalries
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.reading import surcharge_of
from engine.citadels.characters.artist import Beautify
from engine.citadels.choices import CityChoice, DistrictChoice
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import FIRST_UNIQUE, PLAIN
from engine.kernel.frames import Choice

ARMORY = DISTRICTS["armory"].number
NEVER: Final = -50.0
VALUED = frozenset(
    DISTRICTS[name].number
    for name in (
        "dragon_gate", "wishing_well", "ivory_tower", "basilica", "capitol", "statue", "monument",
        "imperial_treasury", "map_room", "museum", "haunted_quarter", "gold_mine",
        "school_of_magic",
    )
)  # fmt: skip
"""Districts that are worth more to their owners than they cost."""


def loss_of(features: Features, seat: int, district: int, w: Profile) -> float:
    """Return what the owner loses with a district."""
    lost = features.card_set.cost[district] + 0.6 * w.progress
    if PLAIN[district] in VALUED:
        lost += 1.2
    if lacking(features, seat) <= 1:
        lost += w.break_up
    return lost


def destroy(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """Never in the own city; elsewhere the most harm for the price."""
    rivals = rivalries(features, w)
    cost, seat = features.card_set.cost, features.seat
    paid = out.gold if out.last else w.raid_price
    worths: list[float] = []
    for option in group:
        assert isinstance(option, CityChoice)
        victim, district = option.seat, option.district
        if victim == seat:
            worths.append(NEVER)
            continue
        price = cost[district] - 1 + surcharge_of(features, victim)
        worth = rivals[victim] * loss_of(features, victim, district, w) - paid * price
        worths.append(worth)
    return most_worth(group, worths)


def seize(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """One more here, one fewer there; the gold goes to the owner."""
    rivals = rivalries(features, w)
    cost = features.card_set.cost
    worths: list[float] = []
    for option in group:
        assert isinstance(option, CityChoice)
        victim, district = option.seat, option.district
        price = cost[district] + surcharge_of(features, victim)
        gain = cost[district] + w.progress + type_worth(features, district, out, w)
        if out.need <= 1:
            gain += w.finish
        lost = loss_of(features, victim, district, w) - w.gold * cost[district]
        worth = gain + rivals[victim] * lost - out.gold * price
        worths.append(worth)
    return most_worth(group, worths)


def exchange(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """A district that is worth more here, or less there, for the difference in gold. It uses no
    build, and no city grows.
    """
    rivals = rivalries(features, w)
    cost, gold = features.card_set.cost, features.gold[features.seat]
    own = [
        (cost[district], worth_of_city(features, district, out, w) - w.progress, PLAIN[district])
        for district in dict.fromkeys(features.city[features.seat])
    ]
    best, chosen = NEVER, group[0]
    for option in group:
        assert isinstance(option, CityChoice)
        theirs, victim, plain = cost[option.district], option.seat, PLAIN[option.district]
        rival, funds = rivals[victim], gold - surcharge_of(features, victim)
        gain = theirs + type_worth(features, plain, out, w) + (1.2 if plain in VALUED else 0.0)
        for given, missed, card in own:
            paid = max(0, theirs - given)
            if paid > funds or card in features.city[victim]:
                continue
            worth = gain - missed - out.gold * (paid + gold - funds)
            worth += rival * (theirs - given - w.gold * paid)
            if worth > best:
                best, chosen = worth, option
    return best - 0.3, chosen


def give_district(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """The own district whose loss hurts least."""
    out = Outlook(features, w)
    cost = features.card_set.cost
    theirs = cost[features.card]
    worths: list[float] = []
    for option in options:
        assert isinstance(option, DistrictChoice)
        price = max(0, theirs - cost[option.district])
        worth = -worth_of_city(features, option.district, out, w) - out.gold * price
        worths.append(worth)
    return most_worth(options, worths)[1]


def armory(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The Armory is lost too: only to stop another player from completing a city, never in the own
    one.
    """
    mine = worth_of_city(features, ARMORY, out, w)
    rivals = rivalries(features, w)
    worths: list[float] = []
    for option in group:
        assert isinstance(option, CityChoice)
        if option.seat == features.seat:
            worths.append(NEVER)
            continue
        lost = loss_of(features, option.seat, option.district, w)
        worth = rivals[option.seat] * lost - mine
        worths.append(worth)
    return most_worth(group, worths)


def beautify(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """A point for a gold, with gold that cannot build anything, above all at the end. Rank 8 then
    pays more, so choose the district that is cheapest to destroy, or a unique one.
    """
    spare = features.gold[features.seat] > 3
    worth = 1.0 - out.gold - (0.0 if spare or out.left <= 1 else 0.5)
    cost = features.card_set.cost
    chosen = max(
        group,
        key=lambda option: (
            isinstance(option, Beautify) and option.district >= FIRST_UNIQUE,
            -cost[option.district] if isinstance(option, Beautify) else 0,
        ),
    )
    return worth, chosen


def beautify_again(
    features: Features, options: Sequence[Choice], w: Profile, rng: Random
) -> Choice:
    """A second coin for the same reason."""
    out = Outlook(features, w)
    coins = [option for option in options if isinstance(option, Beautify)]
    worth, chosen = beautify(features, coins, out, w, rng)
    return chosen if worth > 0.0 else options[-1]
