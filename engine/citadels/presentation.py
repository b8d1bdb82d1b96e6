"""The presentation of Citadels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.citadels import score_sheet
from engine.citadels.all_cards import list_events
from engine.citadels.catalogue import catalogue
from engine.citadels.picture import picture
from engine.citadels.picture.elements import marks
from engine.citadels.picture.paints import SEATS
from engine.citadels.picture.wording import explain_cards
from engine.citadels.rules import match_of
from engine.citadels.schemas import SCHEMAS
from engine.citadels.table_rules import table_rules
from engine.citadels.text import TEXTS
from tablekernel.presentation import Names, Presentation
from tablekernel.scene import Scene
from tablekernel.state import State


class CitadelsPresentation(Presentation):
    """The game in the words of ``text`` and the picture of ``picture``."""

    title = "Citadels"
    summary = TEXTS.first.summary
    beginner_seats = 4
    languages = TEXTS.codes
    seat_colors = tuple([paint.day for paint in SEATS])
    openings = frozenset({"round_started", "draft_ended", "revealed", "resumed", "match_over"})
    headlines = list_events(
        {
            "built",
            "card_taken",
            "city_completed",
            "crown_moved",
            "draft_ended",
            "heir_revealed",
            "killed_shown",
            "markers_laid",
            "match_over",
            "match_started",
            "revealed",
            "round_started",
            "sacrificed",
        },
        lambda card: card.headlines,
    )

    def summarize(self, language: str) -> str:
        return TEXTS.summarize(language)

    def name_statistics(self, language: str) -> Mapping[str, str]:
        texts = TEXTS.find(language)
        return {**{name: texts.title(name) for name in texts.titles}, **texts.statistics}

    def how_to_play(self, language: str) -> dict[str, Any]:
        return TEXTS.how_to_play(language)

    def table_rules(
        self, options: Mapping[str, Any], seats: int, view: Mapping[str, Any] | None, language: str
    ) -> list[dict[str, Any]]:
        return table_rules(options, seats, view, language)

    def cards(self, language: str = "en") -> dict[str, Any]:
        return catalogue(language)

    def schemas(self) -> Mapping[str, dict[str, Any]]:
        return SCHEMAS

    def text(self, event: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.sentence(event, language, names)

    def question(self, decision: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.question(decision, language, names)

    def label(self, option: dict[str, Any], language: str, names: Names | None = None) -> str:
        return TEXTS.label(option, language, names)

    def help(self, view: Mapping[str, Any], language: str) -> dict[str, dict[str, str]]:
        return explain_cards(view, language)

    def picture(self, scene: Scene, language: str) -> str:
        return picture(scene, self.title, language)

    def marks(self, view: Mapping[str, Any], decision: Mapping[str, Any]) -> list[list[str]]:
        return marks(view, decision)

    def reveal(self, state: State) -> dict[str, Any]:
        return score_sheet.reveal(match_of(state))

    def reveal_round(self, state: State) -> dict[str, Any] | None:
        return score_sheet.reveal_round(match_of(state))

    def score_sheet(self, state: State, language: str) -> list[dict[str, Any]] | None:
        match = match_of(state)
        return None if match.stack else score_sheet.score_sheet(match, language)


PRESENTATION: Final = CitadelsPresentation()
