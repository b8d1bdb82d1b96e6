"""The weights of the heuristic by name, and the profiles that differ in some of them.

Weights are in points at the end of the match: a district of cost 4 is worth 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any

import orjson

from engine.citadels.card_set import CardSet
from engine.citadels.characters import CHARACTERS

WEIGHTS: Mapping[str, Mapping[str, float]] = orjson.loads(
    resources.files("engine.citadels.bots").joinpath("weights.json").read_bytes()
)
ABILITY: Mapping[str, float] = {
    **{name: card.worth for name, card in CHARACTERS.items()},
    **WEIGHTS["abilities"],
}
"""What each ability usually gains, besides what depends on the table: the fitted weight, or else
what the card says.
"""


@dataclass(frozen=True, eq=False)
class Profile:
    """A profile: every weight by name."""

    name: str = "balanced"
    ability: Mapping[str, float] = field(default_factory=lambda: ABILITY)

    # -- choosing characters
    income: float = 1.27  # for each gold that the city pays a character
    card_income: float = 0.87  # for each card that it pays
    swap: float = 0.81  # for each card more in the largest other hand, to the Magician
    theft: float = 0.62  # for each gold that others have on average, to the Thief
    blackmail: float = 0.34  # the same to the Blackmailer
    spying: float = 0.25  # for each card in the largest other hand, to the Spy and the Wizard
    shelter: float = 0.79  # of being safe from rank 8 shortly before the end
    crown_late: float = 0.49  # of choosing first shortly before the end
    refund: float = 0.11  # for each gold that the Alchemist gets back
    many_builds: float = 0.8  # for each district beyond the first that can be paid
    no_build: float = 2.47  # of the turn in which the Navigator builds nothing
    raid: float = 0.18  # for each gold in hand, to rank 8
    tax: float = 0.62  # for each gold on the token
    queen: float = 1.0  # for each gold that the Queen can expect
    spare: float = 0.19  # for each gold beyond 3, to the Artist
    stop_leader: float = 0.67  # of rank 1 when somebody else is near the end
    afford: float = 0.19  # for each point by which the best district gets better
    closing: float = 2.47  # of being able to complete the city this turn
    danger: float = 0.5  # of being the likeliest to be killed or robbed
    sureness: float = 2.06  # how surely others are expected to take what suits them best

    # -- naming characters
    turn: float = 3.84  # what a turn is worth to anybody
    spoil: float = 0.52  # for what a character brings its holder, if it does not play
    halt: float = 1.8  # of stopping who may complete a city
    menace: float = 0.52  # for what a character may do to oneself
    rival: float = 0.73  # how much of the leader's loss is one's own gain
    stranger: float = 0.02  # the same of anybody else's

    # -- gold and cards
    gold: float = 0.57  # a gold, while there is time to spend it
    gold_late: float = 0.17  # a gold shortly before the end
    card: float = 0.41  # a card for a hand that has few
    card_more: float = 0.04  # a card for a hand that has enough
    held: float = 0.25  # of what a district would bring, for holding its card
    beyond: float = 0.4  # for each gold by which a card is out of reach
    typical: float = 1.77  # a card of which one knows nothing
    saving: float = 0.98  # of gathering gold for a district that it cannot pay yet
    empty: float = 0.99  # how much more cards are wanted when none will be left

    # -- building
    progress: float = 1.81  # a step towards the completed city
    new_type: float = 0.76  # a type that the city lacks
    last_type: float = 2.91  # the last type that it lacks
    lasting: float = 0.56  # for what a district does every round
    finish: float = 2.69  # the district that completes the city
    haste: float = 0.2  # against completing it for each point that others are ahead

    # -- cities of others
    break_up: float = 1.76  # of keeping somebody from completing a city
    raid_price: float = 1.74  # a gold paid for harm to somebody else
    noise: float = 0.18  # what is decided by chance among equals

    tables: dict[CardSet, Any] = field(default_factory=dict, repr=False)
    """Tables computed once for each card set, at most ``CARD_SETS`` of them."""


BALANCED = Profile()


def _fond_of(names: str, more: float) -> Mapping[str, float]:
    """Return the usual abilities, with a higher weight for some."""
    return {**BALANCED.ability, **{name: BALANCED.ability[name] + more for name in names.split()}}


BUILDER = replace(
    BALANCED,
    name="builder",
    ability=_fond_of("king emperor patrician bishop abbot cardinal merchant trader alchemist", 0.6),
    income=BALANCED.income * 1.25,
    progress=-0.4,
    new_type=BALANCED.new_type * 2.5,
    last_type=BALANCED.last_type * 1.5,
    lasting=BALANCED.lasting * 2.0,
    saving=BALANCED.saving * 2.0,
    stranger=BALANCED.stranger * 0.5,
    rival=BALANCED.rival * 0.8,
    tables={},
)
"""Cares for its own city: incomes, all types, lasting effects, dear districts. Avoids harming
others.
"""

THIEF = replace(
    BALANCED,
    name="thief",
    ability=_fond_of("thief spy blackmailer magician wizard magistrate warlord marshal", 0.8),
    theft=BALANCED.theft * 1.4,
    blackmail=BALANCED.blackmail * 1.4,
    stranger=BALANCED.stranger * 2.0,
    raid_price=BALANCED.raid_price * 0.8,
    tables={},
)
"""Lives on other players: their gold, hands and districts."""

RUSHER = replace(
    BALANCED,
    name="rusher",
    ability=_fond_of("architect scholar seer wizard trader marshal navigator", 0.7),
    gold=BALANCED.gold * 1.6,
    progress=BALANCED.progress * 1.6,
    closing=BALANCED.closing * 1.6,
    many_builds=BALANCED.many_builds * 1.5,
    finish=BALANCED.finish * 1.6,
    haste=BALANCED.haste * 0.4,
    saving=BALANCED.saving * 0.5,
    tables={},
)
"""Wants many districts early, cheap ones too, and completes its city first."""

PROFILES: Mapping[str, Profile] = {
    profile.name: profile for profile in (BALANCED, BUILDER, THIEF, RUSHER)
}
"""The profiles by name. The first is the default."""

DEFAULT = BALANCED.name
