"""The bundle of the web client, as releases have it: it works, and a first load is small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.test import override_settings

from tests.browser.conftest import PHONE
from tests.browser.test_web_client import SITE, alice, origin
from tests.browser.web_client import Player
from tests.clients.building import locked, run_make
from tests.clients.conftest import prompt_bots
from tests.conftest import user_named
from tests.toy_games import start_game

__all__ = ["alice", "origin", "prompt_bots"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots", "bundle"),  # before the web process starts
]

MOST_ADDRESSES, MOST_BYTES = 19, 85_000
AFTER_A_BOT = "/undo/"
"""The end of an address that is asked for only if a bot moves meanwhile."""
LOADED = """
const [all, files] = ["navigation", "resource"].map((type) => performance.getEntriesByType(type));
return [...all, ...files].map(({name, transferSize}) => [name, transferSize]);
"""
HAS_PICTURE = "return document.querySelector('.picture')?.shadowRoot.querySelector('svg');"
FORGET = """
const done = arguments[0];
(async () => {
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  done();
})();
"""


@pytest.fixture
def bundle() -> Iterator[Path]:
    """The bundle, which the web process serves."""
    from citadels import web  # it needs the settings of the tests

    folder = Path(settings.BASE_DIR) / "build" / "web"
    with locked(SITE.parent):
        run_make("web-bundle", SITE.parent)
    with pytest.MonkeyPatch.context() as patch, override_settings(WEB_CLIENT_DIR=folder):
        patch.setattr(web, "django", web.in_threads(WSGIHandler()))  # it finds the files once
        yield folder


def test_a_first_load_of_the_table_is_small(alice: Player) -> None:
    game = start_game(alice.user, user_named("bob"), ruleset="citadels", options={}, bots=["easy"])
    alice.driver.execute_async_script(FORGET)
    alice.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    alice.browser.shows_as(PHONE)
    alice.driver.get("about:blank")
    alice.driver.get(f"{alice.address}#/games/{game.id}")
    alice.wait_until(lambda _: alice.driver.execute_script(HAS_PICTURE))
    loaded = alice.driver.execute_script(LOADED)
    # What has no size is a copy for later.
    sent = [(name.partition("?")[0], size) for name, size in loaded if size]
    addresses = {name for name, _ in sent if not name.endswith(AFTER_A_BOT)}
    assert len(addresses) <= MOST_ADDRESSES, addresses  # news may ask again for one
    assert sum(size for _, size in sent) <= MOST_BYTES, sent


def test_pages_and_languages_are_loaded_on_demand(alice: Player) -> None:
    alice.open("settings", wait="[role=tabpanel]")
    alice.remember("language", "fr")
    alice.driver.refresh()
    alice.wait("[role=tabpanel]")
    assert alice.browser.one("h1").text == "Réglages"
    assert alice.browser.complaints() == []
