"""The course of many matches, of chance and of bots, boiled down to a digest each: equal rules give
equal digests.

    python -P tests/engine/compiled/course.py 300

prints, as JSON, whether the engine that was found is the compiled one, and the digests.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from random import Random
from typing import Any

from engine.castle.ruleset import CASTLE
from engine.castle.state import Match as CastleMatch
from engine.citadels.checks import Table, printed_tables, random_table
from engine.citadels.ruleset import CITADELS
from engine.citadels.state import Match
from tablekernel import COMPILED
from tablekernel.bots import Budget, make_observation
from tablekernel.codec import canonical
from tablekernel.frames import Decision
from tablekernel.loop import run
from tablekernel.rules import Played
from tablekernel.ruleset import Ruleset
from tablekernel.scene import Scene
from tablekernel.state import State
from tests.tablekernel.toy import TOY

NOW_AND_THEN = 60
"""Views, descriptions, copies and stored states are checked once in this number of decisions."""


def tables(matches: int) -> list[Table]:
    """Printed lists and random ones in turn."""
    printed = printed_tables()
    Random("order").shuffle(printed)
    return [
        random_table(Random(f"list {number}")) if number % 2 else printed[number % len(printed)]
        for number in range(matches)
    ]


def course(table: Table, number: int, ruleset: Ruleset = CITADELS) -> str:
    """Everything that is asked, told and stored in one random match, as a digest."""
    rules, (seats, given) = ruleset.rules, table
    rng = Random(number)
    found = sha256()
    state, played = rules.start(rules.check_options(given, seats), seats, rng.randbytes(32))
    found.update(canonical(step_result(played)))
    decisions = 0
    while (decision := rules.decision(state)) is not None:
        found.update(canonical([decision.seat, decision.topic, keys(decision)]))
        decisions += 1
        if decisions % NOW_AND_THEN == 0:
            found.update(canonical(position_document(state, decision, ruleset)))
            state = rules.load(rules.dump(state))
            rules.decision(state)
        key = rng.choice(keys(decision))
        found.update(canonical(step_result(rules.play(state, decision.seat, key))))
    found.update(canonical([rules.result(state), ruleset.presentation.reveal(state)]))
    return found.hexdigest()


def thoughtful(
    table: Table, number: int, ruleset: Ruleset = CITADELS, level: str = "medium"
) -> str:
    """What bots that follow rules of thumb choose in one match, as a digest."""
    rules, (seats, given) = ruleset.rules, table
    rng = Random(number)
    state, _ = rules.start(rules.check_options(given, seats), seats, rng.randbytes(32))
    profiles = ruleset.bots.profiles
    bots = [ruleset.bots.bot(level, profiles[seat % len(profiles)]) for seat in range(seats)]
    found = sha256()
    while (decision := rules.decision(state)) is not None:
        choice = bots[decision.seat](make_observation(rules, state), Budget(iterations=0), rng)
        found.update(choice.key.encode() + b" ")
        rules.play(state, decision.seat, choice.key)
    found.update(rules.dump(state))
    return found.hexdigest()


def keys(decision: Decision) -> list[str]:
    return [choice.key for choice in decision.options]


def step_result(played: Played) -> list[Any]:
    """What a step led to; the hash is that of the whole state."""
    return [[event.to_json() for event in played.events], played.chance, played.hash]


def position_document(state: State, decision: Decision, ruleset: Ruleset) -> list[Any]:
    """What players see of a position, and how a copy of it ends that is played on by chance."""
    rules, picture = ruleset.rules, ruleset.presentation.picture
    viewers = [None, *range(len(rules.view(state, None)["seats"]))]
    copy = state.copy() if isinstance(state, Match | CastleMatch) else rules.load(rules.dump(state))
    rng = Random(state.draws)
    while (question := run(copy)) is not None:
        run(copy, rng.choice(question[2]))
    views = [rules.view(state, viewer) for viewer in viewers]
    return [
        views,
        picture(Scene(views[decision.seat + 1], decision.seat, None, {}), "fr"),
        rules.describe(state, decision),
        rules.dump(rules.observe(state, decision.seat)).decode(),
        rules.default_choice(state, decision).key,
        rules.dump(copy).decode(),
    ]


if __name__ == "__main__":
    matches = int(sys.argv[1])
    digests = [course(table, number) for number, table in enumerate(tables(matches))]
    by_bots = [thoughtful(table, n) for n, table in enumerate(tables(matches)) if n % 5 == 0]
    for number in range(matches // 5):
        for game in (CASTLE, TOY):
            digests.append(course((game.rules.max_seats, {}), number, game))
            by_bots.append(thoughtful((game.rules.max_seats, {}), number, game, "easy"))
    report = {"compiled": COMPILED, "digests": digests, "by_bots": by_bots}
    sys.stdout.write(json.dumps(report))
