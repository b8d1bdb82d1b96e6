"""One match between bots, and what came of it."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import NamedTuple

from bench.matchups import Matchup
from bench.minds import Mind, Pace
from engine import registry
from engine.kernel.loop import answer, run

TUNING, ACCEPTANCE = "tuning", "acceptance"
"""Two sets of seeds that have none in common: with the first bots are made better, with the second
they are judged.
"""


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

    winner: int
    """The seat that came first, or the first of them."""

    moves: int
    seconds: float
    """Of the processor, that all its thinking took."""


def seed_of(seeds: str, block: int) -> bytes:
    """The seed of a block: the same deck, crown and draws for every candidate."""
    return blake2b(f"{seeds} {block}".encode(), digest_size=32).digest()


def played(job: Job) -> Row:
    """Play one match to its end."""
    matchup, seed = job.matchup, seed_of(job.seeds, job.block)
    rules = registry.ruleset(matchup.game)
    minds = [  # each seat has its own stream
        Mind(player, seat, job.pace, Random(seed + bytes([seat])), rules)
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
        winner=places.index(1),
        moves=mind.moves,
        seconds=round(mind.seconds, 4),
    )
