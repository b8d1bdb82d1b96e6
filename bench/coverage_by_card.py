"""How often each part of each card takes effect in random matches (``make card-coverage``).

    make card-coverage ARGS="--presets 5 --card-sets 500"

plays matches of every printed list and number of players, and of random legal lists; prints a
table, writes ``bench/results/cards.json``, and ends with status 1 when a part of a card never did
anything. What counts as a part is said in ``engine/citadels/coverage.py``.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import Any

from bench import write_results
from engine.citadels.all_cards import CARDS
from engine.citadels.checks import Table, printed_tables, random_table
from engine.citadels.coverage import Hits, count_effects, parts
from engine.citadels.rules import RULES
from engine.kernel.loop import run


def play(table: Table, rng: Random) -> None:
    """One match to its end, with uniformly random choices."""
    seats, given = table
    match = RULES.begin(RULES.check_options(given, seats), seats, rng.randbytes(32))
    RULES.open(match)
    question = run(match)
    while question is not None:
        question = run(match, rng.choice(question[2]))


def tables(presets: int, card_sets: int, first: int) -> list[Table]:
    """What is played: every printed list some times, and random lists."""
    numbers = range(first, first + card_sets)
    return printed_tables() * presets + [random_table(Random(f"list {n}")) for n in numbers]


def by_card(hits: Hits) -> dict[str, dict[str, int]]:
    """The count of every part, card by card."""
    table: dict[str, dict[str, int]] = {name: {} for name in CARDS}
    for name, part in parts():
        table[name][part] = hits[name, part]
    return table


def printed(table: dict[str, dict[str, int]]) -> None:
    for name, counts in table.items():
        shown = "  ".join(f"{part} {count}" for part, count in counts.items())
        print(f"{name:18}{min(counts.values(), default=0):8}  {shown}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="card-coverage", description="Which cards do anything.")
    parser.add_argument("--presets", type=int, default=3, help="matches of each printed list")
    parser.add_argument("--card-sets", type=int, default=400, help="matches of a random list each")
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    given = parser.parse_args()
    started = time.perf_counter()
    played = tables(given.presets, given.card_sets, given.first)
    with count_effects() as hits:
        for number, table in enumerate(played, start=given.first):
            play(table, Random(number))
    counts = by_card(hits)
    never = [f"{name}: {part}" for name, part in parts() if not hits[name, part]]
    report: dict[str, Any] = {
        "matches": len(played),
        "seconds": round(time.perf_counter() - started, 1),
        "cards": len(counts),
        "parts": len(parts()),
        "never": never,
        "by_card": counts,
    }
    write_results("cards", report)
    printed(counts)
    print(f"{report['parts']} parts of {len(counts)} cards in {len(played)} matches")
    for part in never:
        print(f"never: {part}")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main())
