"""Changes of puzzles: new ones, and answers to them.

An answer is a game of the user against the puzzle, which ends with the same ratings as a game of
two people. Solving the puzzle wins it.
"""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.models import Puzzle, PuzzleAnswer
from games.puzzles.errors import PuzzleAnswered, PuzzleNotFound
from games.ratings.model import BEGINNER, BETA, Skill, skills_after
from games.rules.errors import IllegalChoice
from games.rules.live_game import LiveGame, TextContext
from games.rules.puzzles import FoundPuzzle
from games.rules.rulesets import ruleset_of

SPREAD = 2 * BETA
"""How much better the hardest puzzles are at first than the easiest, by what bots without search
find.
"""


def puzzle_store(found: FoundPuzzle) -> Puzzle:
    """Store a new puzzle. A bot without search gives its first rating."""
    return Puzzle.objects.create(
        ruleset=found.ruleset,
        rules_version=found.rules_version,
        options=found.options,
        table_size=found.seats,
        seat=found.seat,
        state=found.state,
        solution=found.solution,
        values=found.values,
        lead=found.lead,
        mu=BEGINNER.mu + SPREAD * (0.5 - found.found_by_rules),
        sigma=BEGINNER.sigma,
    )


def is_stored(found: FoundPuzzle) -> bool:
    """True if this puzzle was found before: the same seed gives the same puzzles."""
    puzzles = Puzzle.objects.filter(ruleset=found.ruleset, rules_version=found.rules_version)
    return puzzles.filter(seat=found.seat, state=found.state).exists()


@transaction.atomic
def puzzle_answer(*, user: User, puzzle_id: int, choice: str) -> PuzzleAnswer:
    """Answer a puzzle. Guests do not change it: one person may be many guests.

    Raises PuzzleNotFound, PuzzleAnswered, IllegalChoice, RulesUnavailable."""
    # answers of a user take turns, since each begins with the rating after the last one
    user = User.objects.select_for_update(no_key=True).get(id=user.id)
    puzzle = Puzzle.objects.select_for_update(no_key=True).filter(id=puzzle_id).first()
    if puzzle is None:
        raise PuzzleNotFound
    if PuzzleAnswer.objects.filter(user=user, puzzle=puzzle).exists():
        raise PuzzleAnswered
    options = live_game_of(puzzle).open_decision()["options"]
    if choice not in [option["choice"] for option in options]:
        raise IllegalChoice(options)
    solved = choice == puzzle.solution
    before = skill_of(user, puzzle.ruleset)
    places = (1, 2) if solved else (2, 1)
    after, rated = skills_after([before, Skill(puzzle.mu, puzzle.sigma)], places)
    if not user.is_guest:
        puzzle.mu, puzzle.sigma = rated
        puzzle.tried += 1
        puzzle.solved += solved
        puzzle.save(update_fields=["mu", "sigma", "tried", "solved"])
    return PuzzleAnswer.objects.create(
        user=user,
        puzzle=puzzle,
        choice=choice,
        solved=solved,
        mu=after.mu,
        sigma=after.sigma,
        rating_before=before.rating,
        rating_after=after.rating,
    )


def skill_of(user: User, ruleset: str) -> Skill:
    """Return the user's rating in puzzles of a ruleset: that after the last answer."""
    answers = PuzzleAnswer.objects.filter(user=user, puzzle__ruleset=ruleset).order_by("-id")
    last = answers.values_list("mu", "sigma").first()
    return Skill(*last) if last else BEGINNER


def live_game_of(puzzle: Puzzle, language: str = "en") -> LiveGame:
    """Return the position of a puzzle. Raises RulesUnavailable."""
    return LiveGame.load(ruleset_of(puzzle), puzzle.state, TextContext(language))
