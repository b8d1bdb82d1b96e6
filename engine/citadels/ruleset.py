"""The ruleset of Citadels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from engine.citadels import options, score_sheet, serialization, setup, views
from engine.citadels.amounts import amounts
from engine.citadels.bots import LEVELS, THINKING_SECONDS, bot_of
from engine.citadels.bots.observation import observe
from engine.citadels.bots.profiles import PROFILES
from engine.citadels.bots.words import WORDS
from engine.citadels.catalogue import catalogue
from engine.citadels.defaults import DEFAULTS
from engine.citadels.picture import picture
from engine.citadels.scoring import result
from engine.citadels.state import Match
from engine.citadels.terms import Terms
from engine.citadels.text import TEXTS
from engine.citadels.topics import TOPICS
from engine.kernel.bots import Bot
from engine.kernel.frames import Decision
from engine.kernel.ruleset import Names, Ruleset
from engine.kernel.scene import Scene
from engine.kernel.state import State


class Citadels(Ruleset):
    """The 2016 edition, and the classic one of 2000."""

    slug = "citadels"
    title = "Citadels"
    summary = "The 2016 edition, complete, for 2 to 8 players; and the classic edition for 2 to 7."
    version = "citadels/2016.2"
    terms: ClassVar[Mapping[str, Terms]] = {
        options.MODERN: Terms(swaps_empty_hands=False),
        options.CLASSIC: Terms(
            options.CLASSIC, swaps_empty_hands=False, bonus_at_start=True, city_breaks_ties=True
        ),
    }
    """By edition: in what versions differ."""

    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    bot_levels = LEVELS
    bot_profiles = tuple(PROFILES)
    bot_seconds = THINKING_SECONDS
    bot_listens = frozenset(THINKING_SECONDS)
    bot_words = WORDS
    languages = TEXTS.codes
    topics = TOPICS
    defaults = DEFAULTS
    quiet = frozenset(
        {
            "beautified",
            "blown_up",
            "bribed",
            "built",
            "card_given",
            "card_taken",  # by the Wizard, who has seen the hand; a random one uses chance
            "card_tucked",
            "cards_discarded",
            "cards_kept",
            "city_completed",
            "crown_moved",
            "destroyed",
            "exchanged",
            "gold_gained",
            "gold_paid",
            "gold_taken",
            "kill_named",
            "markers_laid",
            "paid",
            "rob_named",
            "sacrificed",
            "seized",
            "taxed",
        }
    )

    openings = frozenset({"round_started", "draft_ended", "revealed", "resumed", "match_over"})
    headlines = frozenset(
        {
            "beautified",
            "bewitch_named",
            "blown_up",
            "bribe_refused",
            "bribed",
            "built",
            "card_taken",
            "characters_swapped",
            "city_completed",
            "confiscated",
            "crown_moved",
            "destroyed",
            "draft_ended",
            "exchanged",
            "hands_swapped",
            "heir_revealed",
            "kill_named",
            "killed_shown",
            "markers_laid",
            "match_over",
            "match_started",
            "resumed",
            "revealed",
            "rob_named",
            "robbed",
            "round_started",
            "sacrificed",
            "seized",
            "spied",
            "taxed",
            "threat_revealed",
        }
    )

    def options_schema(self) -> dict[str, Any]:
        return options.schema()

    def check_options(self, given: dict[str, Any], seats: int) -> dict[str, Any]:
        return options.complete(given, seats)

    def cards(self, language: str = "en") -> dict[str, Any]:
        return catalogue(language)

    def begin(self, options: dict[str, Any], seats: int, seed: bytes) -> Match:
        return setup.begin(options, seats, seed, self.terms[options["edition"]])

    def open(self, state: State) -> None:
        setup.deal(_match(state))

    def dump(self, state: State) -> bytes:
        return serialization.dump(_match(state))

    def load(self, data: bytes | str) -> Match:
        return serialization.load(data, self.terms)

    def earlier(self, state: State) -> Iterable[bytes]:
        return serialization.earlier(_match(state))

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

    def reveal_round(self, state: State) -> dict[str, Any] | None:
        return score_sheet.reveal_round(_match(state))

    def score_sheet(self, state: State, language: str) -> list[dict[str, Any]] | None:
        match = _match(state)
        return None if match.stack else score_sheet.score_sheet(match, language)

    def describe(self, state: State, decision: Decision) -> dict[str, Any]:
        """Describe a decision; options also have the cost of districts, and their own costs and
        gains.
        """
        described = super().describe(state, decision)
        for option, choice in zip(described["options"], decision.options, strict=True):
            option.update(amounts(_match(state), decision.seat, choice))
        return described

    def text(self, event: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.sentence(event, language, names)

    def question(self, decision: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.question(decision, language, names)

    def label(self, option: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.label(option, language, names)

    def observe(self, state: State, seat: int) -> Match:
        return observe(_match(state), seat)

    def bot(self, level: str, profile: str | None = None) -> Bot:
        return bot_of(level, profile)


def _match(state: State) -> Match:
    if not isinstance(state, Match):
        raise TypeError(f"not a match of Citadels: {type(state).__name__}")
    return state


CITADELS: Final = Citadels()
