"""The client of docs/pictures.md plays whole games by clicks on the marked elements of pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import override_settings
from selenium.webdriver.support.wait import WebDriverWait

from accounts.models import User
from accounts.services import token_issue
from games.bots.turns import bots_run
from games.models import Actor, Game, Move, Status
from tablekernel import registry
from tablekernel.drawing.elements import Box, Emphasis, element
from tablekernel.drawing.svg import tag
from tablekernel.scene import Scene
from tests.browser.conftest import Browser
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.tablekernel.toy import TOY, ToyPresentation
from tests.tablekernel.trio import TRIO
from tests.toy_games import play, seen, start_game, toy

__all__ = ["prompt_bots", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

PAGE = Path(__file__).parents[2] / "clients" / "pictures" / "table.html"
BOTS = {"citadels": ["easy", "novice", "easy"], "castle": ["easy"], "toy": ["novice"]}
MANY = 2000
"""More clicks than any game needs. A game that does not end fails."""
OPEN = "return [...document.querySelectorAll('main .board-open')].map((one) => one.id);"
WAIT = """
const [mark, done] = arguments, table = document.querySelector("main");
new MutationObserver((changes, observer) => {
  observer.disconnect();
  done();
}).observe(table, {childList: true});
"""
"""The page replaces the picture once for each click."""
DISPATCH = "document.getElementById(mark).dispatchEvent(new {});"
MOUSE = WAIT + DISPATCH.format('MouseEvent("click", {bubbles: true})')
ENTER = WAIT + DISPATCH.format('KeyboardEvent("keydown", {key: "Enter", bubbles: true})')
BUTTON = WAIT + "document.querySelectorAll('nav button')[mark].click();"
SEND_LATE = """
const send = window.fetch;
window.fetch = (address, {body, ...others}) =>
  send(address, {...others, body: body && body.replace('"decision":1', '"decision":9')});
