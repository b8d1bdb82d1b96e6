"""Passkeys in a real browser, with an authenticator that it simulates; and the pages about them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from selenium.webdriver.support.expected_conditions import url_to_be
from selenium.webdriver.support.wait import WebDriverWait

from accounts.models import Passkey, Preferences, User
from tests.browser.conftest import PHONE, WIDE, Browser
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)
NEW, USED = "[data-passkey=create]", "[data-passkey=get]"


@pytest.fixture(autouse=True)
def authenticator(browser: Browser, settings: LazySettings) -> Iterator[None]:
    settings.ADMIN_TWO_FACTOR = True
    settings.PUBLIC_URL = browser.address = browser.address.replace("127.0.0.1", "localhost")
    options = VirtualAuthenticatorOptions()
    options.transport = VirtualAuthenticatorOptions.Transport.INTERNAL
    options.has_resident_key = options.has_user_verification = options.is_user_verified = True
    browser.driver.add_virtual_authenticator(options)
    yield
    browser.driver.remove_virtual_authenticator()


def give_password(browser: Browser, path: str, user: User) -> None:
    browser.driver.delete_all_cookies()
    browser.opens(path)
    browser.one("[name=username]").send_keys(user.username)
    browser.one("[name=password]").send_keys(PASSWORD)
    browser.presses("form:not([data-passkey]) [type=submit], .actions button")


def wait_for(browser: Browser, path: str) -> None:
    WebDriverWait(browser.driver, 60).until(url_to_be(browser.address + path))


def test_a_passkey_is_added_and_is_both_factors_or_the_second_one(
    browser: Browser, maya: User
) -> None:
    User.objects.filter(id=maya.id).update(is_staff=False)
    give_password(browser, "/login/?next=/account/", maya)
    browser.one("#name").send_keys("My phone")
    browser.one("#password").send_keys("not it")
    browser.one(f"{NEW} .actions button").click()
    wrong = f"{NEW} .wrong:not([hidden])"
    WebDriverWait(browser.driver, 60).until(lambda _: browser.texts(wrong) != [])
    assert browser.texts(wrong) == ["This is not your password."]
    browser.one("#password").clear()
    browser.one("#password").send_keys(PASSWORD)
    browser.presses(f"{NEW} .actions button")
    assert Passkey.objects.get().name == "My phone"
    User.objects.filter(id=maya.id).update(is_staff=True)
    browser.driver.delete_all_cookies()
    browser.opens("/login/?next=/admin/games/game/")
    browser.one(f"{USED} button").click()
    wait_for(browser, "/admin/games/game/")
    give_password(browser, "/admin/games/game/", maya)
    browser.pictured("second-factor-passkey")
    browser.one(f"{USED} [type=submit]").click()
    wait_for(browser, "/admin/games/game/")
    complaints = [words for words in browser.complaints() if "403" not in words]
    assert complaints == [], "beside the refusal of the wrong password"


def test_a_client_of_this_site_logs_its_user_out_and_another_site_does_not(
    browser: Browser, alice: User
) -> None:
    give_password(browser, "/login/?next=/account/", alice)
    browser.opens("/logout/?next=/contact/")
    assert browser.texts("#log-out button") == ["Log out"]
    browser.opens("/contact/")
    browser.driver.execute_script("location.assign('/logout/?next=/contact/')")
    wait_for(browser, "/contact/")
    browser.opens("/account/")
    assert browser.all("#password")


def test_the_pages_fit_a_desktop_and_a_phone_in_both_languages_and_in_the_dark(
    browser: Browser, alice: User
) -> None:
    give_password(browser, "/login/?next=/account/", alice)
    give_password(browser, "/login/?next=/account/", alice)
    browser.one("#name").send_keys("A phone with a long name, so that its line is full")
    browser.one("#password").send_keys(PASSWORD)
    browser.presses(f"{NEW} .actions button")
    for language in ("en", "fr"):
        Preferences.objects.update_or_create(user=alice, defaults={"language": language})
        for size, dark in ((WIDE, False), (PHONE, False), (PHONE, True)):
            browser.shows_as(size, dark=dark)
            for path in ("/account/", "/logout/"):
                browser.opens(path)
                assert not browser.overflows()
                name = "-".join([path.strip("/"), language, str(size[0]), *["dark"] * dark])
                browser.pictured(name)
    browser.driver.delete_all_cookies()
    browser.opens("/login/")
    browser.pictured("login-passkey")
    assert browser.complaints() == []
