"""People play whole games in the web client, each in a browser of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from selenium.webdriver import Chrome

from accounts.models import User
from accounts.services.applications import web_client_register
from games.models import Actor, Game, Move, Status
from games.play.api import views
from games.play.commands import command_send
from tablekernel import registry
from tests.browser.conftest import SCREENSHOTS, SMALL_PHONE, WIDE, Browser, start_chrome
from tests.browser.manners import by_keyboard, by_name, by_script, by_touch
from tests.browser.web_client import PATIENCE, Player, play_out, use
from tests.browser.web_server import web_server
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.tablekernel.trio import TRIO
from tests.toy_games import play, start_game, toy

__all__ = ["prompt_bots", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

SITE = Path(__file__).parents[2] / "clients" / "web" / "site"
BOTS = {"citadels": ["easy"], "castle": [], "toy": ["novice"], "trio": ["novice"]}
"""The bots of a game beside two people."""
ASKED_AFTER_A_COMMAND = """
const all = performance.getEntriesByType("resource");
const command = all.find(({name}) => name.endsWith("/commands/"));
const views = all.filter(({name}) => /games\\/[^/]+\\/$/.test(name));
return Boolean(command) && views.some(({startTime}) => startTime >= command.responseEnd);
"""
"""True if the page asked for the game after it had the reply to a command, and has that reply."""
MANNERS = {
    "by touch, and by keyboard": (by_touch, by_keyboard),
    "by names, and by script": (by_name, by_script),
}
"""How alice plays, and how bob does."""
MOST_REQUESTS = 6
"""For each move of a game: the view, the picture, a preview, and the command or the inbox."""


@pytest.fixture(scope="session")
def second_chrome(tmp_path_factory: pytest.TempPathFactory, live_server: Any) -> Iterator[Chrome]:
    with start_chrome(tmp_path_factory) as driver:
        yield driver


@pytest.fixture
def origin(browser: Browser) -> Iterator[str]:
    """The web process with streams. The browser leaves its page before the process ends."""
    with web_server() as address:
        web_client_register(public_url=address, redirect_uris=[])
        yield address
        browser.driver.get("about:blank")


@pytest.fixture
def alice(browser: Browser, origin: str) -> Player:
    return signed_in(browser.driver, user_named("alice"), origin)


@pytest.fixture
def bob(second_chrome: Chrome, origin: str) -> Iterator[Player]:
    yield signed_in(second_chrome, user_named("bob"), origin)
    second_chrome.get("about:blank")


def signed_in(driver: Chrome, user: User, origin: str) -> Player:
    browser = Browser(driver, origin)
    driver.get(f"{origin}/play/config.js")
    driver.execute_script("localStorage.clear()")
    player = Player(browser, user, origin)
    player.sign_in()
    browser.complaints()
    return player


def check_traffic(game: Game, player: Player) -> None:
    """Note and check what a page has requested for each move of the game."""
    moves, traffic = game.moves.count(), player.traffic()
    figures = {
        "moves": moves,
        "requests per move": round(traffic.requests / moves, 2),
        "bytes per move": traffic.size // moves,
        "pictures per move": round(traffic.pictures / moves, 2),
        "bytes of pictures per move": traffic.pictures_size // moves,
    }
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    (SCREENSHOTS / f"play-traffic-{game.ruleset}.json").write_text(json.dumps(figures, indent=2))
    assert traffic.requests < MOST_REQUESTS * moves, figures


def check_played(game: Game, *players: Player, complaints: int = 0) -> None:
    """The game was played to its end by its people, and no page has complained."""
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    moves = Move.objects.filter(game=game).exclude(user=None)
    assert set(moves.values_list("actor", flat=True)) == {Actor.PLAYER}
    for player in players:
        assert moves.filter(user=player.user).exists()
        found = player.browser.complaints()
        assert len(found) == complaints, "\n".join(found)


@pytest.mark.parametrize("manners", MANNERS)
@pytest.mark.parametrize("ruleset", ["citadels", "castle"])
def test_two_people_play_a_whole_game(
    alice: Player, bob: Player, ruleset: str, manners: str
) -> None:
    alice.browser.shows_as(SMALL_PHONE if "touch" in manners else WIDE)
    for player in (alice, bob):
        player.remember("replay", "no")  # it moves what is to be pressed, and takes seconds
    game = start_game(alice.user, bob.user, ruleset=ruleset, options={}, bots=BOTS[ruleset])
    play_out(game, [alice, bob], Random(3), MANNERS[manners])
    check_played(game, alice, bob)
    check_traffic(game, alice)
    assert not alice.browser.overflows()
    seats = game.seats.count()
    alice.wait_until(lambda _: len(alice.browser.texts(".sums tbody th")) == seats)


def test_a_game_that_the_client_has_never_seen_is_played(alice: Player, bob: Player) -> None:
    game = start_game(alice.user, bob.user, bots=BOTS["toy"], options={"rounds": 2})
    play_out(game, [alice, bob], Random(5))
    check_played(game, alice, bob)


def test_a_game_without_a_picture_is_played(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.RULESETS, TRIO.slug, TRIO)
    game = start_game(alice.user, bob.user, ruleset=TRIO.slug, bots=BOTS["trio"])
    play_out(game, [alice, bob], Random(5))
    check_played(game, alice, bob, complaints=1)  # each page asks for the picture once


def test_a_reply_that_comes_late_replaces_nothing_newer(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    friend = user_named("bob")
    game = start_game(alice.user, friend, options={"rounds": 3})
    stored, may_reply = Event(), Event()

    def late_command_send(**words: Any) -> Any:
        reply = command_send(**words)
        stored.set()
        may_reply.wait(PATIENCE)
        return reply

    alice.remember("confirm", "no")
    alice.open("games", game.id, wait=".option")
    monkeypatch.setattr(views, "command_send", late_command_send)
    use(alice, "option", alice.state()["options"][0])
    assert stored.wait(PATIENCE)
    game.refresh_from_db()
    while game.to_act != 0:
        game = play(friend, game)
    decision = str(game.decision_id)
    alice.wait_until(lambda _: alice.state()["decision"] == decision)
    may_reply.set()
    alice.wait_until(lambda _: alice.driver.execute_script(ASKED_AFTER_A_COMMAND))
    assert alice.state()["decision"] == decision


def test_every_game_is_played() -> None:
    assert registry.RULESETS.keys() <= BOTS.keys()


def test_the_client_names_no_game() -> None:
    """Not a ruleset, not a title: the client has to play games that it has never seen."""
    words = {slug for slug in registry.RULESETS if slug != "toy"}
    for file in SITE.rglob("*"):
        if file.suffix in {".js", ".html", ".css", ".webmanifest"} and "vendor" not in file.parts:
            text = file.read_text(encoding="utf-8").lower()
            assert not [word for word in words if word in text], file.name
