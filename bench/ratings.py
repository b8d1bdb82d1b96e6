"""Which model of skill rates the players best: simulated games, whose true skills are known.

    make bench-ratings                          # all candidates, six seeds: about two minutes
    make bench-ratings ARGS="--seeds 12"        # as in docs/decisions/ratings.md
    make bench-ratings ARGS="--only Plackett"   # a regex, found in the names of candidates

Nothing of a world comes from a candidate: a player's performance is their skill and some noise,
normal in half of the worlds and Gumbel in the others, and the best performance is first. Worlds
differ in how much luck decides. The table says what each column is. Candidates of packages that
are not installed are left out.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from math import log
from random import Random
from re import search
from statistics import mean, median, stdev
from typing import NamedTuple

from bench import run
from bench.rating_candidates import CANDIDATES, WINNER, Candidate, missing_packages, softmax

DAYS = 360
LUCK = (0.5, 1.0, 2.0)
"""The standard deviation of a performance, when that of skill is 1."""
DRIFT_PER_DAY = 0.5 / DAYS**0.5
"""Within a year, a skill moves by half of the standard deviation among players."""
TABLES = {2: 3, 3: 3, 4: 4, 5: 3, 6: 2, 7: 2, 8: 1}
"""How often there are tables of a size."""
LOST_ON_TIME = 0.03
STRONG = 2.0
"""The skill of strong newcomers: better than 98 % of the players."""


class Played(NamedTuple):
    """A simulated game, with the true skills of that day. The place of ``users[i]`` is i."""

    day: int
    users: list[int]
    skills: list[float]


class World(NamedTuple):
    games: list[Played]
    newcomers: frozenset[int]
    """The strong ones."""


class Player:
    def __init__(self, skill: float, activity: float, away: range) -> None:
        self.skill, self.activity, self.away = skill, activity, away


def performance(chance: Random, seed: int, luck: float) -> float:
    """Return what luck adds to a skill."""
    if seed % 2:
        return luck * chance.gauss()
    return luck * 0.78 * -log(-log(chance.uniform(1e-12, 1)))  # of the same deviation


def table_of(chance: Random, players: Sequence[Player], day: int, size: int) -> list[int]:
    """Return different players: more active ones are drawn more often."""
    here = [index for index, one in enumerate(players) if day not in one.away]
    drawn: dict[int, None] = {}
    while len(drawn) < size:
        drawn[chance.choices(here, [players[index].activity for index in here])[0]] = None
    return list(drawn)


def games_of(
    chance: Random, seed: int, players: list[Player], tables_a_day: int, drift: float
) -> Iterator[Played]:
    """Play the games of a year."""
    luck = LUCK[seed // 2 % len(LUCK)]
    for day in range(DAYS):
        for player in players:
            player.skill += drift * chance.gauss()
        for size in chance.choices([*TABLES], [*TABLES.values()], k=tables_a_day):
            scores = {
                user: players[user].skill + performance(chance, seed, luck)
                for user in table_of(chance, players, day, size)
            }
            late = {user for user in scores if chance.random() < LOST_ON_TIME}
            users = sorted(scores, key=lambda user: (user in late, -scores[user]))
            yield Played(day, users, [players[user].skill for user in users])


def busy_world(seed: int) -> World:
    """A year with unequal activity, newcomers, drifting skills and absences."""
    chance = Random(seed)
    players = []
    for _ in range(120):
        first = chance.randrange(30, 240) if chance.random() < 1 / 3 else DAYS
        away = range(first, first + chance.randrange(60, 150))
        players.append(Player(chance.gauss(), chance.lognormvariate(0, 1), away))
    for number in range(12):
        before = range(chance.randrange(120, 200))
        players.append(Player(STRONG if number < 4 else 0, 2, before))
    strong = frozenset(range(120, 124))
    return World(list(games_of(chance, seed, players, 10, DRIFT_PER_DAY)), strong)


def equal_world(seed: int) -> World:
    """A year of equal and constant skill: 4 players with about 350 games, 36 with about 45."""
    players = [Player(0, 8 if index < 4 else 1, range(0)) for index in range(40)]
    return World(list(games_of(Random(seed), seed, players, 2, 0)), frozenset())


# --- measures of one candidate in one world ----------------------------------------------------


class Measured(NamedTuple):
    bias: float
    after_10: float
    after_40: float
    until_right: list[int]
    wins_that_cost: int
    spread: float
    sigmas: dict[int, list[float]]
    predicted: list[list[float]]
    """For each game of the second half: the strengths of the players, the winner first."""


def measured(job: tuple[str, int]) -> Measured:
    """Return the measures of a candidate in the worlds of a seed."""
    make, seed = CANDIDATES[job[0]], job[1]
    equal, counts = make(), Counter[int]()
    for day, games in groupby(equal_world(seed).games, lambda one: one.day):
        for game in games:
            equal.play(day, game.users)
            counts.update(game.users)
        equal.end_day(day)
    busy, rare = (
        [equal.shown_rating(user) for user, count in counts.items() if (count > 200) is wanted]
        for wanted in (True, False)
    )
    return in_busy_world(make(), busy_world(seed))._replace(bias=mean(busy) - mean(rare))


def in_busy_world(candidate: Candidate, world: World) -> Measured:
    """Return all measures but the bias."""
    counts, seen = Counter[int](), defaultdict[int, list[tuple[float, float]]](list)
    streaks: dict[int, list[bool]] = {user: [] for user in world.newcomers}
    sigmas, predicted, costly = defaultdict[int, list[float]](list), [], 0
    for day, some in groupby(world.games, lambda one: one.day):
        games = list(some)
        before = {user: candidate.shown_rating(user) for game in games for user in game.users}
        today = Counter(user for game in games for user in game.users)
        for game in games:
            if day >= DAYS / 2:
                predicted.append(candidate.strengths(day, game.users))
            candidate.play(day, game.users)
        candidate.end_day(day)
        for game in games:
            first, last = game.users[0], game.users[-1]
            costly += today[first] == 1 and candidate.shown_rating(first) < before[first]
            costly += today[last] == 1 and candidate.shown_rating(last) > before[last]
            for user, skill in zip(game.users, game.skills, strict=True):
                counts[user] += 1
                if counts[user] in (1, 3, 5, 10, 20, 40, 100):
                    seen[counts[user]].append((candidate.shown_rating(user), skill))
                    sigmas[counts[user]].append(candidate.sigma(user))
            for user in world.newcomers.intersection(game.users):
                others = [
                    candidate.shown_rating(one) for one in counts if one != user and counts[one] > 9
                ]
                others.sort()
                streaks[user].append(candidate.shown_rating(user) >= others[len(others) * 9 // 10])
    until = [games_until(streak) for streak in streaks.values()]
    spread = stdev(candidate.shown_rating(user) for user in counts)
    ranked = (rank_correlation(seen[10]), rank_correlation(seen[40]))
    return Measured(0, *ranked, until, costly, spread, sigmas, predicted)


def games_until(streak: Sequence[bool], wanted: int = 5) -> int:
    """Return after how many games the first ``wanted`` hits in a row begin."""
    for start in range(len(streak) - wanted + 1):
        if all(streak[start : start + wanted]):
            return start + 1
    return len(streak)


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's coefficient."""
    size = len(pairs)
    ranks = []
    for values in zip(*pairs, strict=True):
        order = sorted(range(size), key=values.__getitem__)
        ranks.append({index: rank for rank, index in enumerate(order)})
    squares = sum((ranks[0][index] - ranks[1][index]) ** 2 for index in range(size))
    return 1 - 6 * squares / (size * (size**2 - 1))


