"""The bots that decide by rules of thumb: they take the option of the highest worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from engine.citadels.bots.draft import choose, own_scores, public_scores
from engine.citadels.bots.features import Features
from engine.citadels.bots.outlook import Outlook
from engine.citadels.bots.profiles import Profile
from engine.citadels.bots.rules import cards, cities, naming, turns
from tablekernel.frames import Choice

LITTLE: Final = 0.1
"""The worth of an act without a rule: more than ending the turn, and chance decides."""

WORTH: dict[str, Callable[[Outlook, Any], float]] = {
    "armory": cities.armory,
    "beautify": cities.beautify,
    "bewitch": naming.bewitch,
    "blank": naming.blank,
    "borrow": turns.borrow,
    "bribe": naming.bribe,
    "build": turns.build,
    "build_at_once": turns.build_at_once,
    "collect_taxes": turns.free,
    "confiscate": turns.free,
    "crown": cards.crown,
    "destroy": cities.destroy,
    "discard": cards.discard,
    "end_turn": turns.nothing,
    "exchange": cities.exchange,
    "extra_cards": turns.free,
    "extra_gold": turns.free,
    "gather": turns.gather,
    "give": cards.give,
    "give_district": cities.give_district,
    "income": turns.income,
    "keep": cards.take,
    "kill": naming.kill,
    "laboratory": turns.laboratory,
    "look": cards.look,
    "museum": turns.museum,
    "navigate": turns.navigate,
    "pass": turns.nothing,
    "pay": turns.pay,
    "pay_card": turns.pay_card,
    "queen_gold": turns.free,
    "redraw": cards.redraw,
    "refuse": turns.nothing,
    "reveal": turns.free,
    "rob": naming.rob,
    "sacrifice": turns.sacrifice,
    "seize": cities.seize,
    "sign_warrant": naming.sign_warrant,
    "smithy": turns.smithy,
    "spy": cards.spy,
    "stop": turns.nothing,
    "study": turns.free,
    "swap": cards.swap,
    "swap_character": naming.swap_character,
    "take": cards.take,
    "take_from_all": turns.free,
    "threaten": naming.rob,
    "tithe": cards.tithe,
}
"""The rule for each verb of the published cards."""

BEFORE_GATHERING = frozenset(
    {
        "collect_taxes", "extra_cards", "extra_gold", "gather", "income", "kill", "queen_gold",
        "rob", "sign_warrant", "study", "take_from_all", "threaten", "tithe",
    }
)  # fmt: skip
"""Acts that may help to decide what to gather. The rest wait for the gold."""

UNPREDICTABLE = frozenset(
    {"bewitch", "blank", "bribe", "kill", "refuse", "rob", "sign_warrant", "threaten"}
)
"""Where chance decides among options that are nearly as good, so that nobody can count on one."""


class RulesOfThumb:
    """Rules of thumb with the weights of a profile. ``sharpness`` says how surely they keep the
    character with the highest score: 1 as the fitted bots did, more to make the most of it.
    """

    __slots__ = ("profile", "sharpness")

    def __init__(self, profile: Profile, sharpness: float) -> None:
        self.profile = profile
        self.sharpness = sharpness

    def __call__(
        self, features: Features, topic: str, options: Sequence[Choice], rng: Random
    ) -> Choice:
        if len(options) == 1:
            return options[0]
        if topic in ("keep_character", "discard_character"):
            return self._choose_character(features, topic, options, rng)
        o = Outlook(features, options, self.profile)
        early = topic == "gather"
        best, chosen = -1000.0, options[0]
        for option in options:
            verb = option.verb
            if early and verb not in BEFORE_GATHERING:
                continue
            rule = WORTH.get(verb)
            worth = LITTLE * rng.random() if rule is None else rule(o, option)
            if verb in UNPREDICTABLE:
                worth += rng.random() * self.profile.noise
            if worth > best:
                best, chosen = worth, option
        return chosen

    def _choose_character(
        self, features: Features, topic: str, options: Sequence[Any], rng: Random
    ) -> Choice:
        """Keep what suits the own hand. With 2 players, discard what the opponent would like."""
        ranks, card_set = [option.rank for option in options], features.card_set
        scores, likes = own_scores(features, ranks), self.profile.likes
        if likes:
            for place, rank in enumerate(ranks):
                scores[place] += likes.get(card_set.character(rank).name, 0.0)
        if topic == "discard_character":
            theirs = public_scores(features, 1 - features.seat, ranks)
            scores = [other - 0.2 * own for other, own in zip(theirs, scores, strict=True)]
        return options[choose(scores, self.sharpness, rng)]  # type: ignore[no-any-return]
