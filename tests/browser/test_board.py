"""The picture of a table, in a real browser: everything can be read, and nothing sticks out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from selenium.webdriver.common.by import By

from accounts.models import User
from accounts.services import token_issue
from engine.castle.checks import lively
from engine.castle.rules import RULES
from engine.castle.state import Match
from engine.citadels import testing as citadels
from games.models import Game, GameState
from games.play.commands import game_advance
from games.play.locking import seats_of
from games.rules.live_game import LiveGame
from games.rules.rulesets import ruleset_now
from tablekernel.drawing.lettering import SMALL
from tablekernel.loop import settle
from tests.browser.conftest import PHONE, Browser
from tests.conftest import user_named
from tests.toy_games import start_game

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST = "W" * 30
BOXES = """
const view = document.documentElement.viewBox.baseVal;
return [...document.querySelectorAll("text:not(defs text)")].map(text => {
  const box = text.getBBox(), to = text.getCTM(), root = document.documentElement.getCTM();
  const at = root.inverse().multiply(to);
  return [text.textContent, at.e + at.a * box.x, at.f + at.d * box.y,
          at.a * box.width, at.d * box.height, view.width, view.height];
});
"""
FETCH = """
const [address, token, done] = arguments;
const reply = await fetch(address, {headers: {Authorization: "Bearer " + token}});
const image = document.createElement("img");
image.id = "board";
image.src = URL.createObjectURL(await reply.blob());
document.body.append(image);
await image.decode();
done([image.naturalWidth, image.naturalHeight]);
"""


class Words(NamedTuple):
    """A text, and where it stands in the picture."""

    text: str
    x: float
    y: float
    width: float
    height: float


def city_table() -> Any:
    """Much lies on the table of Citadels: a crown, cities of nine districts, a beautified one,
    cards under the Museum, marks, and a hand of eleven cards at alice's place.
    """
    return citadels.position(
        card_set="blackmailer magistrate",
        uniques="museum wishing_well imperial_treasury school_of_magic haunted_quarter",
        cities={
            "A": "temple manor+ museum wishing_well imperial_treasury *2",
            "B": "haunted_quarter school_of_magic watchtower trading_post cathedral *4",
        },
        hands={
            "A": "market docks town_hall tavern monastery cathedral watchtower palace castle",
            "C": "docks",
        },
        characters={"A": "king", "B": "blackmailer", "C": "bishop", "D": "merchant"},
        gold={"A": 2, "B": 117, "C": 0},
        museum={"A": "harbor fortress"},
        crown="B",
        turn="king",
        warrants="bishop! king merchant",
        threats="bishop merchant!",
    ).state


def castle_table() -> Any:
    """Much lies on the table of The Castle: 40 tiles, followers, keeps, both markers on one corner
    tower in their second and third laps, all kinds of wall tiles, and a tile to be laid.
    """
    rng = Random(5)
    options = {"first_seat": 0}
    state, _ = RULES.start(RULES.check_options(options, 2), 2, rng.randbytes(32))
    assert isinstance(state, Match)
    while (decision := settle(state)) and not (
        len(state.order) >= 40 and decision.topic == "place"
    ):
        RULES.play(state, decision.seat, lively(decision, rng).key)
    state.score = [113, 213]
    state.wall = [bytes(range(1, 10)), b"\x02\x02"]
    state.fresh = [b"", b"\x07"]
    state.used = b"\x01"
    return state


class Full(NamedTuple):
    """A table with much on it. ``bots`` sit beside alice and who has the longest name; ``told`` is
    what can be read there in English and in French, ``own`` what only alice reads.
    """

    ruleset: str
    state: Callable[[], Any]
    people: int
    bots: list[str]
    told: set[str]
    own: dict[str, str]


FULL = (
    Full(
        "citadels",
        city_table,
        3,
        ["novice"],
        {"Citadels", "alice", "117"},
        {"en": "Only you see this", "fr": "Vous seul voyez ceci"},
    ),
    Full(
        "castle",
        castle_table,
        2,
        [],
        {"Carcassonne: The Castle", "alice", "113 points", "213 points", "95"},
        {},
    ),
)


@pytest.fixture(params=FULL, ids=lambda full: full.ruleset)
def full(request: pytest.FixtureRequest) -> Full:
    found: Full = request.param
    return found


@pytest.fixture
def game(transactional_db: None, full: Full) -> Game:
    """A game with such a table, at which alice sits."""
    names = ("alice", LONGEST, "bob-the-third.of-somewhere")
    users = [user_named(name) for name in names[: full.people]]
    game = start_game(*users, ruleset=full.ruleset, options={}, bots=full.bots)
    stored = LiveGame(ruleset_now(full.ruleset), full.state())
    GameState.objects.filter(game=game).update(state=stored.dump())
    with transaction.atomic():
        game_advance(game=game, seats=seats_of(game), live_game=stored)
    return game


def open_picture(browser: Browser, game: Game, user: User, query: str = "") -> None:
    """Open the picture by itself, with the token of a user."""
    token = token_issue(user=user).text
    headers = {"headers": {"Authorization": f"Bearer {token}"}}
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", headers)
    try:
        browser.opens(f"/api/v1/games/{game.id}/board.svg{query}")
    finally:
        browser.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})


def words(browser: Browser) -> list[Words]:
    """All that can be read. None of it sticks out of the picture."""
    found: list[Words] = []
    for *where, wide, high in browser.driver.execute_script(BOXES):
        text = Words(*where)
        assert text.x >= 0, text
        assert text.y >= 0, text
        assert text.x + text.width <= wide, text
        assert text.y + text.height <= high, text
        found.append(text)
    return found


def overlapping(found: list[Words]) -> list[tuple[str, str]]:
    """Pairs of texts that lie on each other, by more than the room around letters."""
    return [
        (one.text, other.text)
        for one, other in combinations(found, 2)
        if min(one.x + one.width, other.x + other.width) - max(one.x, other.x) > 1
        and min(one.y + one.height, other.y + other.height) - max(one.y, other.y) > 4
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_on_a_full_table_can_be_read(
    browser: Browser, game: Game, full: Full, language: str
) -> None:
    alice = User.objects.get(username="alice")
    open_picture(browser, game, alice, f"?language={language}")
    found = words(browser)
    texts = {text.text for text in found}
    assert full.told | ({full.own[language]} if full.own else set()) <= texts
    assert overlapping(found) == []
    assert browser.complaints() == []
    browser.pictured(f"board-{full.ruleset}-{language}")


def test_it_is_read_on_a_phone_and_in_the_dark(browser: Browser, game: Game, full: Full) -> None:
    spectator = user_named("charlie")
    for name, dark in (("phone", False), ("phone-dark", True)):
        browser.shows_as(PHONE, dark=dark)
        open_picture(browser, game, spectator)
        found = words(browser)
        assert overlapping(found) == []
        assert not set(full.own.values()) & {text.text for text in found}
        ground = browser.one("rect").value_of_css_property("fill")
        assert ground == ("rgb(21, 24, 31)" if dark else "rgb(241, 235, 223)")
        smallest = min(
            float(text.value_of_css_property("font-size").removesuffix("px"))
            for text in browser.all("text")
        )
        assert smallest >= SMALL
        browser.pictured(f"board-{full.ruleset}-{name}")
    assert browser.complaints() == []


def test_a_page_fetches_it_and_shows_it_as_an_image(browser: Browser, game: Game) -> None:
    token = token_issue(user=user_named("charlie")).text
    browser.opens("/static/admin/css/base.css")
    script: Any = f"(async (...arguments) => {{{FETCH}}})(...arguments)"
    width, height = browser.driver.execute_async_script(
        script, f"/api/v1/games/{game.id}/board.svg", token
    )
    assert width == 480
    assert height > 480
    assert browser.driver.find_element(By.ID, "board").is_displayed()
