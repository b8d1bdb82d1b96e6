"""Cards in hands, the own one and those of others; and who gets the crown or a card."""

from __future__ import annotations

from math import fsum
from typing import Final

from engine.citadels.bots.outlook import Outlook
from engine.citadels.bots.reading import count_missing, has
from engine.citadels.bots.values import hand_worth, spare_worth
from engine.citadels.characters.emperor import GiveCrown
from engine.citadels.characters.spy import LookForType
from engine.citadels.choices import DistrictChoice, SeatChoice
from engine.citadels.districts import DISTRICTS
from tablekernel.frames import Choice

STATUE = DISTRICTS["statue"].number
POOR: Final = 0.8
"""A card worth less than this is no use."""


def hand_worths(o: Outlook) -> list[float]:
    """Return what each card of the own hand is worth; a second copy is worth almost nothing."""
    hand = o.features.hand
    return [0.1 if card in hand[:place] else hand_worth(o, card) for place, card in enumerate(hand)]


def swap(o: Outlook, option: SeatChoice) -> float:
    """Prefer the largest hand, if it beats the own one. Each further unknown card adds less."""
    if o.last and o.card < 0.5:
        return -1.0
    size = o.features.sizes[option.seat]
    theirs = o.w.typical * size - 0.08 * size * size
    own = fsum(hand_worths(o))
    return (theirs - own) * (1.0 + 0.5 * o.rival(option.seat)) * o.w.card


def redraw(o: Outlook, option: Choice) -> float:
    """Change the cards if some of them are useless."""
    poor = sum([worth < POOR for worth in hand_worths(o)])
    return -1.0 if o.last else 0.9 * poor * o.w.card - 0.2


def discard(o: Outlook, option: DistrictChoice) -> float:
    """Discard each card that is worth less than an unknown one; ``stop`` is worth 0."""
    return 1.0 - spare_worth(o, option.district)


def give(o: Outlook, option: DistrictChoice) -> float:
    """Give the card that is worth least here, preferably one that the other player cannot build."""
    other = o.features.other
    useless = other >= 0 and has(o.features, other, option.district)
    return (0.3 if useless else 0.0) - spare_worth(o, option.district)


def take(o: Outlook, option: DistrictChoice) -> float:
    """Take or keep the card that is worth most in the hand."""
    worth = hand_worth(o, option.district)
    return worth * 0.4 if option.district in o.features.hand else worth


def spy(o: Outlook, option: LookForType) -> float:
    """Look for the type with the most expected matches: each takes a card and, as far as the
    other player has any, a gold.
    """
    features, type_of = o.features, o.features.card_set.type_of
    seen = features.hand + b"".join(features.city)
    counts = [0] * 5
    for card in features.card_set.deck:
        counts[type_of[card]] += 1
    for card in seen:
        counts[type_of[card]] -= 1
    found = features.sizes[option.seat] * counts[option.type] / (sum(counts) or 1)
    gold = min(found, float(features.gold[option.seat]))
    return 0.3 + found * o.card + gold * (o.gold + 0.4 * o.rival(option.seat))


def look(o: Outlook, option: SeatChoice) -> float:
    """Prefer the largest hand and the leader's."""
    return 1.0 + 0.3 * min(o.features.sizes[option.seat], 6) + 0.6 * o.rival(option.seat)


CROWN: Final = 20.0


def crown(o: Outlook, option: GiveCrown | SeatChoice) -> float:
    """Give it to a weak player who chooses shortly before this one, for a gold or a card."""
    features, rival = o.features, o.rival(option.seat)
    seats = features.card_set.seats
    worth = CROWN - 2.0 * rival - 0.2 * ((features.seat - option.seat) % seats)
    if count_missing(features, option.seat) <= 2:
        worth -= o.w.crown_late
    if STATUE in features.city[option.seat]:
        worth -= 2.0
    if isinstance(option, GiveCrown) and option.resource != "nothing":
        worth += (o.gold if option.resource == "gold" else o.card) + 0.3 * rival
    return worth


def tithe(o: Outlook, option: SeatChoice) -> float:
    """Prefer the leader among the richest players."""
    return 50.0 + o.rival(option.seat)
