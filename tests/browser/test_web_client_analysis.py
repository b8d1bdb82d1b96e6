"""The analysis of a finished game and hints in the web client."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from core import database_clock
from games.analysis import queue
from games.bots.turns import bots_run
from games.models import Analysis, AnalysisStatus, Game
from tests.browser.conftest import WIDE
from tests.browser.test_web_client import alice, bob, origin, second_chrome
from tests.browser.test_web_client_pages import IS_LOADED, axe, look
from tests.browser.web_client import Player, click_text, press, use
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.games.analysis.finished import CITADELS, finished
from tests.toy_games import play, play_out, start_game, toy

__all__ = ["alice", "axe", "bob", "origin", "prompt_bots", "second_chrome", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

PLOT = """
const root = document.querySelector(".beside .picture")?.shadowRoot;
return root?.querySelectorAll("svg path").length ?? 0;
"""
SLIDER = "return Number(document.getElementById('move').value)"
FINISHED: dict[str, Any] = {"ruleset": "castle", "options": {}, "bots": ["greedy"]}
ANALYSIS = "history/5?panel=analysis"
"""The panel, opened at a move of a game."""


@pytest.fixture
def playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses take seconds, and find costly decisions."""
    monkeypatch.setattr(queue, "ITERATIONS", 12)


def work() -> None:
    """Make what was requested."""
    while Analysis.objects.filter(due_at__isnull=False).exists():
        queue.analyses_run()


def end(status: AnalysisStatus, **changes: Any) -> None:
    """End the analysis as a worker does."""
    Analysis.objects.update(status=status, due_at=None, finished_at=database_clock.now(), **changes)


def main_text(player: Player) -> str:
    return player.browser.one("main").text


def wait_for_text(player: Player, words: str) -> None:
    player.wait_until(lambda _: words in main_text(player))


def decisions(player: Player) -> list[str]:
    return player.browser.texts(".decision")


@pytest.mark.usefixtures("playouts")
def test_a_finished_game_is_analyzed(alice: Player, axe: str) -> None:
    game = finished(alice.user, **FINISHED)
    alice.open("games", game.id, wait=".result")
    press(alice, ".result a[href*=analysis]")
    wait_for_text(alice, "A strong bot looks at each of your decisions")
    assert look(alice, "analysis-before", axe) == []
    alice.browser.shows_as(WIDE)
    click_text(alice, "Analyze the game")
    alice.wait("progress")
    assert look(alice, "analysis-progress", axe) == []
    work()
    alice.wait(".decisions, .decision")
    alice.wait_until(lambda _: alice.driver.execute_script(PLOT) > 0)
    result = alice.browser.one(".beside").text
    assert "What decided the game" in result
    assert look(alice, "analysis", axe) == []

    alice.browser.shows_as(WIDE)
    count = len(decisions(alice))
    press(alice, ".beside .check input")
    alice.wait_until(lambda _: len(decisions(alice)) != count)
    last = alice.browser.all(".decision")[-1]
    move = int(last.text.split()[1])
    alice.driver.execute_script("arguments[0].click()", last)
    alice.wait_until(lambda _: alice.driver.execute_script(SLIDER) == move)
    alice.wait(".decision[aria-current=true]")
    assert f"history/{move}?panel=analysis" in alice.driver.current_url

    alice.remember("language", "fr")
    alice.driver.refresh()
    alice.wait_until(lambda _: alice.driver.execute_script(PLOT) > 0)
    alice.wait(".decision")
    assert "Ce qui a décidé la partie" in main_text(alice)
    assert look(alice, "analysis-french", axe) == []
    # before the request there is no analysis, which the browser notes
    assert [one for one in alice.browser.complaints() if "analysis/" not in one] == []


def test_without_a_search_there_is_no_analysis(alice: Player) -> None:
    bob = user_named("bob")
    game = play_out(start_game(alice.user, bob, options={"rounds": 1}), alice.user, bob)
    alice.open("games", game.id, ANALYSIS)
    click_text(alice, "Analyze the game")
    wait_for_text(alice, "This game cannot be analyzed.")
    assert "Analyze the game" not in main_text(alice)


def test_a_used_up_budget_says_when_it_is_possible_again(alice: Player, settings: Any) -> None:
    settings.ANALYSIS_DAY_LIMIT = 1
    first, second = (finished(alice.user, **FINISHED) for _ in range(2))
    alice.open("games", first.id, ANALYSIS)
    click_text(alice, "Analyze the game")
    alice.wait("progress")
    alice.open("games", second.id, ANALYSIS, wait=".beside")
    click_text(alice, "Analyze the game")
    wait_for_text(alice, "To the game that is being analyzed")
    now = database_clock.now()
    end(AnalysisStatus.DONE, requested_at=now - timedelta(hours=1))
    click_text(alice, "Analyze the game")
    wait_for_text(alice, "Possible again from")
    alice.browser.pictured("play-analysis-limit")


def test_an_analysis_that_failed_says_so(alice: Player) -> None:
    game = finished(alice.user, **FINISHED)
    alice.open("games", game.id, ANALYSIS)
    click_text(alice, "Analyze the game")
    alice.wait("progress")
    a_day_ago = database_clock.now() - timedelta(hours=25)
    end(AnalysisStatus.FAILED, error="internal_error", requested_at=a_day_ago)
    wait_for_text(alice, "The analysis has failed. You can request it again after a day.")
    click_text(alice, "Analyze the game")
    alice.wait("progress")


def test_others_are_offered_no_analysis(alice: Player, bob: Player) -> None:
    game = finished(alice.user, **FINISHED)
    Game.objects.filter(id=game.id).update(visibility="public")
    bob.open("games", game.id, ANALYSIS)
    bob.wait(".moment")
    assert bob.browser.all("#tab-analysis") == []


@pytest.mark.usefixtures("playouts")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hint_is_shown_until_its_decision_is_answered(
    alice: Player, axe: str, language: str
) -> None:
    game = start_game(alice.user, **{"options": {}, **CITADELS})
    bots_run(game_id=game.id)
    alice.remember("language", language)
    alice.driver.refresh()
    alice.wait(".top a[href='#/settings']")
    alice.open("games", game.id, wait=".question")
    press(alice, ".advice button")
    alice.wait_until(lambda _: Analysis.objects.exists())
    work()
    alice.wait(".advice table")
    assert alice.browser.texts(".option .tag") == ["suggested" if language == "en" else "conseillé"]
    assert len(alice.browser.all(".advice tbody tr")) >= 2
    alice.wait_until(lambda _: alice.driver.execute_script(IS_LOADED))
    assert look(alice, f"hint-{language}", axe) == []
    best = alice.browser.one(".option:has(.tag)").get_attribute("data-choice")
    decision = alice.browser.one(".question").get_attribute("data-decision")
    use(alice, "option", str(best))
    alice.wait(".confirmation")
    use(alice, "play")
    alice.wait_until(
        lambda _: alice.browser.one(".question").get_attribute("data-decision") != decision
    )
    assert alice.browser.all(".advice table, .option .tag") == []
    assert alice.browser.complaints() == []


def test_there_are_no_hints_against_people(alice: Player) -> None:
    game = start_game(alice.user, user_named("bob"))
    alice.open("games", game.id, wait=".question")
    assert alice.browser.all(".advice") == []
    play(alice.user, game)
