"""Every page of the web client: looked at by axe-core, in both colors, on a phone and a desktop."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts.keys import ACCESS_MARK, REFRESH_MARK
from accounts.models import User
from accounts.selectors import refreshes_live
from accounts.services.applications import web_client_register
from games.bots.turns import bots_run
from games.calendar_feeds.links import feed_url
from games.maintenance.services import maintenance_begin, maintenance_end
from games.models import CalendarFeed, Game, Visibility
from games.seats.resign import seat_resign
from moderation.actions.reports import ASK
from moderation.models import Question, Report
from moderation.services.reports import report_make
from tests.browser.conftest import PHONE, WIDE, Browser
from tests.browser.test_web_client import SITE, alice, bob, origin, second_chrome
from tests.browser.web_client import Player, click_text, press
from tests.clients.building import locked, run_make
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.stub_server import StubHandler, StubServer
from tests.timed import HOUR
from tests.toy_games import lobby, options_of, play, play_out, played, seen, start_game, toy

__all__ = ["alice", "bob", "origin", "prompt_bots", "second_chrome", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

AXE = SITE.parent / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """
const done = arguments[0];
axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => done(violations.map(
  ({id, impact, nodes}) => ({id, impact, nodes: nodes.map(({html, target}) => [target, html])}),
)), (error) => done([{id: String(error), impact: "critical", nodes: []}]));
"""
STORED = """
const done = arguments[0];
(async () => {
  const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const kept = await cache.match(key);
      if (kept) texts.push(key.url, await kept.text()); // the page may be replacing it
    }
  }
  const databases = await indexedDB.databases();
  done({texts, databases: databases.length});
})();
"""
IS_LOADED = """
const picture = document.querySelector(".picture");
return !document.querySelector(".loading") && (!picture || picture.shadowRoot.querySelector("svg"));
"""
HOW_LOADED = "return performance.getEntriesByType('navigation')[0].type;"
WORKER_READY = "navigator.serviceWorker.ready.then(() => arguments[0]());"
KEPT = """
const done = arguments[0];
caches.open("shell").then((cache) => cache.keys()).then((keys) => done(keys.length));
"""
LEAST_FILES = 40
"""The client has more files than that."""
PLACES = {
    "turns": "turns",
    "lobby": "lobby",
    "new": "new",
    "people": "people",
    "person": "people/bob",
    "ranking": "ranking",
    "statistics": "statistics/citadels",
    "explorer": "statistics/citadels?view=choices",
    "notifications": "notifications",
    "report": "report?about=user&username=bob",
    "settings": "settings",
    "first-game": "first-game",
    "how-to-play": "how-to-play/citadels",
    "rules": "games/{running}/rules",
    "table": "games/{running}",
    "history": "games/{running}/history/0",
    "waiting": "games/{waiting}",
    "result": "games/{over}",
    "record": "games/{over}/record",
}


@pytest.fixture
def axe() -> str:
    folder = SITE.parent
    with locked(folder):
        run_make("clients/web/node_modules/.installed", folder)
    return AXE.read_text(encoding="utf-8")


@pytest.fixture
def games(alice: Player) -> dict[str, Game]:
    """A game that waits for Alice, one in the lobby, and one that is over."""
    bob = user_named("bob")
    running = start_game(alice.user, bob, ruleset="citadels", options={}, bots=["easy"])
    over = start_game(alice.user, bob, options={"rounds": 1})
    play_out(over, alice.user, bob)
    return {"running": running, "waiting": lobby(alice.user, bob, seats=3), "over": over}


def find_violations(player: Player, axe: str) -> list[dict[str, Any]]:
    player.driver.execute_script(axe)
    player.driver.set_script_timeout(60)
    found: list[dict[str, Any]] = player.driver.execute_async_script(RUN_AXE)
    return [one for one in found if one["impact"] in ("serious", "critical")]


def look(player: Player, name: str, axe: str) -> list[Any]:
    """Take pictures of the page as it is shown, and return what is wrong with it."""
    wrong: list[Any] = []
    for size, width in ((WIDE, "desktop"), (PHONE, "phone")):
        for dark in (False, True):
            player.browser.shows_as(size, dark=dark)
            word = f"{name}-{width}-{'dark' if dark else 'light'}"
            player.browser.pictured(f"play-{word}")
            wrong += [(word, one) for one in find_violations(player, axe)]
            if player.browser.overflows():
                wrong.append((word, "scrolls sideways"))
    return wrong


def test_no_page_has_a_serious_fault(alice: Player, games: dict[str, Game], axe: str) -> None:
    ids = {name: game.id for name, game in games.items()}
    wrong = []
    for name, place in PLACES.items():
        alice.open(place.format(**ids))
        alice.wait_until(lambda _: alice.driver.execute_script(IS_LOADED))
        wrong += look(alice, name, axe)
    assert wrong == []
    assert alice.browser.complaints() == []


def test_the_table_in_the_middle_of_a_game(alice: Player) -> None:
    """`make pictures` shows this one in the README."""
    bots = ["easy", "easy", "easy"]
    game = start_game(alice.user, ruleset="citadels", options={}, bots=bots, title="Four cities")
    bots_run(game_id=game.id)
    while seen(alice.user, game)["table"]["round"] < 5:  # a game may end in the fifth
        choices = options_of(alice.user, game)
        builds = [choice for choice in choices if choice.startswith(("build", "gather:gold"))]
        play(alice.user, game, (builds or choices)[0])
    alice.open("games", game.id, wait=".question")
    alice.wait_until(lambda _: alice.driver.execute_script(IS_LOADED))
    alice.browser.pictured("play-table-middle", whole=False)
    alice.browser.shows_as(PHONE)
    alice.wait(".picture.portrait")
    alice.browser.pictured("play-table-middle-phone", whole=False)
    assert alice.browser.complaints() == []


def test_visitors_see_a_page_without_faults(alice: Player, axe: str) -> None:
    alice.driver.delete_all_cookies()
    script = "localStorage.clear(); location.hash = '#/settings'; location.reload()"
    alice.driver.execute_script(script)
    alice.wait("h1")
    assert look(alice, "welcome", axe) == []


def test_a_question_of_the_moderators_is_read_and_answered(
    alice: Player, simon: User, axe: str
) -> None:
    user_named("mallory")
    report = report_make(by=alice.user, username="mallory", category="other")
    ASK.run(by=simon, target_id=report.id, text="In which game?", reason="Report 1.")
    alice.open("report", wait="main .note")
    assert "In which game?" in alice.browser.one("main").text
    assert look(alice, "report-question", axe) == []
    alice.browser.one("main form textarea").send_keys("In all of them.")
    click_text(alice, "Send the answer")
    alice.wait_until(lambda _: len(alice.browser.all("main .note")) == 2)
    assert "In all of them." in alice.browser.texts("main .note")[1]
    report.refresh_from_db()
    assert report.question == Question.ANSWERED
    assert alice.browser.complaints() == []


def test_a_player_of_an_anonymous_game_is_reported_by_seat(alice: Player) -> None:
    game = start_game(alice.user, user_named("bob"), anonymous=True)
    alice.open("games", game.id, wait=".question")
    click_text(alice, "More")
    alice.wait("a[href*='about=user']")  # in the details, which are closed
    alice.driver.execute_script("document.querySelector(\"a[href*='about=user']\").click()")
    alice.wait("input[value=stalling]")
    alice.browser.one("input[value=stalling]").click()
    assert "You report player 2 of" in alice.browser.one("main").text
    click_text(alice, "Send the report")
    alice.wait("main .note")
    alice.wait_until(lambda _: "Player 2 of" in alice.browser.one("main .cards").text)
    assert Report.objects.get().seat == 1


def test_it_is_in_french_for_a_french_reader(alice: Player, games: dict[str, Game]) -> None:
    alice.remember("language", "fr")
    alice.driver.refresh()
    alice.wait(".top a[href='#/settings']")
    assert alice.browser.one("html").get_attribute("lang") == "fr"
    assert alice.browser.one("h1").text == "Mes parties"
    alice.open("games", games["running"].id, wait=".table")
    alice.browser.pictured("play-table-french")


def test_no_token_is_stored_and_a_new_load_asks_nothing(alice: Player) -> None:
    alice.driver.refresh()
    alice.wait(".top a[href='#/settings']")
    # The page was not left for a token: that would be a second load.
    assert alice.driver.execute_script(HOW_LOADED) == "reload"
    stored = alice.driver.execute_async_script(STORED)
    assert stored["databases"] == 0
    kept, session, *_ = stored["texts"]
    assert set(json.loads(kept)) == {"was-signed-in", "language"}
    assert session == "{}"
    everything = "".join(stored["texts"])
    assert ACCESS_MARK not in everything
    assert REFRESH_MARK not in everything


def test_a_user_whose_session_has_ended_is_told(alice: Player, games: dict[str, Game]) -> None:
    alice.open("games", games["running"].id, wait=".table")
    alice.driver.delete_all_cookies()
    alice.driver.refresh()
    alice.wait(".failure button")
    failures = alice.browser.texts(".failure p")
    assert failures[0] == "Your session has ended. Sign in again to go on."
    private = lobby(alice.user, seats=2, visibility="private")
    with override_settings(ANONYMOUS_READING=True):
        alice.open("games", private.id, wait="main > .failure + .failure")
    assert "only its players may see it" in alice.browser.texts(".failure p")[1]


def test_it_can_be_installed(alice: Player) -> None:
    alice.driver.execute_async_script(WORKER_READY)
    found = alice.driver.execute_cdp_cmd("Page.getAppManifest", {})
    assert found["errors"] == []
    errors = alice.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})
    assert errors["installabilityErrors"] == []


def test_without_a_connection_it_says_so_and_shows_the_last_table(
    alice: Player, games: dict[str, Game]
) -> None:
    alice.open("games", games["running"].id, wait=".picture")
    alice.driver.execute_async_script(WORKER_READY)
    alice.wait_until(lambda _: alice.driver.execute_async_script(KEPT) >= LEAST_FILES)
    offline(alice, True)
    alice.wait(".offline")
    alice.driver.refresh()
    alice.wait(".offline")
    alice.wait(".table")
    assert len(alice.browser.all(".offline")) == 2
    assert alice.browser.one("h1").text == "Citadels"
    assert alice.browser.all(".option:not(:disabled)") == []
    alice.browser.pictured("play-offline")
    offline(alice, False)


def offline(player: Player, is_offline: bool) -> None:
    """Cut the connection of the browser, or restore it."""
    player.driver.execute_cdp_cmd("Network.enable", {})
    conditions = {
        "offline": is_offline,
        "latency": 0,
        "downloadThroughput": -1,
        "uploadThroughput": -1,
    }
    player.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


def test_a_game_is_created_joined_started_and_talked_about(alice: Player, bob: Player) -> None:
    """Alice fills the form, Bob joins in the lobby, and what one does the other sees at once."""
    alice.open("new", wait="form")
    alice.browser.pictured("play-create")
    press(alice, "main form button[type=submit], main form button:not([type])")
    alice.wait(".heading")
    game = Game.objects.get()
    assert game.visibility == Visibility.PUBLIC
    bob.open("games", game.id)
    bob.wait("main button")
    bob.browser.pictured("play-waiting-guest")
    click_text(bob, "Join")
    alice.wait_until(lambda _: "bob" in alice.browser.one("main").text)
    alice.wait_until(lambda _: "50%" in alice.browser.one("main table").text)  # chances


def test_a_finished_game_is_tried_from_one_of_its_positions(alice: Player, axe: str) -> None:
    friend = user_named("bob")
    over = played(start_game(alice.user, friend, ruleset="castle"), [alice.user, friend], 9)
    seat_resign(user=friend, game_id=over.id)
    alice.open("games", over.id, "history", 3, wait=".try")
    alice.wait_until(lambda _: alice.driver.execute_script(IS_LOADED))
    alice.browser.one(".try summary").click()
    alice.wait("#try-hidden")
    assert look(alice, "try", axe) == []
    press(alice, ".try button")
    alice.wait(".question, .waiting")
    game = over.tries.get()
    assert (game.visibility, game.created_by) == (Visibility.PRIVATE, alice.user)
    assert alice.driver.current_url.endswith(f"#/games/{game.id}")
    assert alice.browser.complaints() == []


class OtherHost(StubHandler, SimpleHTTPRequestHandler):
    """A static host with the files of the client, and the service's address in its settings."""

    service = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, directory=str(SITE), **kwargs)

    def do_GET(self) -> None:
        if self.path != "/config.js":
            super().do_GET()
            return
        text = f'export const API_URL = "{self.service}"; export const CLIENT_ID = "play";'
        self.reply(200, text.encode(), Content_Type="text/javascript")


