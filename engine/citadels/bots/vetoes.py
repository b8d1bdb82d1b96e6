"""Options that no reasonable player would choose."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.citadels.choices import CharacterChoice, CityChoice
from engine.citadels.flow.turn import END_TURN
from engine.citadels.state import Match
from tablekernel.frames import Choice

FREE = frozenset(
    {"collect_taxes", "extra_cards", "extra_gold", "income", "navigate", "queen_gold", "study"}
)
"""Free gains: no turn ends before they are taken."""

LOSSES = frozenset({"armory", "destroy"})
"""Acts against other players' cities."""

AGAINST_OTHERS = frozenset({"kill", "rob", "sign_warrant", "threaten"})
"""Acts against other players' characters. The Witch may name her own second one."""

BUILDS: Final = 0.8
"""The probability that a beginner does not end a turn in which something can be built."""

NAMING = AGAINST_OTHERS | {"bewitch", "blank"}


def worth_a_thought(observed: Match, seat: int, options: Sequence[Choice]) -> Sequence[Choice]:
    """Return the options without vetoed ones, or all of them if nothing else is left."""
    left = [option for option in options if not _is_vetoed(observed, seat, option)]
    if END_TURN in left and any(option.verb in FREE for option in left):
        left.remove(END_TURN)
    return left or options


def _is_vetoed(observed: Match, seat: int, option: Choice) -> bool:
    if isinstance(option, CityChoice):
        return option.verb in LOSSES and option.seat == seat
    if not isinstance(option, CharacterChoice) or option.verb not in NAMING:
        return False
    known = observed.face_up | observed.dropped[seat]
    if option.verb in AGAINST_OTHERS:
        for rank in observed.ranks_of(seat):
            known |= 1 << rank
    return bool(known >> option.rank & 1)


def sensible_options(
    observed: Match, seat: int, options: Sequence[Choice], rng: Random
) -> Sequence[Choice]:
    """Return what a beginner thinks of: the options without vetoed ones, mostly without ending the
    turn where something can be built.
    """
    left = list(worth_a_thought(observed, seat, options))
    builds = any(option.verb == "build" for option in left)
    if END_TURN in left and builds and rng.random() < BUILDS:
        left.remove(END_TURN)
    return left
