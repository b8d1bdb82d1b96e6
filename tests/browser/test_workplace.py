"""A moderator's day, in a real browser."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Keys

from accounts.models import User
from games import tasks
from games.chat.services import message_post
from games.models import Game
from games.play.commands import command_send
from moderation.models import Action, AuditEntry
from tests.browser.conftest import PHONE, Browser
from tests.conftest import PASSWORD, user_named
from tests.moderation.pages import act_on, client_for
from tests.toy_games import options_of, start_game

PACE = {"kind": "per_decision", "allowance": 3 * 24 * 3600}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game of Citadels after some rounds: alice and bob against two bots."""
    players = user_named("alice"), user_named("bob")
    game = start_game(
        *players, ruleset="citadels", options={}, bots=["novice", "novice"], pace=PACE
    )
    rng = Random(4)
    while game.move_count < 90 and game.to_act is not None:
        if game.to_act < len(players):
            user = players[game.to_act]
            choice = rng.choice(options_of(user, game))
            command_send(user=user, game_id=game.id, decision=game.decision_id, choices=[choice])
        else:
            tasks.bots_play(str(game.id))
        game.refresh_from_db()
    return game


def test_a_moderator_logs_in_finds_a_game_and_freezes_it(
    browser: Browser, maya: User, game: Game
) -> None:
    browser.opens("/admin/")
    browser.one("[name=username]").send_keys("maya")
    browser.one("[name=password]").send_keys(PASSWORD)
    browser.presses("[type=submit]")
    browser.opens("/admin/games/game/?q=alice")
    browser.pictured("list")
    browser.follows(str(game.id)[:8])
    wide = "return document.querySelector('img.picture').naturalWidth"
    assert browser.driver.execute_script(wide) == 480
    assert not browser.all("[aria-label='Whose view']")
    browser.pictured("game")
    browser.pictured("game-top", whole=False)
    browser.one(".data summary").click()
    assert '"you": null' in browser.one(".data pre").text
    browser.pictured("game-data")
    browser.follows("Freeze")
    browser.pictured("form")
    browser.fills(reason="They insult each other.")
    assert "frozen" in browser.texts(".badge")
    assert browser.texts(".entries q") == ["They insult each other."]
    game.refresh_from_db()
    assert game.frozen
    browser.opens("/admin/moderation/auditentry/")
    browser.pictured("log-of-actions")
    browser.opens("/admin/games/game/?flag=frozen")
    assert str(game.id)[:8] in browser.one("#result_list").text
    assert browser.complaints() == []


def test_what_was_said_is_near_the_top(browser: Browser, maya: User, game: Game) -> None:
    for number in range(30):
        said: dict[str, Any] = {"game_id": game.id, "room": "players"}
        message_post(user=game.created_by, text=f"Message {number}.", **said)
    browser.logs_in(maya)
    browser.opens(f"/admin/games/game/{game.id}/change/")
    browser.pictured("game-chat")
    newest = browser.all(".message")[-1]
    assert "Message 29." in newest.text
    assert newest.rect["y"] + newest.rect["height"] < 900  # and within the box, without scrolling
    assert browser.one("#table").rect["y"] < 900
    browser.one(".zoom summary").click()
    assert browser.one("img.picture").rect["width"] > 500
    browser.shows_as(PHONE)
    browser.pictured("game-chat-phone")
    assert not browser.overflows()
    assert browser.complaints() == []
    browser.shows_as()
    act_on(client_for(maya), game, "freeze_game", reason="They insult each other.")
    browser.opens("/admin/")
    browser.pictured("first-page-latest")
    browser.follows("Mine")
    browser.pictured("log-of-mine")
    assert "They insult each other." in browser.one("#result_list").text


def test_a_senior_moderator_looks_with_a_reason(browser: Browser, simon: User, game: Game) -> None:
    browser.logs_in(simon)
    page = f"/admin/games/game/{game.id}/change/"
    browser.opens(page)
    assert not browser.all("[aria-label='Whose view']")
    spectators = browser.one("img.picture").get_attribute("src")
    browser.follows("Reveal secrets")
    browser.fills(reason="Report 12.")
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.action, entry.reason) == (simon, Action.REVEAL_SECRETS, "Report 12.")
    assert browser.one("img.picture").get_attribute("src") == spectators
    browser.follows("seat 1: bob")
    assert browser.one("img.picture").get_attribute("src") != spectators
    browser.pictured("game-looked")
    browser.shows_as(PHONE, dark=True)
    assert not browser.overflows()
    browser.pictured("game-looked-phone")
    browser.shows_as()
    browser.presses(".notice-secret button")
    assert browser.one("img.picture").get_attribute("src") == spectators
    assert browser.complaints() == []


def test_a_game_is_replayed_and_goes_back_after_a_preview(
    browser: Browser, maya: User, game: Game
) -> None:
    browser.logs_in(maya)
    browser.opens(f"/admin/games/game/{game.id}/change/")
    browser.follows("Setup")
    browser.one(".data summary").click()
    assert browser.one(".data pre").text.count('"city": []') == 4
    assert browser.one("#replay-move").get_attribute("value") == "0"
    browser.pictured("replay")
    browser.follows("Now")
    browser.follows("Roll back")
    browser.one("[name=to_move]").clear()
    browser.one("[name=to_move]").send_keys("20")
    browser.presses("main form button")
    assert "Consequences of going back to move 20" in browser.texts("h2")
    browser.pictured("roll-back")
    browser.fills(reason="A fault of the service.")
    game.refresh_from_db()
    assert game.move_count == 20
    assert "Undo the rollback" in browser.texts(".actions a")
    assert browser.all(".log-undone")
    browser.pictured("rolled-back")
    assert browser.complaints() == []


def test_the_pages_fit_a_phone_and_the_dark(
    browser: Browser, simon: User, game: Game, alice_page: str
) -> None:
    browser.logs_in(simon)
    pages = {
        "game": f"/admin/games/game/{game.id}/change/",
        "form": f"/admin/games/game/{game.id}/actions/extend_deadline/",
        "roll-back": f"/admin/games/game/{game.id}/rollback/?to_move=3",
        "user": alice_page,
        "games-with": alice_page.replace("moderate/", "games-with/?name=bob"),
        "bulk_actions": "/admin/games/bulkaction/",
    }
    for name, page in pages.items():
        browser.shows_as(PHONE)
        browser.opens(page)
        assert not browser.overflows(), name
        browser.pictured(f"{name}-phone")
        browser.shows_as(dark=True)
        browser.pictured(f"{name}-dark")
    browser.opens(pages["game"])
    assert focused_by_tab(browser) >= {"Freeze", "Reveal secrets", "Roll back…", "alice"}
    assert browser.complaints() == []


@pytest.fixture
def alice_page(game: Game) -> str:
    return f"/admin/accounts/user/{game.created_by_id}/moderate/"


def focused_by_tab(browser: Browser) -> set[str]:
    """What the keyboard reaches, in words."""
    keys, reached = ActionChains(browser.driver), set()
    for _ in range(45):
        keys.send_keys(Keys.TAB).perform()
        keys.reset_actions()
        reached.add(browser.driver.switch_to.active_element.text)
    return reached