@pytest.fixture
def other_host(browser: Browser, origin: str) -> Iterator[str]:
    """The address of the client on another host, which the service knows."""
    handler = type("Handler", (OtherHost,), {"service": origin})
    with StubServer(handler) as server:
        web_client_register(public_url=origin, redirect_uris=[f"{server.url}/"])
        with override_settings(CORS_ALLOWED_ORIGINS=[server.url]):
            yield server.url
            browser.driver.get("about:blank")


def test_it_works_from_another_host(browser: Browser, origin: str, other_host: str) -> None:
    user, friend = user_named("alice"), user_named("bob")
    game = start_game(user, friend)
    player = Player(Browser(browser.driver, origin), user, origin)
    player.browser.logs_in(user)
    player.driver.get(f"{other_host}/")
    click_text(player, "Sign in")
    press(player, "[name=allow]")  # a copy elsewhere asks, as any application does
    player.wait(".top a[href='#/settings']")
    browser.complaints()  # about the page on which the test logs in
    player.open("games", game.id, wait=".question")
    play(user, game)
    play(user, game)
    player.wait(".waiting")
    play(friend, game)
    player.wait_until(lambda _: "bob" in player.browser.one(".events li").text)
    assert browser.complaints() == []


def kept_tables(player: Player) -> list[str]:
    """The names of the documents that this device keeps for the time without a connection."""
    script = """
      const done = arguments[0];
      caches.open("last-seen").then((cache) => cache.keys()).then((keys) => done(
        keys.map(({url}) => decodeURIComponent(url.split("/").at(-1))),
      ));
    """
    found: list[str] = player.driver.execute_async_script(script)
    return found


