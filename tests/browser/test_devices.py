"""Notifications on devices in a real browser, without a push service: none can be reached.

The page gets a subscription that is made up, and the worker gets messages from the debugger.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from notifications.kinds import Reader
from notifications.models import OutboxEntry, PushSubscription
from notifications.services.push_requests import push_payload
from tests.browser.test_web_client import alice, origin
from tests.browser.test_web_client_pages import WORKER_READY, axe, look
from tests.browser.web_client import Player, click_text, press
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.notifications.push_service import DEVICE_KEYS
from tests.toy_games import start_game, toy

__all__ = ["alice", "axe", "origin", "prompt_bots", "toy"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "toy"),
]

STUB = """
const [endpoint, keys] = arguments;
let mine = null;
const subscription = {
  endpoint,
  toJSON: () => ({endpoint, expirationTime: null, keys}),
  unsubscribe: async () => { mine = null; return true; },
};
PushManager.prototype.getSubscription = async () => mine;
PushManager.prototype.subscribe = async (options) => {
  window.subscribedWith = options;
  return (mine = subscription);
};
window.isSubscribed = () => mine !== null;
"""
SHOWN = """
const done = arguments[0];
navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((all) => done(all.map(({title, body, tag, data}) => ({title, body, tag, data}))));
"""
CLOSE_ALL = """
const done = arguments[0];
navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((all) => { for (const one of all) one.close(); done(); });
"""
IS_UNSUBSCRIBED = "return window.isSubscribed() === false;"
MOST_WORKERS = 200
"""More than one browser registers in all tests. The debugger numbers them from 0."""


def permit(player: Player, setting: str) -> None:
    permission = {"permission": {"name": "notifications"}, "setting": setting}
    player.driver.execute_cdp_cmd("Browser.setPermission", {**permission, "origin": player.origin})


@pytest.fixture
def device(alice: Player) -> Iterator[Player]:
    """Alice at the settings of notifications, in a browser that allows them."""
    permit(alice, "granted")
    open_settings(alice)
    yield alice
    permit(alice, "prompt")


def open_settings(player: Player) -> None:
    player.driver.execute_async_script(WORKER_READY)
    player.driver.execute_script(STUB, "https://push.example.net/send/1", DEVICE_KEYS)
    player.driver.execute_script("location.hash = '#/settings?part=notifications'")
    player.wait(".channels")


def turn_on(player: Player) -> None:
    click_text(player, "Turn on on this device")
    player.wait_until(lambda _: "this device" in player.browser.texts(".rows .tag"))


def test_a_user_turns_notifications_on_and_off(device: Player) -> None:
    turn_on(device)
    stored = PushSubscription.objects.get()
    assert (stored.user, stored.url) == (device.user, "https://push.example.net/send/1")
    options = device.driver.execute_script("return window.subscribedWith")
    assert options["userVisibleOnly"] is True
    assert len(options["applicationServerKey"]) == 87
    click_text(device, "Test")
    device.wait_until(lambda _: OutboxEntry.objects.filter(kind="push_test").exists())
    click_text(device, "Turn off on this device")
    device.wait_until(lambda _: not PushSubscription.objects.exists())
    device.wait_until(lambda _: device.driver.execute_script(IS_UNSUBSCRIBED))
    assert device.browser.complaints() == []


def test_the_settings_of_notifications_have_no_serious_fault(device: Player, axe: str) -> None:
    turn_on(device)
    assert look(device, "devices", axe) == []


def test_a_kind_is_turned_off_for_devices(device: Player) -> None:
    css = ".channels td[data-title=Devices] input"
    first = device.browser.one(css)
    assert first.is_selected()
    device.driver.execute_script("arguments[0].click()", first)
    device.wait_until(
        lambda _: device.user.channel_preferences.filter(kind="your_turn", push=False).exists()
    )


def test_a_browser_that_forbids_notifications_says_so(alice: Player) -> None:
    permit(alice, "denied")
    open_settings(alice)
    words = "does not allow notifications"
    alice.wait_until(lambda _: words in alice.browser.one(".note").text)
    assert "Turn on on this device" not in alice.browser.texts("button")
    permit(alice, "prompt")


def test_who_signs_out_takes_the_device_along(device: Player) -> None:
    turn_on(device)
    press(device, "#tab-account")
    click_text(device, "Sign out")
    device.wait_until(lambda _: not device.browser.all(".top a[href='#/settings']"))
    assert not PushSubscription.objects.exists()
    assert device.driver.execute_script("return localStorage.getItem('push-device')") is None


def deliver(player: Player, payload: dict[str, Any]) -> None:
    """Give the service worker a message, as the push service of the browser would."""
    player.driver.execute_cdp_cmd("ServiceWorker.enable", {})
    for number in range(MOST_WORKERS):
        message = {"registrationId": str(number), "data": json.dumps(payload)}
        player.driver.execute_cdp_cmd(
            "ServiceWorker.deliverPushMessage", {**message, "origin": player.origin}
        )


def shown_notifications(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.driver.execute_async_script(SHOWN)
    return found


def test_the_worker_shows_what_comes_unless_the_user_looks_at_the_game(device: Player) -> None:
    games = [start_game(device.user, user_named(name)) for name in ("bob", "carol")]
    entries = [OutboxEntry.objects.filter(subject=game.id).latest("id") for game in games]
    seen, other = (push_payload(entry, Reader("en")) for entry in entries)
    deliver(device, seen)
    device.wait_until(lambda _: shown_notifications(device))
    expected = {"title": seen["title"], "body": seen["body"], "tag": str(games[0].id)}
    assert shown_notifications(device) == [{**expected, "data": f"#/games/{games[0].id}"}]
    device.driver.execute_async_script(CLOSE_ALL)
    device.open("games", games[0].id, wait=".table")
    deliver(device, seen)
    deliver(device, other)
    device.wait_until(lambda _: shown_notifications(device))
    assert [one["tag"] for one in shown_notifications(device)] == [str(games[1].id)]
    device.driver.execute_async_script(CLOSE_ALL)
