"""`python -m bench.pictures`: the size of pictures, and how long it takes to draw them.

Bots play games of each ruleset. Their tables are drawn at the start, in the middle and at the end,
for a player with an open decision if there is one. With ``--write DIR`` the pictures are kept.
Writes ``bench/results/pictures.json``.
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from bench import write_results
from bench.comparison import Headline, Report
from tablekernel import registry
from tablekernel.bots import Budget, make_observation
from tablekernel.events import event_for
from tablekernel.loop import settle
from tablekernel.rules import Played
from tablekernel.ruleset import Ruleset
from tablekernel.scene import LAYOUTS, Scene
from tablekernel.state import State

NAMES = dict(enumerate(("Ada", "Basile", "Chandra", "Dmitri", "Eloise", "Farid", "Greta", "Hugo")))
SEED = 7
MOMENTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Parts of the moves of a match."""
SEATS = {"citadels": (2, 4, 8)}
"""The numbers of seats of a ruleset; the smallest one if it is not listed."""
LEVELS = {"citadels": "medium"}
"""The bots that play; the easy ones if they are not listed."""


class Drawing(NamedTuple):
    """A picture, and the milliseconds of each time that it was drawn."""

    svg: str
    milliseconds: list[float]


def play(ruleset: Ruleset, seats: int, moves: int | None = None) -> tuple[State, Played, int]:
    """Return the state after a number of moves, or at the end, with the last move and the number
    of moves.
    """
    rules, rng = ruleset.rules, Random(SEED)
    bot = ruleset.bots.bot(LEVELS.get(ruleset.slug, "easy"))
    state, played = rules.start(rules.check_options({}, seats), seats, rng.randbytes(32))
    count = 0
    while (decision := settle(state)) is not None and count != moves:
        choice = bot(make_observation(rules, state), Budget(iterations=0), rng)
        played = rules.play(state, decision.seat, choice.key)
        count += 1
    return state, played, count


def make_scene(ruleset: Ruleset, state: State, played: Played, layout: str, language: str) -> Scene:
    """Return the scene of the seat that decides, or of seat 0 when the match is over."""
    rules, presentation, decision = ruleset.rules, ruleset.presentation, settle(state)
    seat = decision.seat if decision else 0
    view, asked = rules.view(state, seat), None
    if decision:
        described = rules.describe(state, decision)
        asked = presentation.present(view, described, language, NAMES)
    events = [event_for(event.to_json(), seat) for event in played.events]
    told = [{**event, "text": presentation.text(event, language, NAMES)} for event in events]
    return Scene(
        view, decision and decision.seat, rules.result(state), NAMES, asked, None, told, layout
    )


def draw(ruleset: Ruleset, scene: Scene, language: str, repeat: int) -> Drawing:
    """Draw a scene a number of times, after a first time that fills caches."""
    svg = ruleset.presentation.picture(scene, language) or ""
    times = []
    for _ in range(repeat):
        started = time.process_time()
        ruleset.presentation.picture(scene, language)
        times.append(1000 * (time.process_time() - started))
    return Drawing(svg, times)


def draw_all(language: str, repeat: int) -> Iterator[tuple[str, Drawing]]:
    """Yield the pictures of all rulesets, each with its name."""
    for ruleset in registry.rulesets():
        for seats in SEATS.get(ruleset.slug, (ruleset.rules.min_seats,)):
            _, _, total = play(ruleset, seats)
            for moment, part in MOMENTS.items():
                state, played, _ = play(ruleset, seats, round(part * total))
                for layout in LAYOUTS:
                    scene = make_scene(ruleset, state, played, layout, language)
                    name = f"{ruleset.slug}-{seats}-{moment}-{layout}-{language}"
                    yield name, draw(ruleset, scene, language, repeat)


def headlines(report: Report) -> dict[str, Headline]:
    """Return the figures that are compared with a release: those of the largest pictures."""
    rows = report["pictures"].values()
    return {
        "largest, bytes": Headline(max(row["bytes"] for row in rows)),
        "largest, compressed, bytes": Headline(max(row["gzip"] for row in rows)),
        "slowest, CPU ms": Headline(max(row["milliseconds"] for row in rows), cpu_time=True),
    }


def main() -> None:
    """Print a row for each picture."""
    parser = argparse.ArgumentParser(description="Measure pictures.")
    parser.add_argument("--language", default="en", help="the language of the words")
    parser.add_argument("--repeat", type=int, default=50, help="how often each one is drawn")
    parser.add_argument(
        "--write", type=Path, metavar="DIR", help="keep the pictures in this folder"
    )
    arguments = parser.parse_args()
    if arguments.write:
        arguments.write.mkdir(parents=True, exist_ok=True)
    print(f"{'picture':44} {'bytes':>7} {'gzip':>6} {'CPU ms':>7}")
    pictures = {}
    for name, drawing in draw_all(arguments.language, arguments.repeat):
        data = drawing.svg.encode()
        packed, milliseconds = len(gzip.compress(data, 6)), median(drawing.milliseconds)
        print(f"{name:44} {len(data):7} {packed:6} {milliseconds:7.1f}")
        pictures[name] = {
            "bytes": len(data), "gzip": packed, "milliseconds": round(milliseconds, 2)
        }  # fmt: skip
        if arguments.write:
            (arguments.write / f"{name}.svg").write_bytes(data)
    report = {
        "language": arguments.language,
        "pictures": pictures,
    }
    write_results("pictures", report, headlines=headlines, same=("language",))


if __name__ == "__main__":
    main()
