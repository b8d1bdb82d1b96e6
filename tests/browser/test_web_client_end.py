"""The end of a game, the news and the puzzle of the day in the web client: what brings one back."""

from __future__ import annotations

import pytest

from games.models import Game
from games.puzzles.services import puzzle_answer
from notifications.services.relay import relay_all
from tests.browser.test_web_client import alice, origin
from tests.browser.test_web_client_pages import IS_LOADED, axe, look
from tests.browser.web_client import Player, click_text, press
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.games.analysis.finished import store_analysis
from tests.games.puzzles.samples import store_puzzle
from tests.timed import turn
from tests.toy_games import play_out, start_game, toy

__all__ = ["alice", "axe", "origin", "prompt_bots", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

CHOOSE = """
const select = document.querySelector(arguments[0]);
select.value = arguments[1];
select.dispatchEvent(new Event("input", {bubbles: true}));
select.dispatchEvent(new Event("change", {bubbles: true}));
"""
VALUES = "return [...document.querySelectorAll(arguments[0])].map(({value}) => value)"


def test_news_have_an_entry_for_each_game_until_one_has_moved(alice: Player) -> None:
    bob = user_named("bob")
    named = start_game(alice.user, bob, title="Sunday evening")
    start_game(alice.user, bob)
    relay_all(seconds=5)
    alice.open("notifications", wait=".news li")
    alice.browser.pictured("play-news")
    titles = alice.browser.texts(".news h2 a")
    assert len(titles) == 2
    assert "Sunday evening" in titles
    assert all("2 new" in title for title in alice.browser.texts(".news h2"))
    assert alice.browser.texts(".news summary") == ["1 before"] * 2
    turn(alice.user, named)
    alice.driver.refresh()
    alice.wait(".news li")
    of_named = next(text for text in alice.browser.texts(".news li") if "Sunday" in text)
    assert "has started" in of_named
    assert "your turn" not in of_named


def test_the_end_of_a_game_shows_what_decided_it_and_leads_on(alice: Player, axe: str) -> None:
    bob = user_named("bob")
    over = start_game(alice.user, bob, options={"rounds": 1})
    play_out(over, alice.user, bob)
    waiting = start_game(alice.user, bob, title="Another one")
    alice.open("games", over.id, wait=".result .teaser a[href*=analysis]")
    assert "What decided the game?" in alice.browser.one(".result").text
    store_analysis(over, alice.user)
    alice.driver.refresh()
    alice.wait(".result dl.teaser")
    assert alice.browser.texts(".teaser dt") == ["Choice", "Hidden", "Luck"]
    assert all("%" in share for share in alice.browser.texts(".teaser dd"))
    alice.wait(f".result a[href*='{waiting.id}']")
    alice.wait_until(lambda _: alice.driver.execute_script(IS_LOADED))
    assert look(alice, "end", axe) == []
    click_text(alice, "Share a picture")
    alice.wait(".share input")
    click_text(alice, "Rematch")
    alice.wait_until(lambda _: f"#/games/{over.id}" not in alice.driver.current_url)
    assert alice.driver.current_url.endswith(str(Game.objects.get(rematch_of=over).id))
    alice.open("games", over.id, wait=".result")
    press(alice, f".result a[href*='{waiting.id}']")
    alice.wait(".question")
    assert alice.browser.complaints() == []


def test_the_puzzle_of_the_day_is_one_click_away(alice: Player) -> None:
    puzzle = store_puzzle()
    alice.open("turns", wait=".daily a")
    press(alice, ".daily a")
    alice.wait(".option")
    assert alice.driver.current_url.endswith(f"#/puzzles?id={puzzle.id}")
    puzzle_answer(user=alice.user, puzzle_id=puzzle.id, choice=puzzle.solution)
    alice.open("turns", wait=".daily a")
    alice.wait_until(lambda _: "Solved!" in alice.browser.one(".daily").text)
    alice.open("puzzles?ruleset=castle", wait=".note")
    assert "There are no puzzles of this game yet." in alice.browser.one("main").text


def test_one_choice_is_enough_for_the_level_of_all_bots(alice: Player) -> None:
    alice.open("new?ruleset=citadels", wait="form .bots + .actions")
    for _ in range(2):
        click_text(alice, "Add a bot")
    alice.wait("#all-bots")
    levels = "[aria-label$='level']"
    assert alice.driver.execute_script(VALUES, levels) == ["easy", "easy"]
    alice.driver.execute_script(CHOOSE, "#all-bots", "hard")
    alice.wait_until(lambda _: alice.driver.execute_script(VALUES, levels) == ["hard", "hard"])


def test_the_time_zone_of_the_device_is_chosen_first(alice: Player) -> None:
    zone = {"timezoneId": "Europe/Paris"}
    alice.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", zone)
    alice.driver.refresh()
    alice.open("settings", wait="#zone")
    assert alice.driver.execute_script(VALUES, "#zone") == ["Europe/Paris"]
    assert alice.driver.execute_script(VALUES, "#zone option") == ["Europe/Paris", "UTC"]
    alice.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})
