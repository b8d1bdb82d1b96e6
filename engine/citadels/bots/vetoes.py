"""What is not even thought about: choices that nobody at the table would understand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.citadels.choices import CharacterChoice, CityChoice
from engine.citadels.flow.turn import END_TURN
from engine.citadels.state import Match
from engine.kernel.frames import Choice

FREE = frozenset(
    {"collect_taxes", "extra_cards", "extra_gold", "income", "navigate", "queen_gold", "study"}
)
"""What costs nothing: no turn ends before it is taken."""

LOSSES = frozenset({"armory", "destroy"})
"""What one does to the cities of others."""

AGAINST_OTHERS = frozenset({"kill", "rob", "sign_warrant", "threaten"})
"""What one does to characters of others; the Witch may well name her own second one."""

NAMING = AGAINST_OTHERS | {"bewitch", "blank"}


def worth_a_thought(observed: Match, seat: int, options: Sequence[Choice]) -> Sequence[Choice]:
    """The options without those; all of them if nothing else is left."""
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
