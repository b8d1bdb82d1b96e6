"""Reads of puzzles. No reply depends on the solution before the user has answered."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, time
from typing import Any

from django.db.models import Count, F, Q
from django.db.models.functions import Abs

from accounts.models import User
from core import database_clock
from games.history.pictures import picture_or_refuse
from games.models import Puzzle, PuzzleAnswer
from games.play.documents import table_document
from games.puzzles.errors import NoPuzzle, NoPuzzlesYet, PuzzleNotFound
from games.puzzles.services import live_game_of, skill_of
from games.ratings.model import Skill
from games.rules.errors import RulesUnavailable
from games.rules.rulesets import ruleset_chosen
from games.rules.verifying import versions_carried

logger = logging.getLogger(__name__)

Document = dict[str, Any]

DAMAGED_MAX = 10
"""How many puzzles whose stored state cannot be read are skipped in one request."""


def puzzle_next(*, user: User, ruleset: str, language: str) -> Document:
    """Return the document of the puzzle whose rating is nearest to the user's, of those that they
    have not answered. It skips puzzles that cannot be read. Raises Invalid, NoPuzzlesYet,
    NoPuzzle.
    """
    slug = ruleset_chosen(ruleset).slug
    puzzles = Puzzle.objects.filter(ruleset=slug, rules_version__in=versions_carried()[slug])
    skill = skill_of(user, slug)
    nearest = puzzles.exclude(answers__user=user).order_by(Abs(F("mu") - skill.mu), "id")
    for puzzle in nearest[: DAMAGED_MAX + 1]:
        try:
            return puzzle_document(puzzle, user=user, language=language, skill=skill)
        except RulesUnavailable:
            logger.exception("Puzzle %s cannot be read", puzzle.id)
    raise NoPuzzle if puzzles.exists() else NoPuzzlesYet


def puzzle_of_the_day(*, user: User) -> Document:
    """Return the puzzle of this day (UTC), the same for everybody, or None if there are none yet.

    The puzzles take turns in the order in which they were stored. Those of the day itself wait
    until the next one, so that the puzzle of a day stays, unless a version of the rules is removed
    on that day. If it cannot be read, it is the next one that can.
    """
    day = database_clock.now().astimezone(UTC).date()
    carried = Q()
    for slug, versions in versions_carried().items():
        carried |= Q(ruleset=slug, rules_version__in=versions)
    puzzles = Puzzle.objects.filter(carried).order_by("id")
    older = puzzles.filter(created_at__lt=datetime.combine(day, time(), UTC))
    count, first = older.count(), day.toordinal()
    turns = [(first + step) % count for step in range(min(count, DAMAGED_MAX + 1))]
    candidates = (older[turn] for turn in turns) if count else puzzles[: DAMAGED_MAX + 1]
    puzzle = next(filter(is_readable, candidates), None)
    if puzzle is None:
        return {"day": day, "puzzle": None}
    answer = PuzzleAnswer.objects.filter(user=user, puzzle=puzzle).first()
    solved = answer and answer.solved
    return {"day": day, "puzzle": {"id": puzzle.id, "ruleset": puzzle.ruleset, "solved": solved}}


def is_readable(puzzle: Puzzle) -> bool:
    """True if the position of a puzzle can be shown."""
    try:
        live_game_of(puzzle)
    except RulesUnavailable:
        logger.exception("Puzzle %s cannot be read", puzzle.id)
        return False
    return True


def puzzle_of(puzzle_id: int) -> Puzzle:
    """Return a puzzle. Raises PuzzleNotFound."""
    puzzle = Puzzle.objects.filter(id=puzzle_id).first()
    if puzzle is None:
        raise PuzzleNotFound
    return puzzle


def puzzle_document(
    puzzle: Puzzle, *, user: User, language: str, skill: Skill | None = None
) -> Document:
    """Return a puzzle as its seat sees it, with the user's answer. Raises RulesUnavailable.

    ``skill`` is that of the user, if it is known.
    """
    live_game = live_game_of(puzzle, language)
    question = live_game.question
    assert question is not None  # a puzzle is an open decision
    decision = live_game.open_decision()
    answers = PuzzleAnswer.objects.filter(user=user, puzzle=puzzle)
    answer = answers.select_related("puzzle").first()  # with the counts after this answer
    return {
        "id": puzzle.id,
        "ruleset": puzzle.ruleset,
        "rules_version": puzzle.rules_version,
        "options": puzzle.options,
        "seats": puzzle.table_size,
        "seat": puzzle.seat,
        **table_document(live_game, puzzle.seat),
        "decision": {"topic": question.topic, **decision},
        "you": statistics_document(user, puzzle.ruleset, skill or skill_of(user, puzzle.ruleset)),
        "answer": answer and answer_document(answer, decision["options"]),
    }


def statistics_document(user: User, ruleset: str, skill: Skill) -> Document:
    """Return how the user does in puzzles of a ruleset."""
    answers = PuzzleAnswer.objects.filter(user=user, puzzle__ruleset=ruleset)
    counts = answers.aggregate(tried=Count("id"), solved=Count("id", filter=Q(solved=True)))
    return {"rating": skill.rating, **counts}


def answer_result(answer: PuzzleAnswer, language: str) -> Document:
    """Return the user's answer with the solution. Raises RulesUnavailable."""
    options = live_game_of(answer.puzzle, language).open_decision()["options"]
    return answer_document(answer, options)


def answer_document(answer: PuzzleAnswer, options: list[Document]) -> Document:
    """Return an answer with the solution and what each option is worth."""
    puzzle = answer.puzzle
    labels = {option["choice"]: option["label"] for option in options}
    return {
        "choice": answer.choice,
        "solved": answer.solved,
        "solution": puzzle.solution,
        "values": [
            {"choice": choice, "label": labels[choice], "value": value, "error": error}
            for choice, value, error in puzzle.values
        ],
        "rating_before": answer.rating_before,
        "rating_after": answer.rating_after,
        "tried": puzzle.tried,
        "solved_share": round(puzzle.solved / (puzzle.tried or 1), 4),  # guests do not count
        "answered_at": answer.created_at,
    }


def puzzle_picture(
    puzzle: Puzzle, *, language: str, layout: str, preview: str | None = None
) -> str:
    """Return the table of a puzzle as an SVG, in which its options can be chosen. Raises
    PictureNotFound, IllegalChoice, RulesUnavailable.
    """
    picture = live_game_of(puzzle, language).picture(
        puzzle.seat,
        to_act=puzzle.seat,
        result=None,
        layout=layout,
        interactive=True,
        preview=preview,
    )
    return picture_or_refuse(picture)
