"""Choose the matches that are kept here, play them, and write them down.

    .venv/bin/python -m tests.engine.citadels.replays.record [NAME ...]

Matches of older versions of the rules stay as they are; with names, only those matches are written.
All are needed only when the course of a match changes on purpose: the hashes in the records then no
longer fit. The difference in the scores is worth a look before it is committed.

Of many attempts at each match those are kept that together show every part of every card (see
``engine/citadels/coverage.py``).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from engine.citadels.bots import BOTS
from engine.citadels.coverage import Part, count_effects, parts
from engine.citadels.rules import RULES
from engine.citadels.setup import find_card_set
from engine.citadels.testing import custom
from tablekernel.bots import Budget, make_observation
from tablekernel.loop import settle
from tests.engine.recorded import recorded

HERE = Path(__file__).parent
FIRST, MOST = 12, 150
"""How many attempts at each match are compared at first, and how many are made at most."""

MATCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "first_game_4": ("grgg", {}),
    "first_game_8": ("rrrrrrrg", {"rank_9": "artist", "first_crown": 7}),
    "ambitious_aristocrats_5": ("rrgrr", {"preset": "ambitious_aristocrats", "rank_9": "queen"}),
    "cunning_agents_3": ("rgr", {"preset": "cunning_agents", "first_crown": 1}),
    "illustrious_emissaries_4": ("rrgr", {"preset": "illustrious_emissaries"}),
    "devious_dignitaries_2": ("rg", {"preset": "devious_dignitaries"}),
    "devious_dignitaries_6": ("rrrgrr", {"preset": "devious_dignitaries", "rank_9": "queen"}),
    "tenacious_delegates_3": ("rrg", {"preset": "tenacious_delegates"}),
    "vicious_nobles_4": ("grrr", {"preset": "vicious_nobles", "rank_9": "tax_collector"}),
    "vicious_nobles_2": ("rr", {"preset": "vicious_nobles"}),
    "classic_3": ("grr", {"edition": "classic"}),
    "classic_4": ("grgr", {"edition": "classic"}),
    "goal_8": ("rrrrrrrg", {"goal": 8}),
    "custom_5": (
        "rrrrg",
        custom("emperor queen", "park museum armory monument capitol ivory_tower statue", 5),
    ),
    "surprise_2": ("rr", {"preset": "surprise"}),
}
"""Name of the file -> a bot for each seat, novice or easy, and options."""

LEVELS = {"r": "novice", "g": "easy"}


@dataclass
class Attempt:
    """One way in which a match may go: the number of it, its moves, and what it shows."""

    name: str
    number: int
    moves: list[tuple[int, str]]
    shows: set[Part]


class Chance:
    """Everything that is left to chance in an attempt."""

    def __init__(self, name: str, number: int) -> None:
        rng = Random(f"the match of {name}, attempt {number}")
        self.seed, self.nonce = rng.randbytes(32), rng.randbytes(32)
        self.bots = rng


def attempted(name: str, number: int) -> Attempt:
    """Play a match to its end and see what it shows."""
    bots, given = MATCHES[name]
    chance = Chance(name, number)
    find_card_set.cache_clear()
    with count_effects() as hits:
        state, _ = RULES.start(RULES.check_options(given, len(bots)), len(bots), chance.seed)
        moves = []
        while (decision := settle(state)) is not None:
            bot = BOTS.bot(LEVELS[bots[decision.seat]])
            key = bot(make_observation(RULES, state), Budget(iterations=0), chance.bots).key
            RULES.play(state, decision.seat, key)
            moves.append((decision.seat, key))
    return Attempt(name, number, moves, {part for part, count in hits.items() if count})


def longest(name: str) -> Attempt:
    """An attempt at one match that shows most."""
    return max([attempted(name, number) for number in range(FIRST)], key=lambda a: len(a.shows))


def chosen() -> list[Attempt]:
    """An attempt at each match, so that nothing is missing in all of them together."""
    kept: dict[str, Attempt] = {}
    for first in range(0, MOST, FIRST):
        for name in MATCHES:
            others = {part for other, a in kept.items() if other != name for part in a.shows}
            tries = [attempted(name, number) for number in range(first, first + FIRST)]
            before = [kept[name]] if name in kept else []
            kept[name] = max([*before, *tries], key=lambda a: len(a.shows | others))
        missing = set(parts()).difference(*(attempt.shows for attempt in kept.values()))
        sys.stdout.write(f"{first + FIRST} attempts: {len(missing)} parts are missing\n")
        if not missing:
            return list(kept.values())
    raise SystemExit(f"nothing shows {sorted(missing)}")


def record_of(attempt: Attempt) -> bytes:
    """The sealed record of an attempt."""
    bots, given = MATCHES[attempt.name]
    chance = Chance(attempt.name, attempt.number)
    return recorded(
        RULES,
        options=RULES.check_options(given, len(bots)),
        seats=len(bots),
        seed=chance.seed,
        nonce=chance.nonce,
        choices=attempt.moves,
        about={"bots": [LEVELS[bot] for bot in bots]},
    )


def main(names: list[str]) -> None:
    attempts = [longest(name) for name in names] or chosen()
    for path in [] if names else HERE.glob("*.json"):
        path.unlink()
    for attempt in attempts:
        (HERE / f"{attempt.name}.json").write_bytes(record_of(attempt) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
