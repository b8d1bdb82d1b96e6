"""The table of a game: what is in view on a phone, where the focus goes, and what is said."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from selenium.webdriver.common.keys import Keys

from games.bots.turns import bots_run
from games.chat.services import message_post
from games.models import Game, Outage, Room, VoteKind
from games.play.timeouts import deadline_rearm
from games.vacations.services import vacation_start
from games.votes.services import vote_open
from tests.browser.conftest import SMALL_PHONE
from tests.browser.test_web_client import alice, origin
from tests.browser.test_web_client_pages import IS_LOADED
from tests.browser.web_client import Player, click_text, press, use
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.timed import A_DAY_EACH, HOUR
from tests.toy_games import play, seen, start_game, toy

__all__ = ["alice", "origin", "prompt_bots", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

TABLETS = ((1180, 820), (820, 1180), (740, 360))
"""A tablet in both positions, and a phone held sideways."""
BOTS = {"citadels": ["easy"] * 3, "castle": ["easy"]}
PLAY_IS_IN_VIEW = """
const {height, top, bottom} = document.querySelector(".play").getBoundingClientRect();
return height >= 44 && top >= 0 && bottom <= window.innerHeight;
"""
WATCH_SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({value}) => (window.shift += value)))
  .observe({type: "layout-shift", buffered: true});
"""
"""All shifts count, also those soon after a click."""
MOST_SHIFT = 0.05
FOCUSED = """
const place = document.activeElement;
return place.closest(".bar") && !place.matches("button") ? place.innerText : "";
"""
IS_AT_THE_END = """
const list = document.querySelector(".messages"), {bottom} = list.getBoundingClientRect();
const last = list.querySelector("li:last-child").getBoundingClientRect();
return list.scrollHeight > list.clientHeight && Math.abs(last.bottom - bottom) < 2;
"""
HOLD_MESSAGES = """
const send = window.fetch;
window.fetch = async (address, init) => {
  if (!String(address).endsWith("/messages/") || init.method !== "POST") return send(address, init);
  await new Promise((resolve) => (window.refuse = resolve));
  const problem = '{"status": 400, "detail": "Not now."}';
  return new Response(problem, {status: 400, headers: {"Content-Type": "application/json"}});
};
"""
HOLD_COMMANDS = """
const send = window.fetch;
window.fetch = async (...words) => {
  if (words[0].includes("/commands/")) await new Promise((resolve) => (window.release = resolve));
  return send(...words);
};
"""
ROOM_OF_OPTIONS = """
return document.querySelector(".bar .options").getBoundingClientRect().width / window.innerWidth;
"""


def run(player: Player, script: str, *values: Any) -> Any:
    return player.driver.execute_script(script, *values)


def text(player: Player, css: str) -> str:
    return "\n".join(player.browser.texts(css))


def said(player: Player) -> str:
    """What a screen reader announces."""
    return str(player.browser.one(".announcement").get_attribute("textContent"))


def open_with_bots(player: Player, ruleset: str) -> Game:
    game = start_game(player.user, ruleset=ruleset, options={}, bots=BOTS[ruleset])
    bots_run(game_id=game.id)
    player.open("games", game.id, wait=".question")
    player.wait_until(lambda _: run(player, IS_LOADED))
    return game


def choose_in_picture(player: Player) -> None:
    """Tap marked elements, each once, until one option is left; the list tells equal ones apart."""
    tapped: set[str] = set()
    while not (before := player.state())["confirms"]:
        if left := [mark for mark in before["marks"] if mark not in tapped]:
            tapped.add(left[0])
            use(player, "mark", left[0])
        else:
            use(player, "option", before["options"][0])
        player.wait_until(lambda _, old=before["marks"]: is_chosen(player.state(), old))


def is_chosen(state: dict[str, Any], marks: list[str]) -> bool:
    """True if a tap has had its effect, or the picture has changed below it."""
    return bool(state["clicked"] or state["confirms"] or state["marks"] != marks)