def test_nothing_of_a_user_stays_after_they_sign_out(alice: Player, games: dict[str, Game]) -> None:
    alice.open("games", games["running"].id, wait=".table")
    alice.wait_until(lambda _: f"game {games['running'].id}" in kept_tables(alice))
    alice.open("settings")
    press(alice, "#tab-account")
    click_text(alice, "Sign out")
    alice.wait_until(lambda _: not alice.browser.all(".top a[href='#/settings']"))
    press(alice, "#log-out button")  # this server has no static files, so no script presses it
    alice.wait_until(lambda _: alice.driver.current_url == f"{alice.origin}/")  # by the client
    assert kept_tables(alice) == []
    assert not refreshes_live(user=alice.user, now=timezone.now()).exists()
    alice.browser.presses("main a[href^='/login/']")
    alice.wait("#password")  # the service has logged out as well


def test_the_next_user_of_a_device_sees_nothing_of_the_last_one(
    alice: Player, games: dict[str, Game]
) -> None:
    alice.open("games", games["running"].id, wait=".table")
    alice.wait_until(lambda _: f"game {games['running'].id}" in kept_tables(alice))
    carol = Player(alice.browser, user_named("carol"), alice.origin)
    carol.driver.delete_all_cookies()
    carol.sign_in()
    # "games" is carol's own list, which her page may have kept already.
    assert not [name for name in kept_tables(carol) if name.startswith(("game ", "picture "))]


