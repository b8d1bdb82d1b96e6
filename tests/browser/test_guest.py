"""A visitor plays at once, as a guest, and creates an account later."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Move
from tests.browser.conftest import Browser
from tests.browser.test_web_client import origin
from tests.browser.test_web_client_pages import axe, look
from tests.browser.web_client import Player, click_text, press, use
from tests.clients.conftest import prompt_bots
from tests.conftest import PASSWORD

__all__ = ["axe", "origin", "prompt_bots"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots"),
]


@pytest.fixture
def visitor(browser: Browser, origin: str) -> Player:
    """Somebody who opens the start page for the first time."""
    here = Browser(browser.driver, origin)
    here.opens("/play/config.js")
    here.driver.execute_script("localStorage.clear()")
    player = Player(here, User(), origin)
    here.opens("/play/")  # the client leads visitors to the start page
    player.wait_until(lambda _: here.driver.current_url == f"{origin}/")
    return player


def test_three_clicks_to_the_first_move_and_an_account_later(visitor: Player) -> None:
    browser = visitor.browser
    browser.one("main form button").click()  # "Play now"
    visitor.wait_until(lambda _: visitor.state()["marks"])
    browser.complaints()  # this server has no static files for the start page
    browser.pictured("start-first-table", whole=False)
    use(visitor, "mark", visitor.state()["marks"][0])
    press(visitor, ".play")
    visitor.wait_until(lambda _: Move.objects.filter(user__is_guest=True).exists())
    assert browser.complaints() == []

    game = Game.objects.get()
    assert (game.table_size, game.visibility) == (4, "unlisted")
    browser.driver.refresh()
    visitor.wait(".table")
    visitor.open("lobby")
    visitor.wait("main > .note a")
    browser.follows("Keep your games")
    visitor.wait("#username")
    browser.one("#username").send_keys("ann")
    browser.one("#password").send_keys(PASSWORD)
    click_text(visitor, "Create the account")
    visitor.wait(".top a[href='#/settings']")
    assert browser.one(".top a[href='#/settings']").text == "ann"
    assert browser.driver.current_url.endswith("/play/#/lobby"), "back where they were"
    browser.complaints()
    visitor.open("games", game.id, wait=".table")
    assert browser.all(".note a[href^='/sign-up/']") == []
    assert browser.complaints() == []


def test_the_start_page_has_no_serious_fault(browser: Browser, axe: str) -> None:
    browser.opens("/")
    assert look(Player(browser, User(), browser.address), "start", axe) == []
    assert browser.complaints() == []


def test_what_needs_an_account_says_so(visitor: Player) -> None:
    browser = visitor.browser
    browser.one("main form button").click()
    visitor.wait_until(lambda _: visitor.state()["marks"])
    visitor.open("new", wait="form")
    click_text(visitor, "Create the game")
    visitor.wait(".failure a[href^='/sign-up/']")
    assert "Guests play against bots only" in browser.one(".failure").text
    visitor.open("settings")
    press(visitor, "#tab-account")
    visitor.wait("[role=tabpanel] a[href^='/sign-up/']")
    browser.pictured("play-settings-guest")
