"""Answers to puzzles: exported, and deleted with the account. Until then, ratings need them."""

from __future__ import annotations

from accounts.personal_data import PersonalDataHandler, erase_rows, export_rows, handler_register
from games.models import PuzzleAnswer

COLUMNS = ("puzzle", "choice", "solved", "rating_before", "rating_after", "created_at")

handler_register(
    PersonalDataHandler(
        "games.puzzles",
        export_files=export_rows(
            "puzzle_answers", PuzzleAnswer, "puzzle__ruleset", *COLUMNS, "mu", "sigma"
        ),
        erase=erase_rows(PuzzleAnswer),
    )
)
