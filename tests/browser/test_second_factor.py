"""The page between the password and the admin, in a real browser: drawn under the policy (CSP)."""

from __future__ import annotations

from base64 import b32decode

import pytest
from django.conf import LazySettings
from django_otp.oath import totp
from selenium.webdriver.support.expected_conditions import url_to_be
from selenium.webdriver.support.wait import WebDriverWait

from accounts.models import User
from tests.browser.conftest import PHONE, Browser
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/admin/second-factor/"
CODE = "main svg"
PAINTED = """
const box = arguments[0].getBoundingClientRect();
const paths = [...arguments[0].querySelectorAll("path")].map((one) => getComputedStyle(one));
return [box.width, box.height, paths[0].fill, paths[1].stroke];
"""
POLICY = "return fetch(location).then((reply) => reply.headers.get('Content-Security-Policy'))"


@pytest.fixture(autouse=True)
def asked_for(settings: LazySettings) -> None:
    settings.ADMIN_TWO_FACTOR = True


def gives_the_password(browser: Browser, user: User) -> None:
    browser.opens("/admin/games/game/")
    browser.one("[name=username]").send_keys(user.username)
    browser.one("[name=password]").send_keys(PASSWORD)
    browser.presses("[type=submit]")
    assert browser.driver.current_url.startswith(browser.address + PAGE)


def gives(browser: Browser, code: str) -> None:
    field = browser.one("[name=code]")
    field.clear()  # of the code before, which was wrong
    field.send_keys(code)
    browser.presses("main form:not([action]) [type=submit]")


def test_staff_enrol_by_what_they_see_and_come_back_by_paper(browser: Browser, maya: User) -> None:
    gives_the_password(browser, maya)
    assert "default-src 'self'" in browser.driver.execute_script(POLICY)
    browser.pictured("second-factor")
    secret = browser.one("main code").text.replace(" ", "")
    gives(browser, "000000")
    assert browser.texts(".errorlist li")
    gives(browser, f"{totp(b32decode(secret)):06}")
    papers = browser.texts("main li code")
    assert len(papers) == 10
    browser.pictured("recovery-codes")
    browser.follows("Continue")
    WebDriverWait(browser.driver, 30).until(url_to_be(f"{browser.address}/admin/games/game/"))
    browser.driver.delete_all_cookies()
    gives_the_password(browser, maya)
    assert not browser.all(CODE), "the secret is not drawn again"
    gives(browser, papers[0])
    assert browser.driver.current_url == f"{browser.address}/admin/games/game/"
    assert browser.complaints() == []


def test_a_camera_can_read_the_code_on_a_phone_and_in_the_dark(
    browser: Browser, maya: User
) -> None:
    gives_the_password(browser, maya)
    for size, dark in (((1280, 900), False), (PHONE, False), (PHONE, True)):
        browser.shows_as(size, dark=dark)
        width, height, light, ink = browser.driver.execute_script(PAINTED, browser.one(CODE))
        assert width == height > 150
        assert (light, ink) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
        assert not browser.overflows()
    browser.pictured("second-factor-dark")
    assert browser.complaints() == []


def test_who_has_no_program_at_hand_logs_out(browser: Browser, maya: User) -> None:
    gives_the_password(browser, maya)
    browser.presses("[action$='/logout/'] [type=submit]")
    browser.opens("/admin/")
    assert browser.all("[name=password]")
    assert browser.complaints() == []
