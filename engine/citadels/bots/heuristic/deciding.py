"""Which rule of thumb decides what: by topic, and within a turn by verb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic import crown, draft, gather, hands, naming, rank_8_targets
from engine.citadels.bots.heuristic.build import best_build, confiscate, payment
from engine.citadels.bots.heuristic.gather import BEFORE_THE_END, FREE
from engine.citadels.bots.heuristic.outlook import Outlook
from engine.citadels.bots.profiles import DEFAULT, PROFILES, Profile
from engine.citadels.flow.gather import GATHER_CARDS, GATHER_GOLD
from engine.citadels.flow.turn import END_TURN
from engine.kernel.frames import Choice

Reply = Callable[[Features, Sequence[Choice], Profile, Random], Choice]
LITTLE: Final = 0.1

Weigher = Callable[[Features, Sequence[Choice], Outlook, Profile, Random], tuple[float, Choice]]


def _free(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """Acts that are always worth taking early."""
    return FREE, group[0]


def _without_rule(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """Acts without a rule: better than ending the turn, and no more is known."""
    return LITTLE, rng.choice(group)


def _build(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    return best_build(features, group, out, w, features.card_set.roles[features.rank].limit)


ACTS: dict[str, Weigher] = {
    "armory": rank_8_targets.armory,
    "beautify": rank_8_targets.beautify,
    "build": _build,
    "collect_taxes": _free,
    "crown": crown.crown,
    "destroy": rank_8_targets.destroy,
    "exchange": rank_8_targets.exchange,
    "extra_cards": _free,
    "extra_gold": _free,
    "income": gather.income,
    "kill": naming.kill,
    "laboratory": hands.laboratory,
    "look": hands.look,
    "museum": hands.museum,
    "navigate": gather.navigate,
    "queen_gold": _free,
    "redraw": hands.redraw,
    "rob": naming.rob,
    "seize": rank_8_targets.seize,
    "sign_warrant": naming.sign_warrant,
    "smithy": hands.smithy,
    "spy": hands.spy,
    "study": _free,
    "swap": hands.swap,
    "take_from_all": _free,
    "threaten": naming.threaten,
    "tithe": crown.tithe,
}
"""The rule that weighs each act of a turn, if it has one."""

AT_ONCE = frozenset(
    {
        "collect_taxes", "extra_cards", "extra_gold", "income", "kill", "queen_gold", "rob",
        "sign_warrant", "study", "take_from_all", "threaten",
    }
)  # fmt: skip
"""Acts taken before gathering, since they may help to decide what to gather. The rest wait for the
gold.
"""


def _gather(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """First the acts that help to decide, then gold or cards."""
    out = Outlook(features, w)
    count = len(options)
    place = 2 if options[1] is GATHER_CARDS else 1
    while place < count:
        verb = options[place].verb
        end = place + 1
        while end < count and options[end].verb == verb:
            end += 1
        if verb in AT_ONCE:
            worth, choice = ACTS.get(verb, _without_rule)(features, options[place:end], out, w, rng)
            if worth > BEFORE_THE_END:
                return choice
        place = end
    return gather.gather(features, out, w) if options[1] is GATHER_CARDS else GATHER_GOLD


def _action(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """The best act that is worth more than ending the turn."""
    out = Outlook(features, w)
    count = len(options)
    place = 0
    best, chosen = -1000.0, options[0]
    if chosen is END_TURN:
        best, place = 0.0, 1
    while place < count:
        verb = options[place].verb
        end = place + 1
        while end < count and options[end].verb == verb:
            end += 1
        worth, choice = ACTS.get(verb, _without_rule)(features, options[place:end], out, w, rng)
        if worth > best:
            if worth >= FREE:
                return choice
            best, chosen = worth, choice
        place = end
    return chosen


TOPICS: dict[str, Reply] = {
    "action": _action,
    "beautify": rank_8_targets.beautify_again,
    "bewitch": naming.bewitch,
    "blank_marker": naming.blank_marker,
    "bribe": naming.bribe,
    "confiscate": confiscate,
    "crown": crown.give_killed_crown,
    "discard_card": hands.discard_card,
    "discard_character": draft.discard_character,
    "gather": _gather,
    "give_card": hands.give_card,
    "give_district": rank_8_targets.give_district,
    "keep_card": gather.keep_card,
    "keep_character": draft.keep_character,
    "payment": payment,
    "reveal_threat": naming.reveal,
    "theater": draft.theater,
    "wizard_card": hands.wizard_card,
}
"""The rule for each topic. Where there is none, chance decides."""


class Heuristic:
    """The rules of thumb with the weights of a profile."""

    __slots__ = ("profile",)

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def __call__(
        self, features: Features, topic: str, options: Sequence[Choice], rng: Random
    ) -> Choice:
        if len(options) == 1:
            return options[0]
        rule = TOPICS.get(topic)
        return rule(features, options, self.profile, rng) if rule else rng.choice(options)


HEURISTICS = {name: Heuristic(profile) for name, profile in PROFILES.items()}
"""The heuristics by name of the profile."""

heuristic = HEURISTICS[DEFAULT]
