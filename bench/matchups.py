"""The matchups: candidate, opponents, tables and target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.citadels.presets import PRESETS

Tables = list[tuple[int, dict[str, Any]]]

BASE = "first_game"
QUICK = "expert"
"""The level that searches for the whole of its time."""
RUNGS = ("novice", "easy", "medium", "hard", QUICK)
CITADELS, CASTLE = "citadels", "castle"
"""The games, by the names of their rules."""

ALL_SEEING = "all-seeing"
"""A bot that is shown the true state. It exists in the benches only, as what no fair bot can be
expected to surpass."""

PROFILES = ("builder", "thief", "rusher")
SIZES = (2, 3, 6, 8)


@dataclass(frozen=True, slots=True)
class Player:
    """A bot in a seat: a level, and a profile if it is not the default."""

    level: str
    profile: str = ""

    def __str__(self) -> str:
        return f"{self.level}/{self.profile}" if self.profile else self.level


@dataclass(frozen=True, slots=True)
class Matchup:
    """One candidate against others at one kind of table. ``short`` and ``long`` are how many blocks
    are played in each mode: fixed before anybody looks.
    """

    group: str
    candidate: Player
    others: tuple[Player, ...]
    """By turns, as many as the table has other seats."""

    seats: int = 4
    options: dict[str, Any] = field(default_factory=dict)
    goal: float | None = None
    """The rate of matches won that is hoped for; None: it is only reported."""

    short: int = 0
    long: int = 0
    game: str = CITADELS

    @property
    def where(self) -> str:
        if self.game != CITADELS:
            return self.game
        if "edition" in self.options:
            return str(self.options["edition"])
        return str(self.options.get("preset", BASE))

    @property
    def name(self) -> str:
        others = " ".join(dict.fromkeys(str(other) for other in self.others))
        return f"{self.group}: {self.candidate} v {others}, {self.where}, {self.seats}"

    @property
    def parity(self) -> float:
        """What would be won if all were alike."""
        return 1 / self.seats

    def at(self, seat: int) -> list[Player]:
        """Return the bots by seat, with the candidate on ``seat``."""
        others = [self.others[place % len(self.others)] for place in range(self.seats - 1)]
        return [*others[:seat], self.candidate, *others[seat:]]


def goals() -> Iterator[Matchup]:
    """The goals of the ladder: the base game, one against three."""
    for candidate, other, goal, short, long in (
        ("easy", "novice", 0.95, 50, 500),
        ("medium", "easy", 0.35, 100, 1000),
        ("hard", "medium", 0.4, 15, 250),
        ("expert", "hard", 0.25, 15, 250),
        ("expert", "medium", 0.55, 15, 250),
    ):
        others = (Player(other),)
        yield Matchup("goal", Player(candidate), others, goal=goal, short=short, long=long)


def rungs() -> Iterator[Matchup]:
    """Each level against the one under it: on every list, and with every number of players. The
    base game is left out where it is among the goals.
    """
    tables: Tables = [(4, {"preset": preset}) for preset in PRESETS if preset != BASE]
    tables += [(4, {"edition": "classic"})]
    tables += [(seats, {}) for seats in SIZES]
    for under, level in pairwise(RUNGS):
        short, long = (0, 40) if level in ("hard", QUICK) else (10, 250)
        for seats, options in tables:
            yield Matchup(
                "rung",
                Player(level),
                (Player(under),),
                seats,
                options,
                goal=1 / seats,
                short=short,
                long=long,
            )


def castle() -> Iterator[Matchup]:
    """The rungs of The Castle, one against one; and equals, which must come out even."""
    for candidate, other, goal, short, long in (
        ("easy", "novice", 0.95, 20, 250),
        ("hard", "easy", 0.55, 6, 100),
        ("expert", "hard", 0.5, 6, 100),
        ("expert", "easy", 0.6, 6, 100),
    ):
        yield Matchup(
            "castle", Player(candidate), (Player(other),), 2,
            goal=goal, short=short, long=long, game=CASTLE,
        )  # fmt: skip
    greedy = Player("easy")
    yield Matchup("equal", greedy, (greedy,), 2, short=20, long=250, game=CASTLE)


def pools() -> Iterator[Matchup]:
    """Against several levels at one table: what wins against copies of one may not win here."""
    mixed = (Player("easy"), Player("medium"), Player("novice"))
    tempers = tuple(Player("medium", profile) for profile in PROFILES)
    for level, long in (("medium", 500), ("expert", 50)):
        short = 20 if level == "medium" else 0
        yield Matchup("pool", Player(level), mixed, goal=0.25, short=short, long=long)
        goal = None if level == "medium" else 0.25
        yield Matchup("pool", Player(level), tempers, goal=goal, short=short, long=long)
    yield Matchup("pool", Player("expert"), (Player("easy"),), goal=0.25, long=50)


def profiles() -> Iterator[Matchup]:
    """Temperaments beside the usual one: none of them ought to be a fool."""
    for level, short, long in (("medium", 20, 500), ("expert", 0, 50)):
        for profile in PROFILES:
            yield Matchup(
                "profile", Player(level, profile), (Player(level),), short=short, long=long
            )


def checks() -> Iterator[Matchup]:
    """What must come out, or the measurement is wrong: equals win equally often."""
    for level, short, long in (("easy", 50, 500), ("medium", 50, 500)):
        yield Matchup("equal", Player(level), (Player(level),), short=short, long=long)


def bounds() -> Iterator[Matchup]:
    """What a search that sees everything makes of the time of ``expert``."""
    yield Matchup("bound", Player(ALL_SEEING), (Player("medium"),), short=5, long=50)
    yield Matchup("bound", Player(ALL_SEEING), (Player("expert"),), goal=0.25, long=25)


def matchups() -> list[Matchup]:
    """All of them, the goals first."""
    return [*goals(), *rungs(), *castle(), *pools(), *profiles(), *checks(), *bounds()]