def move(player: Player) -> None:
    """Play the first option, and wait for what comes next."""
    before = player.state()["decision"]
    use(player, "option", player.state()["options"][0])
    player.wait(".play")
    use(player, "play")
    player.wait_until(lambda _: player.state()["decision"] not in (before, None))


@pytest.mark.parametrize("ruleset", BOTS)
def test_on_a_phone_what_is_tapped_can_be_played_at_once(alice: Player, ruleset: str) -> None:
    alice.browser.shows_as(SMALL_PHONE)
    open_with_bots(alice, ruleset)
    for _ in range(2):
        before = alice.state()["decision"]
        choose_in_picture(alice)
        assert run(alice, PLAY_IS_IN_VIEW)
        use(alice, "play")
        alice.wait_until(lambda _, old=before: alice.state()["decision"] not in (old, None))
    assert not alice.browser.overflows()


@pytest.mark.parametrize("ruleset", BOTS)
def test_on_a_phone_nothing_jumps(alice: Player, ruleset: str) -> None:
    alice.browser.shows_as(SMALL_PHONE)
    open_with_bots(alice, ruleset)
    alice.driver.refresh()
    alice.wait(".question")
    run(alice, WATCH_SHIFTS)
    alice.wait_until(lambda _: run(alice, IS_LOADED))
    for _ in range(3):
        move(alice)
    assert run(alice, "return window.shift") <= MOST_SHIFT


def test_on_a_phone_a_long_list_is_folded_and_what_is_left_has_room(alice: Player) -> None:
    alice.browser.shows_as(SMALL_PHONE)
    open_with_bots(alice, "castle")
    assert text(alice, ".bar summary").startswith("Options (")
    assert not alice.browser.one(".option").is_displayed()
    use(alice, "mark", alice.state()["marks"][0])
    alice.wait(".restart")
    assert run(alice, ROOM_OF_OPTIONS) > 0.5


def test_tablets_and_phones_held_sideways_get_the_wide_picture(alice: Player) -> None:
    open_with_bots(alice, "citadels")
    for size in TABLETS:
        alice.browser.shows_as(size)
        alice.driver.refresh()
        alice.wait(".board .picture.landscape")
        assert not alice.browser.all(".board .picture.portrait")
        assert not alice.browser.overflows()


def test_a_move_by_keyboard_leads_to_the_next_question_which_is_said(alice: Player) -> None:
    bob = user_named("bob")
    game = start_game(alice.user, bob, options={"rounds": 3})
    alice.open("games", game.id, wait=".option")
    for _ in range(2):  # a boast and a card
        before = alice.state()["decision"]
        alice.wait(".option:not(:disabled)")
        alice.browser.one(".option").send_keys(Keys.ENTER)
        alice.wait(".play:focus")
        alice.browser.one(".play").send_keys(Keys.ENTER)
        alice.wait_until(lambda _, old=before: alice.state()["decision"] != old)
        alice.wait_until(lambda _: run(alice, FOCUSED))
    assert "Waiting for bob" in run(alice, FOCUSED)
    alice.wait_until(lambda _: "alice" in said(alice) and "Waiting for bob" in said(alice))
    game = play(bob, game)
    while game.to_act != 0:
        game = play(bob, game)
    alice.wait(".question")
    question = seen(alice.user, game)["decision"]["question"]
    alice.wait_until(lambda _: run(alice, FOCUSED).startswith(question))
    alice.wait_until(lambda _: said(alice).endswith(f"Your turn: {question}"))
    assert "bob" in said(alice)


def test_a_choice_that_was_made_elsewhere_is_explained(alice: Player) -> None:
    game = start_game(alice.user, user_named("bob"), options={"rounds": 3})
    alice.open("games", game.id, wait=".option")
    run(alice, HOLD_COMMANDS)
    use(alice, "option", "boast")
    press(alice, ".play")
    alice.wait_until(lambda _: run(alice, "return Boolean(window.release)"))
    play(alice.user, game)
    run(alice, "window.release()")
    alice.wait(".bar .failure")
    assert "already answered, for example in another tab" in text(alice, ".bar .failure")


