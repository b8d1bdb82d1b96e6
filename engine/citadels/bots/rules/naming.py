"""Name characters, answer threats, and swap characters."""

from __future__ import annotations

from math import fsum
from typing import Final

from engine.citadels.bots.draft import own_scores, public_scores
from engine.citadels.bots.outlook import POINT, Outlook
from engine.citadels.choices import CharacterChoice, SeatChoice
from engine.citadels.districts.theater import SwapOneOfTwo
from engine.citadels.names import CROWN_RANK
from engine.citadels.state import ROBBED, THREAT
from tablekernel.frames import Choice

NAME: Final = 30.0
"""Naming is free and cannot wait, because the target acts later in the round."""

ALWAYS: Final = 50.0

IN_VAIN: Final = 20.0
"""What is lost if nobody else can have the character."""


def _named(o: Outlook, rank: int, worth: float) -> float:
    vain = (o.features.face_up | o.features.mine) >> rank & 1
    return NAME + worth - (IN_VAIN if vain else 0.0)


def kill(o: Outlook, option: CharacterChoice) -> float:
    """Kill the character whose turn is worth most to a rival, or does most harm here. The crown
    passes all the same.
    """
    worth = o.expected("harm")[option.rank]
    return _named(o, option.rank, worth * (0.8 if option.rank == CROWN_RANK else 1.0))


def rob(o: Outlook, option: CharacterChoice) -> float:
    """Rob the character with most expected gold, preferably the leader's."""
    robbed = o.features.marks[option.rank] & ROBBED
    return _named(o, option.rank, 0.0 if robbed else o.expected("loot")[option.rank])


def sign_warrant(o: Outlook, option: CharacterChoice) -> float:
    """Sign for the character most likely to build a dear district."""
    return _named(o, option.rank, o.expected("builds")[option.rank])


def blank(o: Outlook, option: CharacterChoice) -> float:
    """Lay a blank marker where the real one would have been plausible."""
    return sign_warrant(o, option) if o.features.rank == 1 else rob(o, option)


def bewitch(o: Outlook, option: CharacterChoice) -> float:
    """Bewitch the character that gains most here and costs its holder most, if anyone has it.
    Otherwise the turn is lost.
    """
    features, rank = o.features, option.rank
    own = 4.0 + own_scores(features, [rank], gathered=0)[0]
    if features.hand and not features.card_set.roles[rank].limit:
        own -= 2.0
    worth = 0.0
    for seat, row in enumerate(o.guess().held):
        worth += row[rank] * (own + 3.0 * o.rival(seat))
    return _named(o, rank, worth)


def bribe(o: Outlook, option: Choice) -> float:
    """Pay half of the gold for certain, or risk all of it if this is the flower, which is more
    likely on the richer target. ``refuse`` is worth 0.
    """
    gold = o.features.gold[o.features.seat]
    if gold < 2:
        return ALWAYS
    marked = sum([1 for marks in o.features.marks if marks & THREAT])
    flower = 0.6 if marked < 2 else 0.5
    if gold >= max(o.features.gold) and gold > 2:
        flower += 0.15
    return flower * gold - gold // 2 + 0.3 * (gold % 2)


def swap_character(o: Outlook, option: SeatChoice) -> float:
    """Swap for a character that is probably better here, or that costs the leader much."""
    features, row = o.features, o.guess().held[option.seat]
    ranks = features.card_set.ranks
    rank = option.rank if isinstance(option, SwapOneOfTwo) else features.mine.bit_length() - 1
    total = fsum(row) or 1.0
    own, theirs = own_scores(features, ranks), public_scores(features, option.seat, ranks)
    gain = loss = 0.0
    for place, other in enumerate(ranks):
        share = row[other] / total
        gain += share * own[place]
        loss += share * theirs[place]
    gain -= own[ranks.index(rank)]
    loss -= theirs[ranks.index(rank)]
    return POINT * (gain + o.rival(option.seat) * loss) - 0.8