"""


@pytest.fixture(autouse=True)
def other_site() -> Iterator[None]:
    """Pages of other sites may call the API, also pages from a file."""
    with override_settings(CORS_ALLOW_ALL_ORIGINS=True):
        yield


class Table:
    """The page of the client, with a game of a user."""

    def __init__(self, browser: Browser, game: Game, user: User) -> None:
        self.browser, self.game, self.user = browser, game, user
        api = {"api": f"{browser.address}/api/v1", "game": game.id}
        fragment = urlencode({**api, "token": token_issue(user=user).text})
        browser.driver.set_script_timeout(60)
        browser.driver.get("about:blank")  # another fragment alone would not load the page again
        browser.driver.get(f"{PAGE.as_uri()}#{fragment}")
        WebDriverWait(browser.driver, 30).until(lambda _: browser.all("main > svg"))

    def open_ids(self) -> list[str]:
        """Return the ids of the elements that can be clicked."""
        found: list[str] = self.browser.driver.execute_script(OPEN)
        return found

    def act(self, script: str, on: str | int) -> None:
        """Dispatch an event, and wait until the page shows the next picture."""
        self.browser.driver.execute_async_script(script, on)

    def decision(self) -> Any:
        return seen(self.user, self.game)["decision"]

    def is_over(self) -> bool:
        self.game.refresh_from_db()
        return self.game.status == Status.FINISHED


def play_by_clicks(table: Table, rng: Random) -> None:
    """Click on elements that can be clicked, and on nothing else, until the game is over."""
    asked, clicked = 0, set[str]()
    for _ in range(MANY):
        if table.is_over():
            return
        decision = table.decision()
        if decision["id"] != asked:
            asked, clicked = decision["id"], set()
        marks = [mark for mark in table.open_ids() if mark not in clicked]
        assert marks, (sorted(clicked), decision)
        clicked.add(mark := rng.choice(marks))
        table.act(MOUSE, mark)
        assert table.browser.one("p").text == ""
    pytest.fail("the game does not end")


@pytest.mark.parametrize("ruleset", BOTS)
def test_a_game_is_played_by_clicks_on_marked_elements(browser: Browser, ruleset: str) -> None:
    alice = user_named("alice")
    game = start_game(alice, ruleset=ruleset, options={}, bots=BOTS[ruleset])
    bots_run(game_id=game.id)
    table = Table(browser, game, alice)
    play_by_clicks(table, Random(7))
    assert table.open_ids() == []
    assert browser.all("nav button") == []
    assert browser.complaints() == []
    moves = Move.objects.filter(game=game)
    assert set(moves.exclude(user=None).values_list("actor", flat=True)) == {Actor.PLAYER}


def test_every_game_is_played_by_clicks() -> None:
    assert registry.RULESETS.keys() <= BOTS.keys()


class SeatPresentation(ToyPresentation):
    """The toy with an element that several options concern."""

    def marks(self, view: Mapping[str, Any], decision: Mapping[str, Any]) -> list[list[str]]:
        *others, last = super().marks(view, decision)
        return [*([*own, "seat"] for own in others), last]

    def picture(self, scene: Scene, language: str) -> str:
        seat = element(
            "seat",
            tag("rect", width=30, height=40),
            emphasis=Emphasis.of(scene),
            box=Box(30, 40),
            title="A seat",
            y=450,
        )
        return super().picture(scene, language).replace("</svg>", f"{seat}</svg>")


def test_clicks_narrow_the_options_and_can_be_taken_back(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.RULESETS, "toy", replace(TOY, presentation=SeatPresentation()))
    alice = user_named("alice")
    game = play(alice, start_game(alice, bots=["novice"], options={"rounds": 3}))
    table = Table(browser, game, alice)
    first, second, third = (
        f"board-card-{option['card']}" for option in table.decision()["options"]
    )
    everything = [first, second, third, "board-seat"]
    assert table.open_ids() == everything
    table.act(MOUSE, "board-seat")
    assert table.open_ids() == [first, second, "board-seat"]
    (preview,) = (text for text in browser.texts("main text") if text.startswith("preview: "))
    assert preview == f"preview: lay:{first.removeprefix('board-card-')}"
    assert len(browser.all("nav button")) == 2
    assert browser.driver.execute_script("return document.activeElement.id") == "board-seat"
    table.act(MOUSE, "board-seat")
    assert table.open_ids() == everything
    assert preview not in browser.texts("main text")
    table.act(MOUSE, "board-seat")
    table.act(ENTER, second)
    move = game.moves.get(number=2)
    assert move.choice == f"lay:{second.removeprefix('board-card-')}"


def test_a_game_without_a_picture_is_played_by_its_buttons(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.RULESETS, TRIO.slug, TRIO)
    alice = user_named("alice")
    game = start_game(alice, ruleset="trio", bots=["novice", "novice"])
    table = Table(browser, game, alice)
    while not table.is_over():
        labels = [option["label"] for option in table.decision()["options"]]
        assert browser.texts("nav button") == labels
        table.act(BUTTON, len(labels) - 1)
    assert browser.all("nav button") == []


def test_a_refusal_is_shown_and_the_game_is_read_again(browser: Browser) -> None:
    alice = user_named("alice")
    table = Table(browser, start_game(alice, user_named("bob")), alice)
    (mark, *_) = table.open_ids()
    browser.driver.execute_script(SEND_LATE)
    table.act(MOUSE, mark)
    assert browser.one("p").text == "Another decision is open."
    assert table.open_ids()


def test_others_moves_appear_by_themselves(browser: Browser) -> None:
    alice, bob = user_named("alice"), user_named("bob")
    game = start_game(alice, bob)
    table = Table(browser, game, bob)
    assert table.open_ids() == []
    assert browser.all("nav button") == []
    play(alice, game)
    play(alice, game)
    WebDriverWait(browser.driver, 30).until(lambda _: table.open_ids())
    assert browser.complaints() == []
