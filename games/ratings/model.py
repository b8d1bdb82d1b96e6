"""The model of skill: what the places of a game tell about its players. Knows no database.

``bench/ratings.py`` compares it with others; docs/decisions/ratings.md has the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from math import exp
from typing import Any, NamedTuple

from openskill.models import BradleyTerryFull

MU, SIGMA = 25.0, 25 / 3
BETA = SIGMA / 2
"""How much luck there is in the performance of a player in a game of two."""
SHOWN_ON_AVERAGE, SHOWN_PER_POINT = 1500, 25
DAY = timedelta(days=1)
GROWTH_PER_DAY = 0.03
"""What a day adds to the square of the uncertainty: skills change."""
SETTLED_BELOW = 3.5
"""The uncertainty below which a rating is settled: that after about 10 games."""
CONFIDENCE = 0.75
"""The factor of differences in skill that predicts best who wins."""


class Skill(NamedTuple):
    """A normal distribution: the mean, and the uncertainty as its standard deviation."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def rating(self) -> int:
        """The rating that people see: the mean, however uncertain it is."""
        return round(SHOWN_ON_AVERAGE + SHOWN_PER_POINT * (self.mu - MU))


BEGINNER = Skill()


def skills_after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills of the players of a game after it. Equal places are ties."""
    model = model_for(len(skills))
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in skills]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(one.mu, one.sigma) for (one,) in after]


@cache
def model_for(players: int) -> BradleyTerryFull:
    """Return the model of a game of that many. It compares all pairs, of which larger games have
    more, so each of them counts less.
    """
    beta = BETA * (players / 2) ** 0.5
    return BradleyTerryFull(mu=MU, sigma=SIGMA, beta=beta, gamma=full_information, limit_sigma=True)


def full_information(*_: Any, **__: Any) -> float:
    """Lower the uncertainty by all that a game tells. By default, openskill takes a part of it."""
    return 1.0


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
    """Return the skill after a time without games: less certain, up to a beginner's uncertainty."""
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
    doubt = sum(one.sigma**2 + BETA**2 for one in skills) / len(skills)
    best = max(one.mu for one in skills)
    weights = [exp(CONFIDENCE * (one.mu - best) / (2 * doubt) ** 0.5) for one in skills]
    return [weight / sum(weights) for weight in weights]
