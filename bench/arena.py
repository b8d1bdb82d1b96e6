"""One match between bots, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from bench.matchups import Matchup, Player
from tablekernel import registry
from tablekernel.bots import Bots, Budget, make_observation
from tablekernel.events import Event, event_for
from tablekernel.frames import Choice
from tablekernel.loop import answer, run
from tablekernel.ruleset import Ruleset
from tablekernel.state import State

TRAINING, TUNING, ACCEPTANCE = "training", "tuning", "acceptance"
"""Three sets of seeds that have none in common: weights are fitted to the first, bots are improved
with the second and judged with the third.
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long bots that search may think: their time, or a number of ``iterations``."""

    iterations: int = 0

    def __str__(self) -> str:
        return f"{self.iterations} iterations" if self.iterations else "full time"

    def budget(self, bots: Bots, level: str) -> Budget:
        """Return what a bot of ``level`` has for its next choice; the clock is the thread's."""
        seconds, most = bots.seconds.get(level, 0.0), bots.iterations.get(level)
        if not self.iterations:
            return Budget(iterations=most, seconds=seconds, clock=thread_time)
        count = self.iterations if seconds else 0
        return Budget(iterations=count if most is None else min(count, most))


class Job(NamedTuple):
    """One match: ``block`` names the seed, on which the candidate takes each ``seat`` once."""

    matchup: Matchup
    seeds: str
    block: int
    seat: int
    pace: Pace


class Row(NamedTuple):
    """What a match came to for its candidate."""

    matchup: str
    block: int
    seat: int
    won: float
    """1, or a share of it where several come first."""

    place: int
    lead: float
    """Its points less the mean of the others'."""

    moves: int
    seconds: float
    """Of the processor, that all its thinking took."""


def seed_of(seeds: str, block: int) -> bytes:
    """The seed of a block: the same deck, crown and draws for every candidate."""
    return blake2b(f"{seeds} {block}".encode(), digest_size=32).digest()


def played(job: Job) -> Row:
    """Play one match to its end."""
    matchup, seed = job.matchup, seed_of(job.seeds, job.block)
    ruleset = registry.ruleset(matchup.game)
    rules = ruleset.rules
    minds = [  # each seat has its own stream
        Mind(player, seat, job.pace, Random(seed + bytes([seat])), ruleset)
        for seat, player in enumerate(matchup.at(job.seat))
    ]
    listeners = [mind for mind in minds if mind.listens]
    options = rules.check_options(matchup.options, matchup.seats)
    match = rules.begin(options, matchup.seats, seed)
    match.events = [] if listeners else None
    rules.open(match)
    question = run(match)
    while question is not None:
        if match.events:
            for mind in listeners:
                mind.hear(match.events)
            match.events = []
        question = answer(match, minds[question[0]].choose(match))
    result = rules.result(match)
    assert result is not None
    return row_of(job, result["placements"], result["scores"], minds[job.seat])


def row_of(job: Job, places: list[int], scores: list[int], mind: Mind) -> Row:
    own, seats = scores[job.seat], job.matchup.seats
    return Row(
        matchup=job.matchup.name,
        block=job.block,
        seat=job.seat,
        won=1 / places.count(1) if places[job.seat] == 1 else 0.0,
        place=places[job.seat],
        lead=round(own - (sum(scores) - own) / (seats - 1), 3),
        moves=mind.moves,
        seconds=round(mind.seconds, 4),
    )


class Mind:
    """One seat of one match: its bot, its own source of chance, what it was told, and what its
    thinking has cost.
    """

    def __init__(
        self, player: Player, seat: int, pace: Pace, rng: Random, ruleset: Ruleset
    ) -> None:
        self.seat, self.pace, self.rng, self.rules = seat, pace, rng, ruleset.rules
        self.bots, self.level = ruleset.bots, player.level
        self.bot = self.bots.bot(self.level, player.profile or None)
        self.listens = self.level in self.bots.listens
        self.events: list[dict[str, Any]] = []
        self.moves, self.seconds = 0, 0.0

    def hear(self, events: Iterable[Event]) -> None:
        """Remember what the seat is told, as the platform tells it."""
        self.events += [event_for(event.to_json(), self.seat) for event in events]

    def choose(self, match: State) -> Choice:
        """The bot's choice at its open decision."""
        observation = make_observation(self.rules, match, self.events)
        started = thread_time()
        budget = self.pace.budget(self.bots, self.level)
        choice = self.bot(observation, budget, self.rng)
        self.seconds += thread_time() - started
        self.moves += 1
        return choice
