"""What happened since a device last showed a game is replayed on its picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.models import Game
from tests.browser.test_web_client import alice, bob, origin, second_chrome
from tests.browser.web_client import Player, press
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.toy_games import play, start_game, toy

__all__ = ["alice", "bob", "origin", "prompt_bots", "second_chrome", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

ANIMATIONS = """
const root = document.querySelector(".picture").shadowRoot;
return root.getAnimations().map(({effect}) => effect.target.id || "gone");
"""
PICTURE = "return document.querySelector('.picture')?.shadowRoot?.querySelector('svg') !== null;"
CAPTION = ".replay span"


@pytest.fixture
def still(alice: Player) -> Iterator[None]:
    """Animations stand still, however slow the machine is."""
    for command, words in (("enable", {}), ("setPlaybackRate", {"playbackRate": 0})):
        alice.driver.execute_cdp_cmd(f"Animation.{command}", words)
    yield
    alice.driver.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 1})
    alice.driver.execute_cdp_cmd("Animation.disable", {})


def away_for_a_move(alice: Player) -> Game:
    """Alice looks at a game and leaves. Meanwhile the other player moves. She comes back."""
    bob = user_named("bob")
    game = start_game(alice.user, bob, ruleset="castle", options={})
    users = [alice.user, bob]
    while game.to_act != 1:
        game = play(users[game.to_act or 0], game)
    look_at(alice, game)
    alice.open("turns")
    play(bob, game)
    alice.open("games", game.id, wait=".table")
    return game


def look_at(player: Player, game: Game) -> None:
    player.open("games", game.id, wait=".table")
    player.wait_until(lambda _: player.driver.execute_script(PICTURE))


@pytest.mark.usefixtures("still")
def test_the_moves_of_others_are_replayed_and_can_be_skipped(alice: Player) -> None:
    away_for_a_move(alice)
    alice.wait(CAPTION)
    assert "bob" in alice.browser.one(CAPTION).text
    assert alice.driver.execute_script(ANIMATIONS)
    alice.browser.pictured("play-replay", whole=False)
    press(alice, ".replay button")
    alice.wait_until(lambda _: not alice.browser.all(CAPTION))
    assert alice.driver.execute_script(ANIMATIONS) == []
    assert alice.browser.complaints() == []


@pytest.mark.parametrize("wish", ["setting", "system"])
def test_nothing_moves_for_those_who_do_not_want_it(alice: Player, wish: str) -> None:
    if wish == "setting":
        alice.remember("replay", "no")
    feature = {"name": "prefers-reduced-motion", "value": "reduce" if wish == "system" else ""}
    alice.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    alice.driver.execute_script(
        "Element.prototype.animate = () => { throw new Error('motion'); };"
        "window.onerror = () => { document.title = 'moved'; };"
    )
    game = away_for_a_move(alice)
    alice.wait(f".events a[href$='/history/{game.move_count}']")
    assert alice.browser.all(CAPTION) == []
    assert alice.driver.title != "moved"
