"""Pairs of matches of Citadels that a viewer cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.citadels.checks import Table
from engine.citadels.ruleset import CITADELS
from engine.citadels.state import Match
from tablekernel.frames import Choice, Decision
from tests.engine.citadels.leaks import walk
from tests.engine.citadels.paired_states import (
    DRAFTING,
    Viewer,
    known,
    known_after,
    make_paired_state,
    played_on_a_copy,
    same_choice,
)


@dataclass(frozen=True)
class CitadelsPairs:
    """Random matches at tables of one size."""

    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    ruleset = CITADELS

    @property
    def table(self) -> Table:
        return self.seats, self.options

    def walk(self, number: int, share: float) -> Iterator[tuple[Match, Decision, Choice, Random]]:
        return walk(self.table, number, share)

    def paired(
        self, match: Match, viewer: Viewer, decision: Decision, choice: Choice, rng: Random
    ) -> tuple[Match, str]:
        _, played = played_on_a_copy(match, decision.seat, choice.key)
        kept = known_after(match, viewer, decision, choice, played)
        paired = make_paired_state(match, viewer, kept, rng)
        return paired.match, same_choice(paired, viewer, kept, decision, choice.key, rng)

    def paired_now(self, match: Match, viewer: Viewer, decision: Decision, rng: Random) -> Match:
        return make_paired_state(match, viewer, known(match, viewer, decision), rng).match

    def next_is_asked_apart(self, decision: Decision) -> bool:
        """What others hand on in the draft is seen only by the one who chooses from it next."""
        return decision.topic in DRAFTING
