"""Answers to puzzles: exported, and deleted with the account. Until then, ratings need them."""

from __future__ import annotations

from accounts.models import User
from accounts.personal_data import DeletedUser, PersonalDataHandler, Rows, handler_register
from games.models import PuzzleAnswer


def export_answers(user: User) -> Rows:
    """Yield the answers of the user, with the ratings before and after each."""
    columns = ("puzzle", "choice", "solved", "rating_before", "rating_after", "created_at")
    answers = PuzzleAnswer.objects.filter(user=user).order_by("id")
    yield from answers.values("puzzle__ruleset", *columns, "mu", "sigma").iterator()


def erase(deleted_user: DeletedUser) -> None:
    """Delete the answers of a deleted user."""
    PuzzleAnswer.objects.filter(user=deleted_user.user).delete()


handler_register(
    PersonalDataHandler(
        "games.puzzles",
        export_files=lambda user: [("puzzle_answers", export_answers(user))],
        erase=erase,
    )
)
