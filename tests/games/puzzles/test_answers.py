"""Answers change the ratings of the user and the puzzle, each once."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest

from accounts.models import User
from accounts.personal_data import HANDLERS, DeletedUser
from games.models import Puzzle, PuzzleAnswer
from games.puzzles.errors import PuzzleAnswered, PuzzleNotFound
from games.puzzles.services import SPREAD, puzzle_answer, puzzle_store
from games.ratings.model import BEGINNER
from games.rules.errors import IllegalChoice, RulesUnavailable
from tests.games.puzzles.samples import choices_of, found_puzzle, store_puzzle
from tests.games.test_races import at_once


@pytest.mark.django_db
@pytest.mark.parametrize(("share", "mu"), [(1.0, -0.5), (0.5, 0.0), (0.0, 0.5)])
def test_what_the_rules_of_thumb_do_not_find_begins_as_hard(share: float, mu: float) -> None:
    puzzle = puzzle_store(found_puzzle()._replace(found_by_rules=share))
    assert puzzle.mu == pytest.approx(BEGINNER.mu + mu * SPREAD)


def test_who_solves_it_gains_and_the_puzzle_loses(alice: User, bob: User) -> None:
    puzzle = store_puzzle()
    solution, other = choices_of(puzzle)
    right = puzzle_answer(user=alice, puzzle_id=puzzle.id, choice=solution)
    easier = fresh_puzzle(puzzle)
    wrong = puzzle_answer(user=bob, puzzle_id=puzzle.id, choice=other)
    harder = fresh_puzzle(puzzle)
    assert (right.solved, wrong.solved) == (True, False)
    assert right.rating_before == wrong.rating_before < right.rating_after
    assert wrong.mu < BEGINNER.mu < right.mu
    assert easier.mu < puzzle.mu
    assert harder.mu > easier.mu
    assert (harder.tried, harder.solved) == (2, 1)


def test_the_next_answer_begins_with_the_rating_after_the_last_one(alice: User) -> None:
    first, second = (
        puzzle_answer(user=alice, puzzle_id=puzzle.id, choice=puzzle.solution)
        for puzzle in (store_puzzle(), store_puzzle())
    )
    assert second.rating_before == first.rating_after < second.rating_after
    other_game = store_puzzle("castle", 2)
    third = puzzle_answer(user=alice, puzzle_id=other_game.id, choice=other_game.solution)
    assert third.rating_before == first.rating_before


def test_refusals(alice: User) -> None:
    puzzle = store_puzzle()
    with pytest.raises(PuzzleNotFound):
        puzzle_answer(user=alice, puzzle_id=puzzle.id + 1, choice="anything")
    with pytest.raises(IllegalChoice):
        puzzle_answer(user=alice, puzzle_id=puzzle.id, choice="anything")
    puzzle_answer(user=alice, puzzle_id=puzzle.id, choice=puzzle.solution)
    with pytest.raises(PuzzleAnswered):
        puzzle_answer(user=alice, puzzle_id=puzzle.id, choice=puzzle.solution)
    old = store_puzzle(rules_version="0")
    with pytest.raises(RulesUnavailable):
        puzzle_answer(user=alice, puzzle_id=old.id, choice=old.solution)
    assert PuzzleAnswer.objects.count() == fresh_puzzle(puzzle).tried == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_answers_at_once_one_counts(alice: User) -> None:
    for _ in range(3):
        puzzle = store_puzzle()
        acts = [
            partial(puzzle_answer, user=alice, puzzle_id=puzzle.id, choice=choice)
            for choice in choices_of(puzzle)
        ]
        assert at_once(*acts) == ["", "PuzzleAnswered"]
        assert fresh_puzzle(puzzle).tried == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_answers_of_a_user_and_to_a_puzzle_take_turns(alice: User, bob: User) -> None:
    """None is lost, and none waits in a circle."""
    for _ in range(3):
        puzzles = [store_puzzle(), store_puzzle()]
        acts = [
            partial(puzzle_answer, user=user, puzzle_id=puzzle.id, choice=puzzle.solution)
            for puzzle in puzzles
            for user in (alice, bob)
        ]
        assert at_once(*acts) == [""] * 4
        assert [fresh_puzzle(puzzle).tried for puzzle in puzzles] == [2, 2]
    for user in (alice, bob):
        ratings = list(PuzzleAnswer.objects.filter(user=user).order_by("id"))
        for before, after in pairwise(ratings):
            assert after.rating_before == before.rating_after


# --- personal data -----------------------------------------------------------------------------


def test_answers_are_exported_and_deleted_with_the_account(alice: User, bob: User) -> None:
    puzzle = store_puzzle()
    for user in (alice, bob):
        puzzle_answer(user=user, puzzle_id=puzzle.id, choice=puzzle.solution)
    handler = HANDLERS["games.puzzles"]
    ((_, (row,)),) = handler.export_files(alice)
    assert (row["puzzle"], row["choice"], row["solved"]) == (puzzle.id, puzzle.solution, True)
    handler.erase(DeletedUser(alice, "alice"))
    ((_, rows),) = handler.export_files(alice)
    assert not list(rows)
    assert PuzzleAnswer.objects.get().user == bob
    assert fresh_puzzle(puzzle).tried == 2


def fresh_puzzle(puzzle: Puzzle) -> Puzzle:
    return Puzzle.objects.get(id=puzzle.id)
