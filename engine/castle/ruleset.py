"""The ruleset of Carcassonne: The Castle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.castle import options, score_sheet, serialization, setup, views
from engine.castle.bots import LEVELS, THINKING_SECONDS, USUAL, bot_of
from engine.castle.bots.observation import observe
from engine.castle.bots.words import WORDS
from engine.castle.catalogue import catalogue
from engine.castle.defaults import DEFAULTS
from engine.castle.describing import describe_option
from engine.castle.final_scoring import result
from engine.castle.names import SEATS
from engine.castle.picture import picture
from engine.castle.state import Match
from engine.castle.text import TEXTS
from engine.castle.topics import TOPICS
from engine.kernel.bots import Bot
from engine.kernel.frames import Decision
from engine.kernel.ruleset import Names, Ruleset
from engine.kernel.scene import Scene
from engine.kernel.state import State


class Castle(Ruleset):
    """The game of 2003 on its own board, with reconstructed tiles (see ``data``)."""

    slug = "castle"
    title = "Carcassonne: The Castle"
    summary = (
        "The game of 2003 for 2 players, whole, on the printed board. The castle tiles and the "
        "terrains of the start spaces are a reconstruction: no list of the printed ones is public."
    )
    version = "castle/2003.1"
    min_seats = SEATS
    max_seats = SEATS
    bot_levels = LEVELS
    bot_profiles = (USUAL,)
    bot_seconds = THINKING_SECONDS
    bot_words = WORDS
    languages = TEXTS.codes
    topics = TOPICS
    defaults = DEFAULTS
    quiet = frozenset(
        {"tile_placed", "follower_placed", "scored", "tied", "keep_moved", "wall_tile_used"}
    )
    openings = frozenset({"turn_started", "match_over"})
    headlines = frozenset(
        {
            "final_scored",
            "follower_placed",
            "keep_moved",
            "match_over",
            "match_started",
            "scored",
            "tied",
            "tile_placed",
            "turn_started",
            "wall_tile_taken",
            "wall_tile_used",
        }
    )

    def options_schema(self) -> dict[str, Any]:
        return options.schema()

    def check_options(self, given: dict[str, Any], seats: int) -> dict[str, Any]:
        return options.complete(given, seats)

    def cards(self, language: str = "en") -> dict[str, Any]:
        return catalogue(language)

    def begin(self, options: dict[str, Any], seats: int, seed: bytes) -> Match:
        return setup.begin(options, seed)

    def open(self, state: State) -> None:
        setup.deal(_match(state))

    def dump(self, state: State) -> bytes:
        return serialization.dump(_match(state))

    def load(self, data: bytes | str) -> Match:
        return serialization.load(data)

    def earlier(self, state: State) -> Iterable[bytes]:
        return serialization.earlier(_match(state))

    def describe(self, state: State, decision: Decision) -> dict[str, Any]:
        """Describe a decision; options also name their feature with all its cells."""
        document = super().describe(state, decision)
        for option, choice in zip(document["options"], decision.options, strict=True):
            option.update(describe_option(_match(state), choice))
        return document

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return views.view(_match(state), seat)

    def picture(self, scene: Scene, language: str) -> str:
        return picture(scene, self.title, language)

    def result(self, state: State) -> dict[str, Any] | None:
        match = _match(state)
        return None if match.stack else result(match)

    def interim_result(self, state: State) -> dict[str, Any]:
        return result(_match(state))

    def reveal(self, state: State) -> dict[str, Any]:
        return score_sheet.reveal(_match(state))

    def score_sheet(self, state: State, language: str) -> list[dict[str, Any]] | None:
        match = _match(state)
        return None if match.stack else score_sheet.score_sheet(match, language)

    def text(self, event: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.sentence(event, language, names)

    def question(self, decision: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.question(decision, language, names)

    def label(self, option: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.label(option, language, names)

    def observe(self, state: State, seat: int) -> Match:
        return observe(_match(state))

    def bot(self, level: str, profile: str | None = None) -> Bot:
        return bot_of(level, profile)


def _match(state: State) -> Match:
    if not isinstance(state, Match):
        raise TypeError(f"not a match of The Castle: {type(state).__name__}")
    return state


CASTLE: Final = Castle()
