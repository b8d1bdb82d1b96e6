"""The bot with simple rules: it plays what promises most after this turn, and looks no further."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.castle.bots.evaluation import BY_LEFT, between, lead
from engine.castle.choices import PASS, Follow, Place, Score
from engine.castle.features import (
    ANY,
    FOLLOWER,
    find_completed,
    lay,
    majority,
    root_of,
    spot_root,
    take_back,
)
from engine.castle.flow.scoring import Scoring, score_feature
from engine.castle.names import NOBODY
from engine.castle.observation import FACE_DOWN
from engine.castle.points import terrain_at, worth
from engine.castle.state import Match
from engine.castle.tiles import Shape
from tablekernel.frames import Choice

ALIKE: Final = 1e-6
"""Options that differ by less than this are chosen at random."""

WORTH_KEEPING: Final = 4.5
"""The expected value of keeping wall tile 2 or 3, while there is time."""

LATE: Final = 14
"""With fewer tiles left, keeping is worth less."""

EXTRA_TURN_WORTH: Final = 1.0
"""The value of wall tile 1, the same now and later."""


def greedy(match: Match, seat: int, topic: str, options: Sequence[Choice], rng: Random) -> Choice:
    """Return the option that promises most. ``match`` may be an observed one: hidden parts are not
    read.
    """
    found = worths(match, seat, topic, options)
    least = max(found) - ALIKE
    alike = [option for option, one in zip(options, found, strict=True) if one >= least]
    return alike[int(rng.random() * len(alike))]


def worths(match: Match, seat: int, topic: str, options: Sequence[Choice]) -> list[float]:
    """Return the value of each option in points, for comparison with each other only."""
    if topic == "place":
        return [place_worth(match, seat, choice) for choice in options]
    if topic == "follower":
        return [follower_worth(match, seat, choice) for choice in options]
    if topic == "order":
        return [order_worth(match, seat, choice) for choice in options]
    if topic == "double":
        use = double_worth(match)
        return [0.0 if choice is PASS else use for choice in options]
    return [0.0 if choice is PASS else EXTRA_TURN_WORTH for choice in options]


def place_worth(match: Match, seat: int, choice: Choice) -> float:
    """Return the value of a place with the best follower there."""
    assert isinstance(choice, Place)
    after = face_down(match)
    number = 4 * match.tile + choice.rotation
    lay(after, choice.cell, number)
    after.cell = choice.cell
    gain = max([follower_gain(after, seat, s) for s in range(len(shape_of(after).segments))])
    score_completed(after)
    return for_seat(lead(after), seat) + max(0.0, gain)


def follower_worth(match: Match, seat: int, choice: Choice) -> float:
    """Return the value of a follower compared with none."""
    if not isinstance(choice, Follow):
        return 0.0
    return follower_gain(match, seat, shape_of(match).at[choice.slot])


def follower_gain(match: Match, seat: int, segment: int) -> float:
    """Return the value of a follower on a segment of the tile just laid; below 0 if none is at hand
    or allowed.
    """
    supply = match.supply[seat]
    root = root_of(match, match.first[match.cell] + segment)
    if not supply or match.sums[root] & ANY:
        return -1.0
    prospects = BY_LEFT[len(match.bag)]
    terrain = shape_of(match).lines[segment][0]
    sums = match.sums[root] + FOLLOWER[seat]
    gained, chance = prospects.feature(terrain, sums, match.area[root].bit_count())
    kept = between(prospects.supply, supply)
    return gained - kept + between(prospects.supply, supply - 1 + chance)


def order_worth(match: Match, seat: int, choice: Choice) -> float:
    """Return the value of scoring this feature before the others."""
    assert isinstance(choice, Score)
    after = face_down(match)
    score_feature(after, choice.spot, 0)
    score_completed(after)
    return for_seat(lead(after), seat)


def double_worth(match: Match) -> float:
    """Return the value of using a wall tile for the current feature, compared with keeping it."""
    scoring = match.stack[-1]
    assert isinstance(scoring, Scoring)
    spot = scoring.current(match)
    more = worth(match, terrain_at(match, spot), spot_root(match, spot))
    return more - WORTH_KEEPING * min(1.0, len(match.bag) / LATE)


def face_down(match: Match) -> Match:
    """Return a copy for trials. In a playout the wall tiles on the wall are known, but must not be
    used.
    """
    after = match.copy()
    after.towers = after.towers.translate(FACE_DOWN)
    return after


def score_completed(match: Match) -> None:
    """Score what the tile just laid has completed, in any order."""
    if match.followers:
        for spot in find_completed(match, match.cell):
            root = spot_root(match, spot)
            if majority(match, root) != NOBODY:
                score_feature(match, spot, 0)
            else:
                take_back(match, root)


def shape_of(match: Match) -> Shape:
    """Return the tile that has just been laid."""
    return match.tiles.shapes[match.laid[match.cell]]


def for_seat(ahead: float, seat: int) -> float:
    return ahead if seat == 0 else -ahead
