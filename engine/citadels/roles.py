"""What a match looks up for the character of a rank, again and again: worked out once for its
cast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine.citadels.names import BEAUTIFIED, FIRST_UNIQUE, KINDS

if TYPE_CHECKING:
    from engine.citadels.cards import Character
    from engine.citadels.cast import Cast

Handler = Callable[..., Any]

ABILITY: Final = 1
INCOME: Final = 2
"""The bits of ``Turn.used`` for a character's ability and its income (rules 6.2: each once a
turn)."""


class Role:
    """A rank in a match.

    ``gem`` is the type that pays income, or -1, ``pays`` in what, ``idle`` the districts that pay
    none, or ``None`` where no gem is; ``limit`` how many districts a turn may build, ``uncounted``
    the districts beyond it, ``counted`` all others. ``acts``, ``may_end`` and ``revealed`` are what
    the character has to say to these, ``ways_to_build`` whether it has to the building of
    districts. ``uses`` is ``Turn.used`` when nothing of its own is left to do, ``at_work`` the
    districts that have actions.
    """

    __slots__ = (
        "acts", "at_work", "counted", "gem", "idle", "limit", "may_end", "pays", "revealed",
        "uncounted", "uses", "ways_to_build",
    )  # fmt: skip

    def __init__(self, cast: Cast, rank: int) -> None:
        character = cast.characters[rank]
        self.gem = -1 if character is None or character.gem is None else character.gem
        self.pays = "" if character is None else character.pays
        self.limit = 0 if character is None else character.limit
        self.idle = idle_for(cast, self.gem) if self.gem >= 0 else None
        self.uncounted = uncounted_by(cast, character)
        self.counted = bytes([n for n in range(KINDS) if n not in self.uncounted])
        self.acts: Handler | None = cast.offer_actions.by_rank[rank]
        self.at_work = cast.offer_actions.mask
        self.uses = (INCOME if self.gem >= 0 else 0) | (0 if self.acts is None else ABILITY)
        self.may_end: Handler | None = cast.adjust_may_end.by_rank[rank]
        self.revealed: Handler | None = cast.on_revealed.by_rank[rank]
        self.ways_to_build = (
            cast.offer_payments.by_rank[rank] is not None
            or cast.adjust_barred.by_rank[rank] is not None
        )


def idle_for(cast: Cast, gem: int) -> bytes:
    """The districts of a city, beautified or not, that pay no income to who has this gem."""
    also = cast.adjust_income.numbers
    return bytes(
        [n for n, kind in enumerate(cast.type_of) if kind != gem and n % BEAUTIFIED not in also]
    )


def uncounted_by(cast: Cast, character: Character | None) -> bytes:
    """The districts that do not count towards a character's limit."""
    if character is None or not character.builds:
        return b""
    own = [d.number for d in cast.districts if not d.counts]
    kind = character.uncounted
    return bytes(own + [n for n in range(FIRST_UNIQUE) if cast.type_of[n] == kind])