def test_a_vote_is_in_view_while_messages_are_read(alice: Player) -> None:
    bob = user_named("bob")
    game = start_game(alice.user, bob)
    alice.open("games", game.id, wait=".table")
    press(alice, "#tab-chat")
    vote_open(user=bob, game_id=game.id, kind=VoteKind.CANCEL)
    alice.wait(".banner")
    assert "bob proposes: Cancel the game" in text(alice, ".banner")
    click_text(alice, "Agree")
    alice.wait_until(lambda _: "cancelled" in text(alice, ".heading"))


def test_messages_open_at_the_newest_and_none_is_lost(alice: Player) -> None:
    bob = user_named("bob")
    game = start_game(alice.user, bob)
    for number in range(9):
        words = f"Message {number}. " + "It is long. " * 20
        message_post(user=bob, game_id=game.id, room=Room.PLAYERS, text=words)
    alice.browser.shows_as(SMALL_PHONE)
    alice.open("games", game.id, wait="#tab-chat .badge")
    press(alice, "#tab-chat")
    alice.wait("#message")
    alice.wait_until(lambda _: run(alice, IS_AT_THE_END))
    assert text(alice, "#tab-chat .badge") == "9"  # the panel is below the window
    run(alice, "document.querySelector('.messages').scrollIntoView()")
    alice.wait_until(lambda _: not alice.browser.all("#tab-chat .badge"))
    run(alice, HOLD_MESSAGES)
    alice.browser.one("#message").send_keys("first")
    click_text(alice, "Send")
    alice.wait_until(lambda _: run(alice, "return Boolean(window.refuse)"))
    alice.browser.one("#message").send_keys("second")
    run(alice, "window.refuse()")
    alice.wait(".write .failure")
    assert alice.browser.one("#message").get_attribute("value") == "first\nsecond"


def test_against_bots_one_click_takes_a_choice_back(alice: Player) -> None:
    game = play(alice.user, start_game(alice.user, bots=["novice"]), "boast")
    alice.open("games", game.id, wait=".undo")
    click_text(alice, "Undo")
    alice.wait_until(lambda _: not alice.browser.all(".undo"))
    game.refresh_from_db()
    assert game.move_count == 0
    assert alice.state()["options"][0] == "boast"


def test_while_others_think_the_next_game_and_the_reason_of_a_pause_are_in_view(
    alice: Player,
) -> None:
    bob = user_named("bob")
    game = start_game(alice.user, bob, pace=A_DAY_EACH, vacations=True)
    other = start_game(alice.user, bob)
    alice.open("games", game.id, wait=".question")
    assert "1 d" in text(alice, ".seats li:not(.acting) .clock")
    while game.to_act == 0:
        game = play(alice.user, game)
    vacation_start(user=bob)
    alice.wait_until(lambda _: "bob is on vacation" in text(alice, ".waiting"))
    assert "on vacation" in text(alice, ".seats .acting")
    alice.wait(".next-game")
    assert text(alice, ".next-game") == "Next game (1 waits)"
    press(alice, ".next-game")
    alice.wait_until(lambda _: alice.driver.current_url.endswith(f"#/games/{other.id}"))


def test_the_history_plays_by_itself_to_its_end(alice: Player) -> None:
    game = play(alice.user, start_game(alice.user, user_named("bob")))
    game = play(alice.user, game)
    alice.open("games", game.id, "history", 0, wait=".picture.landscape")
    click_text(alice, "Play back")
    alice.wait_until(lambda _: alice.driver.current_url.endswith(f"/history/{game.move_count}"))
    alice.wait_until(lambda _: "Play back" in text(alice, ".stepper"))


def test_a_player_reads_beside_the_clock_that_an_outage_has_moved_the_deadline(
    alice: Player,
) -> None:
    game = start_game(alice.user, user_named("bob"), pace=A_DAY_EACH)
    begin = timezone.now()
    Outage.objects.create(began_at=begin, ended_at=begin + 3 * HOUR, what="web")
    alice.open("games", game.id, wait=".question")
    assert "unavailable" not in text(alice, ".question")
    deadline_rearm(game_id=game.id)
    alice.wait_until(lambda _: "has 3 hours more" in text(alice, ".question"))
