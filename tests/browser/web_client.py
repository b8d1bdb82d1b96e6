"""A user of the web client, with a browser of their own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.support.wait import WebDriverWait

from accounts.models import User
from games.models import Game
from tests.browser.conftest import PHONE, WIDE, Browser
from tests.browser.manners import Manner, by_script

PATIENCE = 60
STATE = """
const question = document.querySelector(".question");
const root = document.querySelector(".picture")?.shadowRoot;
const options = [...document.querySelectorAll(".option:not(:disabled)")];
return {
  decision: question?.dataset.decision ?? null,
  over: document.querySelector(".result") !== null,
  options: options.map((one) => one.dataset.choice),
  isFolded: document.querySelector("details:not([open]) .option") !== null,
  marks: [...(root?.querySelectorAll(".board-open") ?? [])].map((one) => one.id),
  clicked: document.querySelector(".restart") !== null,
  confirms: document.querySelector(".play:not(:disabled)") !== null,
  failure: document.querySelector(".failure")?.textContent ?? "",
};
"""
"""What the page offers at this moment. A click on the only rotation, for example, leaves the
options as they are: only the button that takes clicks back appears.
"""
COUNT_TRAFFIC = """
const all = performance.getEntriesByType("resource").filter(({name}) => name.includes("/api/"));
const pictures = all.filter(({name}) => name.includes("board.svg"));
const size = (some) => some.reduce((sum, {transferSize}) => sum + transferSize, 0);
return [all.length, size(all), pictures.length, size(pictures)];
"""
CLICK = """
const found = document.querySelector(arguments[0]);
found?.click();
return found !== null;
"""
CLICK_TEXT = """
const found = [...document.querySelectorAll("button:not(:disabled)")].find(
  (one) => one.checkVisibility() && one.innerText.trim().startsWith(arguments[0]),
);
found?.click();
return found !== undefined;
"""
FIND = {
    "mark": """
        const found = document.querySelector(".picture").shadowRoot.getElementById(arguments[0]);
        return found?.matches(".board-open") ? found : null;
    """,
    "option": """
        const fits = (one) => one.dataset.choice === arguments[0];
        return [...document.querySelectorAll(".option:not(:disabled)")].find(fits) ?? null;
    """,
    "play": "return document.querySelector('.play:not(:disabled)');",
    "list": "return document.querySelector('details:not([open]):has(.option) > summary');",
}
REMEMBER = "localStorage.setItem(arguments[0], arguments[1]);"


class Traffic(NamedTuple):
    """Requests to the API, and the bytes of their replies as they were sent."""

    requests: int
    size: int
    pictures: int
    pictures_size: int


class Player:
    """A user who plays in the web client."""

    def __init__(self, browser: Browser, user: User, origin: str) -> None:
        self.browser, self.user, self.origin = browser, user, origin
        self.driver = browser.driver
        self.address = f"{origin}/play/"

    def wait(self, css: str) -> None:
        """Wait until the page shows an element."""
        self.wait_until(lambda _: self.browser.all(css))

    def wait_until(self, what: Any, otherwise: str = "") -> None:
        waiting = WebDriverWait(
            self.driver, PATIENCE, 0.05, ignored_exceptions=[WebDriverException]
        )
        waiting.until(what, otherwise)

    def sign_in(self) -> None:
        """Sign in: the service knows the user already, so it asks nothing."""
        self.browser.logs_in(self.user)
        self.driver.execute_script(REMEMBER, "language", "en")
        self.driver.get(self.address)
        self.wait(".top a[href='#/settings']")
        self.driver.execute_script("performance.setResourceTimingBufferSize(100000)")

    def traffic(self) -> Traffic:
        """Return what the page has requested from the API since it was loaded."""
        return Traffic(*self.driver.execute_script(COUNT_TRAFFIC))

    def open(self, *place: object, wait: str = "main h1") -> None:
        """Go to a place of the client."""
        hash_ = "/".join(map(str, place))
        self.driver.execute_script("location.hash = arguments[0]", f"#/{hash_}")
        self.wait(wait)

    def remember(self, name: str, value: str) -> None:
        self.driver.execute_script(REMEMBER, name, value)

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.driver.execute_script(STATE)
        return found


def press(player: Player, css: str) -> None:
    player.wait_until(lambda _: player.driver.execute_script(CLICK, css))


def click_text(player: Player, words: str) -> None:
    """Press the first button whose text begins with the words, as soon as it is enabled."""
    player.wait_until(lambda _: player.driver.execute_script(CLICK_TEXT, words))


def play_out(
    game: Game,
    players: list[Player],
    rng: Random,
    manners: Sequence[Manner] = (by_script, by_script),
) -> None:
    """Press random marks and options until each page shows the result; each player in a manner."""
    for player in players:
        player.open("games", game.id, wait=".table")
    last: list[dict[str, Any]] = []
    ends = monotonic() + PATIENCE
    while True:
        states = [player.state() for player in players]
        if all(state["over"] for state in states):
            return
        if states != last:
            last, ends = states, monotonic() + PATIENCE
        assert monotonic() < ends, states
        for player, state, manner in zip(players, states, manners, strict=True):
            act(player, state, rng, manner)


def act(player: Player, state: dict[str, Any], rng: Random, manner: Manner) -> None:
    """Do one thing that the page offers, and wait until it shows something else."""
    assert state["failure"] == "", state
    if state["decision"] is None:
        return
    if state["confirms"]:
        used = use(player, "play", manner=manner)
    elif state["marks"] and rng.random() < 0.7:
        used = use(player, "mark", rng.choice(state["marks"]), manner=manner)
        if state["clicked"]:
            return  # all options that are left may have this mark, too
    elif state["isFolded"]:
        used = use(player, "list", manner=manner)
    elif state["options"]:
        used = use(player, "option", rng.choice(state["options"]), manner=manner)
    else:
        return
    if used:
        player.wait_until(lambda _: player.state() != state, f"nothing has changed: {state}")


def use(player: Player, kind: str, *which: str, manner: Manner = by_script) -> bool:
    """Press something as soon as it can be pressed; return false if it is not offered any more."""
    ends = monotonic() + PATIENCE
    while element := player.driver.execute_script(FIND[kind], *which):
        with suppress(StaleElementReferenceException):
            if manner(player.driver, element, is_before=kind == "mark"):
                return True
            if not element.is_displayed():
                return False  # the options of a new question are folded
            assert monotonic() < ends, f"cannot be pressed: {element.get_attribute('outerHTML')}"
    return False


SIZES = {"desktop": WIDE, "phone": PHONE}
