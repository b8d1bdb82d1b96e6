"""A newcomer in the web client: how to play, what to do in the first round, what a card does."""

from __future__ import annotations

import pytest
from selenium.webdriver import ActionChains, Keys

from games.models import Game
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_web_client import alice, origin
from tests.browser.test_web_client_pages import IS_LOADED
from tests.browser.web_client import Player, click_text, use
from tests.clients.conftest import prompt_bots
from tests.toy_games import start_game, toy

__all__ = ["alice", "origin", "prompt_bots", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

MIDDLE = """
const root = document.querySelector(".picture").shadowRoot;
const part = [...root.querySelectorAll(arguments[0])].find((one) => one.checkVisibility());
part.scrollIntoView({block: "center"});
const {left, top, width, height} = part.getBoundingClientRect();
return [left + width / 2, top + height / 2, part.querySelector("title").textContent];
"""
IS_DRAWN = (
    "return document.querySelector('.explains .large').shadowRoot.querySelector('svg g') !== null"
)
FOCUS = """
const root = document.querySelector(".picture").shadowRoot;
root.querySelector(arguments[0]).focus({focusVisible: true});
"""
SHEET = ".explains"


def press(player: Player, part: str) -> str:
    """Put a finger on a part of the picture, and return its title."""
    x, y, title = player.driver.execute_script(MIDDLE, part)
    touch(player, "touchStart", {"x": x, "y": y})
    return str(title)


def touch(player: Player, kind: str, *points: dict[str, float]) -> None:
    event = {"type": kind, "touchPoints": points}
    player.driver.execute_cdp_cmd("Input.dispatchTouchEvent", event)


def tap(player: Player, part: str) -> str:
    title = press(player, part)
    touch(player, "touchEnd")
    return title


def test_a_first_game_says_what_to_do_and_why(alice: Player) -> None:
    alice.open("first-game")
    alice.wait(".card a[href='#/how-to-play/citadels']")
    alice.browser.follows("How to play")
    alice.wait(".rules section")
    assert "no name twice" in alice.browser.one(".rules").text
    alice.browser.one(".rules a[href='#/first-game']").click()
    alice.wait("button[aria-label='Play Citadels']")
    alice.browser.one("button[aria-label='Play Citadels']").click()
    alice.wait(".tour + .table .question .option")
    alice.wait_until(lambda _: "Choose a character in secret" in alice.browser.one(".tour").text)
    assert Game.objects.get().seats.count() == 4
    alice.browser.shows_as(WIDE)
    alice.browser.pictured("play-guide-draft")
    option = alice.browser.one(".option")
    character = option.text.removeprefix("Keep the ")
    option.click()
    alice.wait(".confirmation .explanation p")
    described = alice.driver.execute_script(MIDDLE, f"#board-character-{character.lower()}")
    assert character in described[2]
    alice.browser.shows_as(PHONE)
    alice.browser.pictured("play-choice-explained")
    use(alice, "play")
    alice.wait_until(lambda _: "Choose a character" not in alice.browser.one(".tour").text)
    alice.wait(".question .option")
    click_text(alice, "What is where?")
    alice.wait_until(lambda _: "1 / 5" in alice.browser.one(".tour").text)
    assert alice.browser.complaints() == []


def test_a_tap_on_a_phone_shows_what_a_card_does(alice: Player) -> None:
    game = start_game(
        alice.user, ruleset="citadels", seats=4, bots=["easy"] * 3, options={"first_crown": 0}
    )
    alice.browser.shows_as(PHONE)
    alice.open("games", game.id, wait=".option")
    alice.wait_until(lambda _: alice.driver.execute_script(IS_LOADED))
    title = tap(alice, "[id^=board-hand-]")
    alice.wait(SHEET)
    assert title in alice.browser.one(SHEET).text
    assert "district" in alice.browser.one(f"{SHEET} p").text
    assert alice.driver.execute_script(IS_DRAWN)
    alice.browser.pictured("play-sheet-phone", whole=False)
    ActionChains(alice.driver).send_keys(Keys.ESCAPE).perform()
    alice.wait_until(lambda _: alice.browser.all(SHEET) == [])
    # What can be chosen keeps its tap; a long press explains it.
    title = press(alice, ".board-open[id^=board-character-]")
    alice.wait(SHEET)
    touch(alice, "touchEnd")
    assert title in alice.browser.one(SHEET).text
    assert alice.browser.all(".confirmation") == []
    alice.browser.one(f"{SHEET} button").click()
    tap(alice, ".board-open[id^=board-character-]")
    alice.wait(".confirmation .explanation p")
    assert alice.browser.all(SHEET) == []


def test_pointer_and_keys_show_what_a_tile_does(alice: Player) -> None:
    options = {"first_seat": 0}
    game = start_game(alice.user, ruleset="castle", seats=2, bots=["easy"], options=options)
    alice.browser.shows_as(WIDE)
    alice.open("games", f"{game.id}?tour=1", wait=".tour + .table .option")
    cell = lay_tile(alice)
    alice.wait_until(lambda _: any("board-place" in mark for mark in alice.state()["marks"]))
    title = point_at(alice, ".board-open[id^=board-place-]")
    alice.wait(f"{SHEET}.passing")
    assert title in alice.browser.one(SHEET).text
    # The features of a laid tile are drawn over it.
    title = point_at(alice, f"#{cell}")
    alice.wait_until(lambda _: alice.browser.texts(f"{SHEET} h3") == [title])
    assert "point" in alice.browser.one(f"{SHEET} p").text
    alice.browser.pictured("play-sheet-desktop", whole=False)
    # With keys alone.
    alice.driver.execute_script(FOCUS, "[id^=board-place-]")
    ActionChains(alice.driver).send_keys("i").perform()
    alice.wait(f"{SHEET}:not(.passing)")
    ActionChains(alice.driver).send_keys(Keys.ESCAPE).perform()
    alice.wait_until(lambda _: alice.browser.all(SHEET) == [])
    # The guide speaks in the first two turns.
    for _ in range(2):
        alice.wait_until(lambda _: "Put a follower" in alice.browser.one(".tour").text)
        use(alice, "option", "pass")
        alice.wait(".confirmation")
        use(alice, "play")
        alice.wait_until(lambda _: any("board-turn" in mark for mark in alice.state()["marks"]))
        if "You know the way now" not in alice.browser.one(".tour").text:
            lay_tile(alice)
    alice.wait_until(lambda _: "You know the way now" in alice.browser.one(".tour").text)
    click_text(alice, "Done")
    alice.wait_until(lambda _: alice.browser.all(".tour") == [])


def point_at(player: Player, part: str) -> str:
    """Let the pointer rest on a part of the picture, and return its title."""
    x, y, title = player.driver.execute_script(MIDDLE, part)
    event = {"type": "mouseMoved", "x": x, "y": y}
    player.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    return str(title)


def lay_tile(player: Player) -> str:
    """Lay the drawn tile somewhere, and return the id of its cell."""
    player.wait_until(lambda _: any("board-turn" in mark for mark in player.state()["marks"]))
    cell = next(mark for mark in player.state()["marks"] if "board-cell" in mark)
    use(player, "mark", cell)
    player.wait_until(lambda _: player.state()["clicked"] or player.state()["confirms"])
    if not player.state()["confirms"]:
        turn = next(mark for mark in player.state()["marks"] if "board-turn" in mark)
        use(player, "mark", turn)
    player.wait(".confirmation")
    use(player, "play")
    player.wait_until(lambda _: player.browser.all(".confirmation") == [])
    return str(cell)


def test_the_rules_of_a_table_are_searched(alice: Player) -> None:
    game = start_game(alice.user, ruleset="citadels", seats=4, bots=["easy"] * 3, options={})
    alice.open("games", game.id, "rules", wait=".rules section")
    assert "7 districts complete a city" in alice.browser.one(".rules").text
    alice.browser.one("#rules-search").send_keys("smithy")
    alice.wait_until(lambda _: len(alice.browser.all(".rules section")) == 1)
    assert alice.browser.texts(".points li") == [
        "Smithy (5): Once a turn: pay 2 gold to draw 3 cards."
    ]
    alice.browser.one("#rules-search").send_keys(" on the moon")
    alice.wait_until(lambda _: "Nothing contains" in alice.browser.one(".rules").text)
