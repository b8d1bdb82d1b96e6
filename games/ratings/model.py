"""The model of skill: what the places of a game tell about its players. Knows no database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import exp
from typing import NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce(limit_sigma=True)
"""Games never make a rating less certain, so a win never lowers the shown rating."""
SHOWN_AT_ZERO, SHOWN_PER_POINT = 1000, 25
"""A beginner has 1000, an average player with a certain skill about 1500."""
DAY = timedelta(days=1)
GROWTH_PER_DAY = 0.02
"""What a day without a game adds to the square of the uncertainty."""
SETTLED_BELOW = 4.0
"""The uncertainty below which a rating is settled."""


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


def rested(skill: Skill, away: timedelta) -> Skill:
    """Return the skill after a time without games: less certain, but never less than a beginner's."""
    variance = skill.sigma**2 + GROWTH_PER_DAY * max(away / DAY, 0)
    return Skill(skill.mu, min(variance**0.5, BEGINNER.sigma))


def is_settled(skill: Skill) -> bool:
    """True if the skill is certain enough to be compared."""
    return skill.sigma < SETTLED_BELOW


def settled_until(skill: Skill, played_at: datetime) -> datetime | None:
    """Return when a skill of that time stops being settled, if no game follows. None if it is not
    settled.
    """
    if not is_settled(skill):
        return None
    return played_at + (SETTLED_BELOW**2 - skill.sigma**2) / GROWTH_PER_DAY * DAY


def chances(skills: Sequence[Skill]) -> list[float]:
    """Return the chance of each player of a game to be first."""
    doubt = sum(one.sigma**2 + MODEL.beta**2 for one in skills) / len(skills)
    best = max(one.mu for one in skills)
    weights = [exp((one.mu - best) / (2 * doubt) ** 0.5) for one in skills]
    return [weight / sum(weights) for weight in weights]
