"""The candidates of ``bench.ratings``: models of skill, with parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from math import exp, log
from typing import Any, Protocol

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

MU, SIGMA, BETA = 25, 25 / 3, 25 / 6
"""The scale of openskill, on which a point is shown as 25."""


class Candidate(Protocol):
    def play(self, day: int, users: Sequence[int]) -> None:
        """Rate a game. The users are in the order of their places."""

    def end_day(self, day: int) -> None:
        """Finish the ratings of a day."""

    def shown_rating(self, user: int) -> int:
        """Return the number that people would see."""

    def sigma(self, user: int) -> float:
        """Return the uncertainty."""

    def strengths(self, day: int, users: Sequence[int]) -> list[float]:
        """Return numbers whose differences predict the winner."""


def softmax(strengths: Sequence[float], scale: float = 1) -> list[float]:
    """Return chances that are proportional to the exponentials of scaled strengths."""
    best = max(strengths)
    weights = [exp((one - best) * scale) for one in strengths]
    whole = sum(weights)
    return [weight / whole for weight in weights]


class WengLin:
    """A model of openskill.

    ``deviations`` are subtracted from the mean to be shown. ``growth`` is added to the variance for
    each day without a game. ``by_number`` is the power of (players / 2) by which the model's noise
    is scaled. With ``full``, each game lowers the uncertainty by all that it tells.
    """

    def __init__(
        self,
        kind: Any,
        deviations: float = 0,
        growth: float = 0,
        by_number: float = 0,
        full: bool = False,
        beta: float = BETA,
        **settings: Any,
    ) -> None:
        if full:
            settings["gamma"] = whole_information
        self.models = {
            size: kind(beta=beta * (size / 2) ** by_number, limit_sigma=True, **settings)
            for size in range(2, 9)
        }
        self.deviations, self.growth, self.beta = deviations, growth, beta
        self.skills: dict[int, tuple[float, float, int]] = {}

    def rested(self, day: int, user: int) -> tuple[float, float]:
        mu, sigma, last = self.skills.get(user, (MU, SIGMA, day))
        return mu, min(SIGMA, (sigma**2 + self.growth * (day - last)) ** 0.5)

    def play(self, day: int, users: Sequence[int]) -> None:
        model = self.models[len(users)]
        teams = [
            [model.rating(mu=mu, sigma=sigma)]
            for mu, sigma in (self.rested(day, user) for user in users)
        ]
        after = model.rate(teams, ranks=[float(place) for place in range(len(users))])
        for user, (one,) in zip(users, after, strict=True):
            self.skills[user] = (one.mu, one.sigma, day)

    def end_day(self, day: int) -> None:
        pass

    def shown_rating(self, user: int) -> int:
        mu, sigma, _ = self.skills.get(user, (MU, SIGMA, 0))
        return round(25 * (mu - self.deviations * sigma))

    def sigma(self, user: int) -> float:
        return self.skills[user][1]

    def strengths(self, day: int, users: Sequence[int]) -> list[float]:
        rested = [self.rested(day, user) for user in users]
        doubt = sum(self.beta**2 + sigma**2 for _, sigma in rested) / len(rested)
        return [mu / (2 * doubt) ** 0.5 for mu, _ in rested]


def whole_information(*_: Any, **__: Any) -> float:
    return 1.0


class TrueSkill(WengLin):
    """TrueSkill with growth, by trueskillthroughtime, without its passes back through history."""

    def __init__(self, growth: float) -> None:
        super().__init__(PlackettLuce, growth=growth)  # for its way of showing and predicting
        self.package = import_module("trueskillthroughtime")

    def play(self, day: int, users: Sequence[int]) -> None:
        prior = [self.package.Gaussian(*self.rested(day, user)) for user in users]
        teams = [[self.package.Player(one, BETA, 0)] for one in prior]
        after = self.package.Game(teams, list(range(len(users), 0, -1))).posteriors()
        for user, (one,) in zip(users, after, strict=True):
            self.skills[user] = (one.mu, one.sigma, day)


class Daily:
    """A model that is asked for all ratings at the end of a day, in points of Elo."""

    now: dict[int, tuple[float, float]]

    def shown_rating(self, user: int) -> int:
        return round(self.now.get(user, (0, 0))[0])

    def sigma(self, user: int) -> float:
        return self.now[user][1] / 25

    def strengths(self, day: int, users: Sequence[int]) -> list[float]:
        return [self.now.get(user, (0, 0))[0] * log(10) / 400 for user in users]


class WholeHistory(Daily):
    """Whole-history rating, by whr: a game becomes all its pairs."""

    def __init__(self, growth: float) -> None:
        self.history, self.now = import_module("whr").Base({"w2": growth}), {}

    def play(self, day: int, users: Sequence[int]) -> None:
        for winner, loser in combinations(users, 2):
            self.history.create_game(str(winner), str(loser), "B", day)
            self.now.setdefault(winner, (0, 0))
            self.now.setdefault(loser, (0, 0))

    def end_day(self, day: int) -> None:
        self.history.iterate(2)
        for user in self.now:
            self.now[user] = self.history.ratings_for_player(str(user))[-1][1:]


class EloMMR(Daily):
    """Elo-MMR, for contests of any size, by elo-mmr-py."""

    def __init__(self, growth: float) -> None:
        self.mmr, self.now = import_module("elo_mmr_py"), {}
        self.rater = self.mmr.Rater(self.mmr.EloMmrConfig("mmr", drift_per_day=growth))

    def play(self, day: int, users: Sequence[int]) -> None:
        places = [(str(user), place, place) for place, user in enumerate(users)]
        self.rater.add(self.mmr.Contest(places, time_seconds=day * 86400))

    def end_day(self, day: int) -> None:
        ratings = self.rater.ratings.items()
        self.now = {int(user): (one.mu - 1500, one.sig) for user, one in ratings}


WINNER = "BradleyTerryFull, full, by number, growth"
"""That of ``games/ratings/model.py``."""
CANDIDATES: dict[str, Callable[[], Candidate]] = {
    "PlackettLuce, 3 deviations (until 0.2)": partial(WengLin, PlackettLuce, 3),
    "PlackettLuce": partial(WengLin, PlackettLuce),
    "BradleyTerryFull, 3 deviations": partial(WengLin, BradleyTerryFull, 3),
    "BradleyTerryFull": partial(WengLin, BradleyTerryFull),
    "BradleyTerryPart": partial(WengLin, BradleyTerryPart),
    "ThurstoneMostellerFull, 3 deviations": partial(WengLin, ThurstoneMostellerFull, 3),
    "ThurstoneMostellerFull": partial(WengLin, ThurstoneMostellerFull),
    "ThurstoneMostellerPart": partial(WengLin, ThurstoneMostellerPart),
    "PlackettLuce, full": partial(WengLin, PlackettLuce, full=True),
    "PlackettLuce, full, 3 deviations": partial(WengLin, PlackettLuce, 3, full=True),
    "PlackettLuce, full, by number, growth": partial(
        WengLin, PlackettLuce, full=True, by_number=-0.5, growth=0.03
    ),
    "BradleyTerryPart, full, growth": partial(WengLin, BradleyTerryPart, full=True, growth=0.03),
    "BradleyTerryFull, by number": partial(WengLin, BradleyTerryFull, by_number=0.5),
    "BradleyTerryFull, full, by number": partial(
        WengLin, BradleyTerryFull, full=True, by_number=0.5
    ),
    WINNER: partial(WengLin, BradleyTerryFull, full=True, by_number=0.5, growth=0.03),
    f"{WINNER}, 3 deviations": partial(
        WengLin, BradleyTerryFull, 3, full=True, by_number=0.5, growth=0.03
    ),
}


OPTIONAL: dict[str, dict[str, Callable[[], Candidate]]] = {
    "trueskillthroughtime": {
        "TrueSkill": partial(TrueSkill, 0),
        "TrueSkill, growth": partial(TrueSkill, 0.03),
    },
    "whr": {
        "whole-history rating, 10 a day": partial(WholeHistory, 10),
        "whole-history rating, 50 a day": partial(WholeHistory, 50),
    },
    "elo_mmr_py": {
        "Elo-MMR": partial(EloMMR, 0),
        "Elo-MMR, growth": partial(EloMMR, 20),
    },
}
"""Candidates of packages that the project does not need otherwise."""

for package, candidates in OPTIONAL.items():
    if find_spec(package):
        CANDIDATES.update(candidates)


def missing_packages() -> list[str]:
    return [f"{name} is not installed: left out" for name in OPTIONAL if not find_spec(name)]
