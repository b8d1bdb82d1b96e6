"""Choose another player to give to or take from: the crown, a tithe."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.choosing import most_worth
from engine.citadels.bots.heuristic.outlook import Outlook, lacking, rivalries
from engine.citadels.bots.profiles import Profile
from engine.citadels.characters.emperor import GiveCrown
from engine.citadels.choices import SeatChoice
from engine.citadels.districts import DISTRICTS
from engine.kernel.frames import Choice

STATUE = DISTRICTS["statue"].number


def crown(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """To a weak player near this seat, for a gold or a card."""
    rivals = rivalries(features, w)
    seats = features.card_set.seats
    worths: list[float] = []
    for option in group:
        assert isinstance(option, GiveCrown | SeatChoice)
        other = option.seat
        worth = -2.0 * rivals[other] - 0.2 * ((features.seat - other) % seats)
        if lacking(features, other) <= 2:
            worth -= w.crown_late
        if STATUE in features.city[other]:
            worth -= 2.0
        if isinstance(option, GiveCrown) and option.resource != "nothing":
            worth += out.gold if option.resource == "gold" else out.card
            worth += 0.3 * rivals[other]
        worths.append(worth)
    return 20.0, most_worth(group, worths)[1]


def tithe(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """Of the richest, the leader."""
    rivals = rivalries(features, w)
    return 50.0, max(
        group, key=lambda option: rivals[option.seat] if isinstance(option, SeatChoice) else -1.0
    )


def give_killed_crown(
    features: Features, options: Sequence[Choice], w: Profile, rng: Random
) -> Choice:
    """The crown of a killed Emperor."""
    return crown(features, options, Outlook(features, w), w, rng)[1]
