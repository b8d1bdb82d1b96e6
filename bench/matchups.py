"""The matchups: candidate, opponents, tables and target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.citadels.presets import PRESETS

Tables = list[tuple[int, dict[str, Any]]]

BASE, SECOND = "first_game", "cunning_agents"
"""The lists on which the goals are measured."""

RUNGS = ("novice", "easy", "medium", "hard", "expert", "master")
CITADELS, CASTLE = "citadels", "castle"
"""The games, by the names of their rules."""

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
    """One candidate against others at one kind of table. ``blocks`` is how many are played, fixed
    before anybody looks; 0: only if the number is given.
    """

    group: str
    candidate: Player
    others: tuple[Player, ...]
    """By turns, as many as the table has other seats."""

    seats: int = 4
    options: dict[str, Any] = field(default_factory=dict)
    goal: float | None = None
    """The rate of matches won that is hoped for; None: it is only reported."""

    blocks: int = 0
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
    """The goals of the ladder: each level against three of the one below, on two lists."""
    planned = [
        ("easy", "novice", 0.35, 25),
        ("medium", "easy", 0.35, 50),
        ("hard", "medium", 0.35, 10),
        ("expert", "hard", 0.35, 0),
        ("master", "expert", 0.32, 0),  # the goal of the experiment in docs/decisions/bots.md
    ]
    for preset in (BASE, SECOND):
        for candidate, other, goal, blocks in planned:
            yield Matchup(
                "goal",
                Player(candidate),
                (Player(other),),
                options={"preset": preset},
                goal=goal,
                blocks=blocks,
            )


def rungs() -> Iterator[Matchup]:
    """Each level against the one under it: on the other lists, with custom ones, and with every
    number of players.
    """
    tables: Tables = [(4, {"preset": name}) for name in PRESETS if name not in (BASE, SECOND)]
    tables += [(4, {"edition": "classic"}), (4, {"preset": "surprise"})]
    tables += [(seats, {}) for seats in SIZES]
    for under, level in pairwise(RUNGS):
        for seats, options in tables:
            yield Matchup(
                "rung",
                Player(level),
                (Player(under),),
                seats,
                options,
                goal=1 / seats,
                blocks=5 if level in ("easy", "medium") else 0,
            )


def castle() -> Iterator[Matchup]:
    """The rungs of The Castle, one against one; and equals, which must come out even."""
    for candidate, other, goal, blocks in (
        ("easy", "novice", 0.6, 20),
        ("expert", "easy", 0.6, 6),
    ):
        yield Matchup(
            "castle", Player(candidate), (Player(other),), 2,
            goal=goal, blocks=blocks, game=CASTLE,
        )  # fmt: skip
    easy = Player("easy")
    yield Matchup("equal", easy, (easy,), 2, blocks=20, game=CASTLE)


def pools() -> Iterator[Matchup]:
    """Against several levels at one table: what wins against copies of one may not win here."""
    mixed = (Player("easy"), Player("medium"), Player("hard"))
    profiles = tuple(Player("medium", profile) for profile in PROFILES)
    yield Matchup("pool", Player("medium"), profiles, blocks=20)
    yield Matchup("pool", Player("hard"), profiles, goal=0.25)
    yield Matchup("pool", Player("expert"), mixed, goal=0.25)


def profiles() -> Iterator[Matchup]:
    """Profiles beside the usual one: none of them ought to be weak."""
    for profile in PROFILES:
        yield Matchup("profile", Player("medium", profile), (Player("medium"),), blocks=20)


def checks() -> Iterator[Matchup]:
    """Yield matchups of equal bots. Unless they win equally often, the measurement is wrong."""
    for level in ("easy", "medium"):
        yield Matchup("equal", Player(level), (Player(level),), blocks=50)


def matchups() -> list[Matchup]:
    """All of them, the goals first."""
    return [*goals(), *rungs(), *castle(), *pools(), *profiles(), *checks()]
