"""The pages for players, in a real browser: on a phone, by night, and in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings

from accounts.models import PendingEmail, Preferences, User
from accounts.services.addresses import verification_link
from accounts.services.applications import application_create, application_register_itself
from accounts.services.device_grants import device_grant_create
from accounts.services.passwords import reset_link
from games.by_mail.links import choice_query, decision_url
from games.models import Game
from notifications.kinds import KINDS
from notifications.services.emails import unsubscribe_url
from tests.browser.conftest import SMALL_PHONE, WIDE, Browser
from tests.browser.test_workplace import PACE
from tests.conftest import user_named
from tests.toy_games import options_of, played, start_game

pytestmark = pytest.mark.django_db(transaction=True)
LOOKS = [*product(["en", "fr"], [WIDE, SMALL_PHONE], [False, True])]


@pytest.fixture
def alice(transactional_db: None) -> User:
    return user_named("alice")


@pytest.fixture
def game(alice: User) -> Game:
    players = [alice, user_named("bob")]
    game = start_game(
        *players,
        ruleset="citadels",
        options={},
        bots=["easy", "easy"],
        pace=PACE,
        title="Saturday at eight",
    )
    return played(game, players, 60)


def paths(alice: User, game: Game) -> dict[str, str]:
    """The pages, by the names of their pictures."""
    pending = PendingEmail.objects.create(user=alice, address="alice.new@example.org")
    application = application_create(
        user=game.created_by,
        name="Watch",
        redirect_uris=["https://example.org/back"],
        confidential=False,
    )
    query = {
        "client_id": application.application.client_id,
        "response_type": "code",
        "redirect_uri": "https://example.org/back",
        "scope": "games:read games:play",
        "code_challenge": "x" * 43,
        "code_challenge_method": "S256",
    }
    terminal = application_create(
        user=game.created_by, name="Terminal", redirect_uris=[], confidential=False, device=True
    ).application
    scope = "games:read games:play"
    code = {"client_id": terminal.client_id, "device_code": "x", "user_code": "WDJB-MJHT"}
    device_grant_create(**code, scope=scope)
    itself = application_register_itself(
        name="Chess Bridge", redirect_uris=["https://example.org/back"], device=False
    )
    links = {
        "reset": reset_link(alice),
        "verify": verification_link(pending),
        "unsubscribe": unsubscribe_url(user_id=alice.id, kind=KINDS["your_turn"]),
    }
    decision = move_link(game)
    return {
        "mail-move": decision,
        "mail-confirm": decision + option_of(game),
        "mail-move-wrong": "/move/nonsense/",
        "start": "/",
        "sign-up": "/sign-up/?next=/docs/",
        "forgotten-password": "/forgotten-password/",
        "help": "/help/",
        "terms": "/terms/",
        "privacy": "/privacy/",
        "contact": "/contact/",
        "problem": "/problems/throttled/",
        "developers": "/developers/",
        "changelog": "/developers/changelog/",
        "status": "/status/",
        "docs-missing": "/docs/",
        "login": "/login/",
        **{name: url.removeprefix(settings.PUBLIC_URL) for name, url in links.items()},
        "reset-expired": "/reset-password/nonsense/",
        "game": f"/games/{game.id}/",
        "consent": f"/oauth/authorize/?{urlencode(query)}",
        "consent-itself": f"/oauth/authorize/?{urlencode(query | {'client_id': itself.client_id})}",
        "device": "/device/",
        "device-answer": "/device/?user_code=wdjb-mjht",
        "device-wrong": "/device/?user_code=WDJB-XXXX",
        "consent-wrong": "/oauth/authorize/?client_id=nobody",
        "not-found": "/nothing/",
        "not-allowed": "/admin/accounts/user/",
    }


def decider(game: Game) -> User:
    """The user who has to decide."""
    user = game.seats.get(number=game.to_act or 0).user
    assert user is not None
    return user


def move_link(game: Game) -> str:
    """The path of the link to the open decision in an e-mail."""
    url = decision_url(user=decider(game), game=game)
    return url.removeprefix(settings.PUBLIC_URL)


def option_of(game: Game) -> str:
    return choice_query(options_of(decider(game), game)[0])


@pytest.fixture
def speaks(browser: Browser) -> Iterator[Any]:
    """``speaks("fr")``: the browser asks for French."""
    driver = browser.driver
    driver.execute_cdp_cmd("Network.enable", {})

    def speaks(language: str) -> None:
        headers = {"headers": {"Accept-Language": language}}
        driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", headers)

    yield speaks
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    driver.execute_cdp_cmd("Network.disable", {})


@pytest.mark.parametrize(("language", "size", "dark"), LOOKS)
def test_every_page_fits_every_screen(
    language: str,
    size: tuple[int, int],
    dark: bool,
    browser: Browser,
    game: Game,
    alice: User,
    speaks: Any,
) -> None:
    User.objects.filter(id=alice.id).update(is_staff=True)
    browser.logs_in(alice)
    browser.complaints()  # the first page was made for its cookie
    for name, path in paths(alice, game).items():
        speaks(language)
        browser.shows_as(size, dark=dark)
        browser.opens(path)
        assert not browser.overflows(), name
        assert browser.one("html").get_attribute("lang") == language, name
        look = "dark" if dark else "light"
        browser.pictured(f"page-{name}-{language}-{size[0]}-{look}")
    refused = ("404", "403", "400", "410")
    assert [one for one in browser.complaints() if not any(f" {s} " in one for s in refused)] == []


def test_the_button_of_a_link_in_an_email_plays(browser: Browser, game: Game) -> None:
    """Browsers send ``Origin: null`` from pages that hide their address, and forms fail then."""
    number = game.move_count
    browser.opens(move_link(game) + option_of(game))
    browser.presses("main form button")
    assert "Your move is made." in browser.one("main").text
    game.refresh_from_db()
    assert game.move_count > number


@pytest.mark.parametrize(("language", "size", "dark"), LOOKS)
def test_strangers_see_where_to_begin(
    language: str, size: tuple[int, int], dark: bool, browser: Browser, speaks: Any
) -> None:
    speaks(language)
    browser.shows_as(size, dark=dark)
    browser.opens("/")
    assert not browser.overflows()
    assert all(picture.get_property("naturalWidth") for picture in browser.all(".pictures img"))
    look = "dark" if dark else "light"
    browser.pictured(f"page-start-stranger-{language}-{size[0]}-{look}")
    assert browser.complaints() == []


def test_a_stranger_signs_up_and_sees_what_is_wrong(browser: Browser) -> None:
    browser.opens("/")
    browser.presses("main a[href^='/sign-up/']")
    browser.one("#username").send_keys("zoe")
    browser.one("#password").send_keys("1234")
    browser.presses("form > .actions button")
    assert "too short" in browser.one("main .wrong").text
    browser.pictured("page-sign-up-wrong")
    browser.one("#password").send_keys("other horses, other staples")
    browser.presses("form > .actions button")
    assert browser.driver.current_url.endswith("/play/#/first-game")
    browser.opens("/")
    assert "zoe" in browser.one("main form").text
    refused = (" 422 ", "oauth/authorize")  # the client is not registered at this address
    assert all(any(word in one for word in refused) for one in browser.complaints())


def test_a_password_can_be_shown_while_it_is_typed(browser: Browser, alice: User) -> None:
    browser.opens(reset_link(alice).removeprefix(settings.PUBLIC_URL))
    field, show = browser.one("#password"), browser.one(".secret button")
    field.send_keys("other horses, other staples")
    assert (field.get_attribute("type"), show.text) == ("password", "Show")
    show.click()
    assert (field.get_attribute("type"), show.text) == ("text", "Hide")
    browser.presses("form > .actions button")
    alice.refresh_from_db()
    assert alice.check_password("other horses, other staples")
    assert browser.complaints() == []


def test_the_picture_of_a_game_has_the_colors_of_the_page(
    browser: Browser, game: Game, alice: User
) -> None:
    Preferences.objects.create(user=alice, time_zone="Europe/Paris")
    browser.logs_in(alice)
    browser.opens(f"/games/{game.id}/")
    image = browser.one("img.board")
    assert image.get_property("naturalWidth") == 480
    assert "(Europe/Paris)" in browser.one("dl").text
    assert browser.complaints() == []
