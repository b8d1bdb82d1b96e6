"""The presentation of Carcassonne: The Castle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.castle import score_sheet
from engine.castle.catalogue import catalogue
from engine.castle.help import describe_parts
from engine.castle.picture import marks, picture
from engine.castle.picture.paints import SEATS
from engine.castle.rules import match_of
from engine.castle.schemas import SCHEMAS
from engine.castle.table_rules import table_rules
from engine.castle.text import TEXTS
from tablekernel.presentation import Names, Presentation
from tablekernel.scene import Scene
from tablekernel.state import State


class CastlePresentation(Presentation):
    """The game in the words of ``text`` and the picture of ``picture``."""

    title = "Carcassonne: The Castle"
    summary = TEXTS.first.summary
    languages = TEXTS.codes
    seat_colors = tuple([paint.day for paint in SEATS])
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

    def summarize(self, language: str) -> str:
        return TEXTS.summarize(language)

    def name_statistics(self, language: str) -> Mapping[str, str]:
        texts = TEXTS.find(language)
        walls = {f"wall_tile_taken:{kind}": title for kind, title in texts.wall_titles.items()}
        return {**texts.terrains, **texts.roles, **walls, **texts.statistics}

    def how_to_play(self, language: str) -> dict[str, Any]:
        return TEXTS.how_to_play(language)

    def table_rules(
        self, options: Mapping[str, Any], seats: int, view: Mapping[str, Any] | None, language: str
    ) -> list[dict[str, Any]]:
        return table_rules(options, language)

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
        return describe_parts(view, language)

    def marks(self, view: Mapping[str, Any], decision: Mapping[str, Any]) -> list[list[str]]:
        return marks(view, decision)

    def picture(self, scene: Scene, language: str) -> str:
        return picture(scene, self.title, language)

    def reveal(self, state: State) -> dict[str, Any]:
        return score_sheet.reveal(match_of(state))

    def score_sheet(self, state: State, language: str) -> list[dict[str, Any]] | None:
        match = match_of(state)
        return None if match.stack else score_sheet.score_sheet(match, language)


PRESENTATION: Final = CastlePresentation()
