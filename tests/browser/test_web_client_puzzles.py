"""Puzzles in the web client."""

from __future__ import annotations

import pytest

from games.models import PuzzleAnswer
from games.puzzles.services import puzzle_answer
from tests.browser.conftest import WIDE
from tests.browser.test_web_client import alice, origin
from tests.browser.test_web_client_pages import IS_LOADED, axe, look
from tests.browser.web_client import Player, click_text, use
from tests.clients.conftest import prompt_bots
from tests.games.puzzles.samples import choices_of, store_puzzle
from tests.toy_games import toy

__all__ = ["alice", "axe", "origin", "prompt_bots", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

WORDS = {
    "en": ("Not solved.", "Solved!", "Next puzzle", "You have answered all puzzles"),
    "fr": ("Non résolu.", "Résolu !", "Problème suivant", "Vous avez répondu à tous"),
}


@pytest.mark.parametrize("language", WORDS)
def test_puzzles_are_answered_until_none_is_left(alice: Player, axe: str, language: str) -> None:
    wrong, right, following, none_left = WORDS[language]
    first, second = store_puzzle(mu=25.0), store_puzzle(mu=40.0)
    alice.remember("language", language)
    alice.open("lobby")
    alice.driver.refresh()
    alice.browser.shows_as(WIDE)
    alice.wait(".heading a[href='#/puzzles']")
    alice.open("puzzles", wait=".question")
    for puzzle, choice, word in (
        (first, choices_of(first)[1], wrong),
        (second, second.solution, right),
    ):
        alice.wait_until(lambda _: alice.driver.execute_script(IS_LOADED))
        assert look(alice, f"puzzle-{language}", axe) == []
        answer(alice, choice)
        assert word in alice.browser.one(".question").text
        assert len(alice.browser.all(".question tbody tr")) == len(puzzle.values)
        assert look(alice, f"puzzle-answered-{language}", axe) == []
        click_text(alice, following)
        alice.wait_until(lambda _: alice.browser.all(".question table") == [])
    alice.wait("main .note")
    assert none_left in alice.browser.one("main").text
    solved = PuzzleAnswer.objects.filter(user=alice.user).order_by("id")
    assert list(solved.values_list("solved", flat=True)) == [False, True]
    # the browser notes that there is no further puzzle
    assert [one for one in alice.browser.complaints() if "puzzles/next/" not in one] == []


def answer(player: Player, choice: str) -> None:
    player.wait(f".option[data-choice='{choice}']")
    use(player, "option", choice)
    player.wait(".confirmation")
    use(player, "play")
    player.wait(".question table")


def test_an_answer_that_the_search_left_out_is_shown_last(alice: Player) -> None:
    puzzle = store_puzzle()
    alice.open("puzzles", wait=".question")
    alice.wait(".option")
    shown = {one.get_attribute("data-choice") for one in alice.browser.all(".option")}
    (bad,) = shown - {choice for choice, _, _ in puzzle.values}
    assert bad
    answer(alice, bad)
    *_, last = alice.browser.texts(".question tbody tr")
    assert "your answer" in last
    assert "clearly less" in last


def test_a_puzzle_that_was_answered_in_another_tab_shows_that_answer(alice: Player) -> None:
    puzzle = store_puzzle()
    solution, other = choices_of(puzzle)
    alice.open("puzzles", wait=".question")
    alice.wait(".option")
    puzzle_answer(user=alice.user, puzzle_id=puzzle.id, choice=solution)
    answer(alice, other)
    assert "Solved!" in alice.browser.one(".question").text
    alice.browser.complaints()  # the browser notes the refusal