def test_a_calendar_is_created_replaced_and_revoked(alice: Player, axe: str) -> None:
    def address() -> str:
        return "".join(str(one.get_attribute("value")) for one in alice.browser.all("#link"))

    alice.open("settings")
    press(alice, "#tab-calendar")
    click_text(alice, "Create the address")
    alice.wait_until(lambda _: address())
    first = address()
    assert first == feed_url(CalendarFeed.objects.get(user=alice.user))
    assert alice.browser.all(f"a[href='{first.replace('http', 'webcal', 1)}']")
    assert look(alice, "calendar", axe) == []
    click_text(alice, "Replace …")
    click_text(alice, "Replace the address")
    alice.wait_until(lambda _: address() not in ("", first))
    click_text(alice, "Revoke …")
    click_text(alice, "Revoke the address")
    alice.wait_until(lambda _: not address())
    assert not CalendarFeed.objects.exists()


def test_a_record_is_checked_in_the_browser(alice: Player, games: dict[str, Game]) -> None:
    alice.open("games", games["over"].id, "record")
    alice.wait_until(lambda _: "No fault was found" in alice.browser.one("main").text)


def test_a_message_appears_on_the_other_page_by_itself(alice: Player, bob: Player) -> None:
    game = start_game(alice.user, bob.user)
    for player in (alice, bob):
        player.open("games", game.id, wait=".table")
    press(bob, "#tab-notes")
    press(alice, "#tab-chat")
    alice.wait("#message")
    alice.browser.one("#message").send_keys("Good luck, <b>Bob</b>!")
    click_text(alice, "Send")
    bob.wait("#tab-chat .badge")
    press(bob, "#tab-chat")
    bob.wait_until(lambda _: "Good luck, <b>Bob</b>!" in bob.browser.texts(".messages p"))
    alice.wait_until(lambda _: alice.browser.one("#message").get_attribute("value") == "")


def test_maintenance_is_shown_until_it_ends(alice: Player) -> None:
    post = "import('/play/api/requests.js').then(({ post }) => post('games/', {})).catch(() => {});"
    end, texts = timezone.now() + HOUR, {"en": "New cards."}
    maintenance_begin(by=None, reason="Cards.", ends_at=end, texts=texts)
    alice.driver.execute_script(post)  # the page learns of it when it is refused
    alice.wait(".offline")
    words = alice.browser.one(".offline").text
    assert words.startswith("The service is in maintenance until")
    assert words.endswith("New cards.")
    maintenance_end(by=None, reason="Done.")
    alice.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    alice.wait("body:not(:has(.offline))")
    alice.browser.complaints()  # of the refusal
