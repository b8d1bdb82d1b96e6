"""The rules of Carcassonne: The Castle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.castle import options, serialization, setup, views
from engine.castle.defaults import DEFAULTS
from engine.castle.describing import describe_option
from engine.castle.final_scoring import result
from engine.castle.names import SEATS
from engine.castle.observation import observe
from engine.castle.state import Match
from engine.castle.topics import TOPICS
from tablekernel.frames import Decision
from tablekernel.rules import Rules
from tablekernel.state import State


class CastleRules(Rules):
    """The game of 2003 on its own board, with reconstructed tiles (see ``data``)."""

    slug = "castle"
    version = "castle/2003.1"
    min_seats = SEATS
    max_seats = SEATS
    topics = TOPICS
    defaults = DEFAULTS
    quiet = frozenset(
        {"tile_placed", "follower_placed", "scored", "tied", "keep_moved", "wall_tile_used"}
    )

    def options_schema(self) -> dict[str, Any]:
        return options.schema()

    def check_options(self, given: dict[str, Any], seats: int) -> dict[str, Any]:
        return options.complete(given, seats)

    def begin(self, options: dict[str, Any], seats: int, seed: bytes) -> Match:
        return setup.begin(options, seed)

    def open(self, state: State) -> None:
        setup.deal(match_of(state))

    def dump(self, state: State) -> bytes:
        return serialization.dump(match_of(state))

    def load(self, data: bytes | str) -> Match:
        return serialization.load(data)

    def earlier(self, state: State) -> Iterable[bytes]:
        return serialization.earlier(match_of(state))

    def describe(self, state: State, decision: Decision) -> dict[str, Any]:
        """Describe a decision; options also name their feature with all its cells."""
        document = super().describe(state, decision)
        for option, choice in zip(document["options"], decision.options, strict=True):
            option.update(describe_option(match_of(state), choice))
        return document

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return views.view(match_of(state), seat)

    def result(self, state: State) -> dict[str, Any] | None:
        match = match_of(state)
        return None if match.stack else result(match)

    def interim_result(self, state: State) -> dict[str, Any]:
        return result(match_of(state))

    def observe(self, state: State, seat: int) -> Match:
        return observe(match_of(state))


def match_of(state: State) -> Match:
    """Return a state as a match of this game. Raises ``TypeError`` for one of another game."""
    if not isinstance(state, Match):
        raise TypeError(f"not a match of The Castle: {type(state).__name__}")
    return state


RULES: Final = CastleRules()
