"""The weights of the rules of thumb by name, and the profiles that differ in some of them.

Weights are in points at the end of the match: a district of cost 4 is worth 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, eq=False)
class Profile:
    """A profile: every weight by name."""

    name: str = "balanced"
    likes: Mapping[str, float] = field(default_factory=dict)
    """What is added to the score of a character in the draft."""

    # -- naming characters
    turn: float = 3.84  # what a turn is worth to anybody
    spoil: float = 0.52  # for what a character brings its holder, if it does not play
    halt: float = 1.8  # of stopping a seat that may complete its city
    menace: float = 0.52  # for what a character may do to this seat
    rival: float = 0.73  # how much of the leader's loss this seat gains
    stranger: float = 0.02  # the same for any other seat
    crown_late: float = 0.49  # of keeping the crown from a seat near the end

    # -- gold and cards
    gold: float = 0.57  # a gold, while there is time to spend it
    gold_late: float = 0.17  # a gold shortly before the end
    card: float = 0.41  # a card for a hand that has few
    card_more: float = 0.04  # a card for a hand that has enough
    held: float = 0.25  # of what a district would bring, for holding its card
    beyond: float = 0.4  # for each gold by which a card is out of reach
    typical: float = 1.77  # an unknown card
    saving: float = 0.98  # of gathering gold for a district that is not affordable yet
    empty: float = 0.99  # how much more cards are wanted when none will be left

    # -- building
    progress: float = 1.81  # a step towards the completed city
    new_type: float = 0.76  # a type that the city lacks
    last_type: float = 2.91  # the last type that it lacks
    lasting: float = 0.56  # for what a district does every round
    finish: float = 2.69  # the district that completes the city
    haste: float = 0.2  # against completing it, for each point that others are ahead

    # -- cities of others
    break_up: float = 1.76  # of keeping a seat from completing its city
    raid_price: float = 1.74  # a gold paid for harm to another seat
    noise: float = 0.18  # the share of chance between options that are nearly as good


BALANCED = Profile()


def likes_for(names: str, more: float) -> Mapping[str, float]:
    """Return ``more`` for each of these characters."""
    return dict.fromkeys(names.split(), more)


BUILDER = replace(
    BALANCED,
    name="builder",
    likes=likes_for("king emperor patrician bishop abbot cardinal merchant trader alchemist", 1.0),
    progress=-0.4,
    new_type=BALANCED.new_type * 2.5,
    last_type=BALANCED.last_type * 1.5,
    lasting=BALANCED.lasting * 2.0,
    saving=BALANCED.saving * 2.0,
    stranger=BALANCED.stranger * 0.5,
    rival=BALANCED.rival * 0.8,
)
"""Cares for its own city: incomes, all types, lasting effects, dear districts. Avoids harming
others.
"""

THIEF = replace(
    BALANCED,
    name="thief",
    likes=likes_for("thief spy blackmailer magician wizard magistrate warlord marshal", 1.0),
    stranger=BALANCED.stranger * 2.0,
    raid_price=BALANCED.raid_price * 0.8,
)
"""Lives on other players: their gold, hands and districts."""

RUSHER = replace(
    BALANCED,
    name="rusher",
    likes=likes_for("architect scholar seer wizard trader marshal navigator", 1.0),
    gold=BALANCED.gold * 1.6,
    progress=BALANCED.progress * 1.6,
    finish=BALANCED.finish * 1.6,
    haste=BALANCED.haste * 0.4,
    saving=BALANCED.saving * 0.5,
)
"""Wants many districts early, cheap ones too, and completes its city first."""

PROFILES: Mapping[str, Profile] = {
    profile.name: profile for profile in (BALANCED, BUILDER, THIEF, RUSHER)
}
"""The profiles by name. The first is the default."""
