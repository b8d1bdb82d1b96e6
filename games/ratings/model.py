"""The model of skill: what the places of a game tell about its players. Knows no database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce(limit_sigma=True)
"""Games never make a rating less certain, so a win never lowers the shown rating."""
SHOWN_AT_ZERO, SHOWN_PER_POINT = 1000, 25
"""A beginner has 1000, an average player with a certain skill about 1500."""


class Skill(NamedTuple):
    """A normal distribution: the mean, and the uncertainty as its standard deviation."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """The rating that people see: a skill that the player has almost certainly."""
        return round(SHOWN_AT_ZERO + SHOWN_PER_POINT * (self.mu - 3 * self.sigma))


BEGINNER = Skill()


def skills_after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills of the players of a game after it. Equal places are ties."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in skills]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(one.mu, one.sigma) for (one,) in after]


def skill_without(now: Skill, before: Skill, after: Skill) -> Skill:
    """Return ``now`` without the evidence of the game that changed ``before`` to ``after``.

    Evidence adds up as precisions (1 / sigma squared), and as means weighted with them. The
    deviation never exceeds that of a beginner.
    """
    if now == after:
        return before
    precision = now.sigma**-2 - (after.sigma**-2 - before.sigma**-2)
    weighed = now.mu * now.sigma**-2 - (after.mu * after.sigma**-2 - before.mu * before.sigma**-2)
    if precision <= BEGINNER.sigma**-2:
        return Skill(now.mu - (after.mu - before.mu), BEGINNER.sigma)
    return Skill(weighed / precision, precision**-0.5)