class Predictions(NamedTuple):
    scale: float
    log_loss: float
    brier: float
    unreliable: float


def predictions(rows: Sequence[list[float]]) -> Predictions:
    """Judge the predicted winners. Every other game serves to find the scale of strengths."""
    known, judged = rows[::2], rows[1::2]
    scale = min((one / 20 for one in range(4, 61)), key=lambda scale: log_loss(known, scale))
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    brier = 0.0
    for row in judged:
        for index, chance in enumerate(softmax(row, scale)):
            brier += (chance - (index == 0)) ** 2
            bins[int(chance * 10)].append((chance, index == 0))
    gaps = [abs(sum(chance - won for chance, won in some)) for some in bins.values()]
    unreliable = sum(gaps) / sum(map(len, bins.values()))
    return Predictions(scale, log_loss(judged, scale), brier / len(judged), unreliable)


def log_loss(rows: Sequence[list[float]], scale: float) -> float:
    return -mean(log(max(softmax(row, scale)[0], 1e-12)) for row in rows)


# --- paces -------------------------------------------------------------------------------------


def pace_losses(job: tuple[float, int]) -> dict[str, list[tuple[float, float]]]:
    """Return how much more a rating by pace loses than one by ruleset, by games of a pace.

    Players have two skills, one for each pace. ``job`` is their correlation, and a seed.
    """
    alike, seed = job
    chance = Random(seed)
    players = [Player(0, chance.lognormvariate(0, 1), range(0)) for _ in range(80)]
    common = [chance.gauss() for _ in players]
    paces = [[share_of(one, alike, chance) for one in common] for _ in range(2)]
    one_rating, by_pace = CANDIDATES[WINNER](), CANDIDATES[WINNER]()
    counts, losses = Counter[int](), defaultdict[str, list[tuple[float, float]]](list)
    for day in range(DAYS):
        for size in chance.choices([*TABLES], [*TABLES.values()], k=8):
            pace, users = chance.randrange(2), table_of(chance, players, day, size)
            scores = {
                user: paces[pace][user] + performance(chance, seed, LUCK[seed // 2 % len(LUCK)])
                for user in users
            }
            users.sort(key=lambda user: -scores[user])
            own = [1000 * pace + user for user in users]
            played = mean(counts[user] for user in own)
            chances = (one_rating.strengths(day, users), by_pace.strengths(day, own))
            low, high = (-log(softmax(some, PACE_SCALE)[0]) for some in chances)
            losses[next(name for limit, name in BY_GAMES if played < limit)].append((low, high))
            one_rating.play(day, users)
            by_pace.play(day, own)
            counts.update(own)
    return dict(losses)


PACE_SCALE = 0.8
BY_GAMES = ((10, "< 10"), (30, "< 30"), (60, "< 60"), (float("inf"), "more"))


def share_of(common: float, alike: float, chance: Random) -> float:
    """Return a skill that correlates with that of another pace."""
    return float(alike**0.5) * common + float((1 - alike) ** 0.5) * chance.gauss()


def pace_table(pool: ProcessPoolExecutor, seeds: int) -> Iterator[str]:
    """Yield the lines of a table: the gain of ratings by pace."""
    names = [name for _, name in BY_GAMES]
    yield "\nLogarithmic loss of a rating by ruleset, and how much less it is by pace"
    yield f"{'correlation':<16}" + "".join(f"{name + ' games':>22}" for name in names)
    for alike in (1.0, 0.9, 0.7, 0.5):
        found = list(pool.map(pace_losses, [(alike, seed) for seed in range(seeds)]))
        cells = []
        for name in names:
            pairs = [pair for one in found for pair in one.get(name, ())]
            one, two = (mean(column) for column in zip(*pairs, strict=True))
            cells.append(f"{one:13.3f} {one - two:+8.3f}")
        yield f"{alike:<16}" + "".join(cells)


# --- the table ---------------------------------------------------------------------------------

LEGEND = """
bias      points by which players with 300 to 400 games are shown above those with 30 to 60, at
          equal skill
after 10  rank correlation of shown rating and true skill, after 10 games of each player; after 40
tenth     games until a strong newcomer is shown in the first tenth, for 5 games (median)
costly    how often a single win of a day cost a point, or a single last place gave one
spread    standard deviation of the shown ratings
loss      logarithmic loss of predicted winners
brier     their Brier score, over all players of a game
gap       mean difference of predicted and observed frequency
scale     the factor of strengths with which they predict best
"""
HEADING = (
    f"{'':58}{'bias':>5}{'after 10':>10}{'after 40':>10}{'tenth':>7}{'costly':>8}{'spread':>8}"
    f"{'loss':>8}{'brier':>8}{'gap':>8}{'scale':>7}"
)


def line(name: str, found: Sequence[Measured]) -> str:
    """Return a row of the table: a candidate in all worlds."""
    tenth = median(count for one in found for count in one.until_right)
    told = predictions([row for one in found for row in one.predicted])
    bias, after_10, after_40, spread = (
        mean(values)
        for values in zip(
            *((one.bias, one.after_10, one.after_40, one.spread) for one in found), strict=True
        )
    )
    costly = sum(one.wins_that_cost for one in found)
    return (
        f"{name:58}{bias:5.0f}{after_10:10.3f}{after_40:10.3f}{tenth:7.1f}{costly:8}{spread:8.0f}"
        f"{told.log_loss:8.4f}{told.brier:8.4f}{told.unreliable:8.4f}{told.scale:7.2f}"
    )


def uncertainty_line(found: Sequence[Measured]) -> str:
    """Return what is left of a beginner's uncertainty after some games."""
    counts = sorted(found[0].sigmas)
    left = {n: median(s for one in found for s in one.sigmas[n]) for n in counts}
    return "    uncertainty: " + ", ".join(f"{n}: {sigma:.2f}" for n, sigma in left.items())


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ratings", description="Which model rates best.")
    parser.add_argument("--only", default="", metavar="PATTERN", help="a regex, found in names")
    parser.add_argument("--seeds", type=int, default=6, help="how many worlds")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--uncertainty", action="store_true", help="print it by number of games")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    print(*missing_packages(), sep="\n")
    print(LEGEND, f"seeds 0 to {given.seeds - 1}", HEADING, sep="\n")
    names = [name for name in CANDIDATES if search(given.only, name)]
    jobs = [(name, seed) for name in names for seed in range(given.seeds)]
    with ProcessPoolExecutor(given.processes) as pool:
        results = pool.map(measured, jobs)
        for name in names:
            found = [next(results) for _ in range(given.seeds)]
            print(line(name, found), flush=True)
            if given.uncertainty:
                print(uncertainty_line(found))
        if not given.only:
            for text in pace_table(pool, given.seeds):
                print(text, flush=True)
    return 0


if __name__ == "__main__":
    run(main)
