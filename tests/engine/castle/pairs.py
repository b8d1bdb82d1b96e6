"""Pairs of matches of The Castle that nobody can tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.castle.board import CORNERS
from engine.castle.checks import lively
from engine.castle.names import SEATS
from engine.castle.rules import RULES
from engine.castle.ruleset import CASTLE
from engine.castle.state import Match
from tablekernel.frames import Choice, Decision
from tablekernel.loop import settle
from tests.engine.castle.test_leaks import make_paired_state


class CastlePairs:
    """Random matches. Both seats know the same, and so does a spectator."""

    ruleset = CASTLE
    seats = SEATS
    options: dict[str, Any] = {}

    def walk(self, number: int, share: float) -> Iterator[tuple[Match, Decision, Choice, Random]]:
        rng = Random(number)
        state, _ = RULES.start(RULES.check_options({}, SEATS), SEATS, rng.randbytes(32))
        assert isinstance(state, Match)
        while (decision := settle(state)) is not None:
            choice = lively(decision, rng)
            if rng.random() < share:
                yield state, decision, choice, rng
            RULES.play(state, decision.seat, choice.key)

    def paired(
        self, match: Match, viewer: int | None, decision: Decision, choice: Choice, rng: Random
    ) -> tuple[Match, str]:
        """What the choice shows by right, the tiles that are drawn next and the wall tiles that are
        taken, stays as it is.
        """
        told = RULES.play(match.copy(), decision.seat, choice.key).events
        drawn = sum(event.kind == "tile_drawn" for event in told)
        taken = [event.public["spaces"] for event in told if event.kind == "wall_tile_taken"]
        kept = frozenset(CORNERS.index(tuple(spaces)) for spaces in taken)
        return make_paired_state(match, rng, drawn, kept), choice.key

    def paired_now(
        self, match: Match, viewer: int | None, decision: Decision, rng: Random
    ) -> Match:
        return make_paired_state(match, rng)

    def next_is_asked_apart(self, decision: Decision) -> bool:
        return False
