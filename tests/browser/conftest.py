"""A real browser, without a window: Debian's Chromium, driven by selenium."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait

from accounts.models import User
from moderation.models import Appeal, AuditEntry
from tests.moderation.conftest import ada, maya, simon
from tests.toy_games import toy

__all__ = ["ada", "maya", "simon", "toy"]

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
WIDE, PHONE, SMALL_PHONE = (1280, 900), (390, 844), (360, 740)
PROGRAMS = ("chromium", "chromedriver")


def missing() -> str:
    """Why there is no browser to test with; empty: there is one."""
    absent = [name for name in PROGRAMS if shutil.which(name) is None]
    return (
        f"needs {' and '.join(absent)}: as root, make test-programs installs them" if absent else ""
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = missing()
    for item in items:
        if Path(__file__).parent in item.path.parents and reason:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory, live_server: Any) -> Iterator[Chrome]:
    """One browser for all tests. It goes before the server does, and lets go of it."""
    with start_chrome(tmp_path_factory) as driver:
        yield driver


@contextmanager
def start_chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Start a browser with a profile of its own, and end it after the block."""
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    profile = tmp_path_factory.mktemp("chromium")
    for word in (
        "headless=new",
        "no-sandbox",  # root has none, and CI is root
        "disable-gpu",
        "disable-dev-shm-usage",
        "disable-background-networking",
        "hide-scrollbars",
        f"user-data-dir={profile}",
    ):
        options.add_argument(f"--{word}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.set_page_load_timeout(60)
    yield driver
    driver.quit()


class Browser:
    """The browser as a moderator uses it, at one address of the service."""

    def __init__(self, driver: Chrome, address: str) -> None:
        self.driver = driver
        self.address = address

    def opens(self, path: str) -> None:
        self.driver.get(self.address + path)

    def logs_in(self, user: User) -> None:
        """The user is logged in already, by a session that the server knows."""
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        self.opens("/static/admin/css/base.css")
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "path": "/"}
        self.driver.add_cookie(cookie)

    def one(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def texts(self, css: str) -> list[str]:
        return [element.text for element in self.all(css)]

    def follows(self, words: str) -> None:
        """Click the link with these words."""
        self.driver.find_element(By.PARTIAL_LINK_TEXT, words).click()

    def presses(self, css: str) -> None:
        """Press a button, and wait for the page it leads to."""
        before, button = self.one("html"), self.one(css)
        button.click()
        # Between two pages, Chrome may answer that the old page has no such element: ask again.
        wait = WebDriverWait(self.driver, 30, ignored_exceptions=[WebDriverException])
        wait.until(staleness_of(before))

    def fills(self, **fields: Any) -> None:
        """Fill the fields of a form, and send it."""
        for name, value in fields.items():
            field = self.one(f"main form [name={name}]")
            if field.tag_name != "select":
                field.clear()
            field.send_keys(str(value))
        self.presses("main form button[type=submit].default")

    def complaints(self) -> list[str]:
        """What the browser did not like: refused styles, missing files, errors of scripts."""
        log = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]

    def shows_as(self, size: tuple[int, int] = WIDE, *, dark: bool = False) -> None:
        width, height = size
        metrics = {
            "width": width,
            "height": height,
            "deviceScaleFactor": 1,
            "mobile": size in (PHONE, SMALL_PHONE),
        }
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        touch = {"enabled": metrics["mobile"]}
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", touch)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def overflows(self) -> bool:
        """True if the page is wider than the window and scrolls sideways."""
        script = "return document.documentElement.scrollWidth > window.innerWidth + 1"
        return bool(self.driver.execute_script(script))

    def pictured(self, name: str, *, whole: bool = True) -> None:
        """Keep a picture of the whole page, or of what the window shows."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        wish = {"format": "png", "captureBeyondViewport": whole}
        picture = self.driver.execute_cdp_cmd("Page.captureScreenshot", wish)
        (SCREENSHOTS / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))


@pytest.fixture
def log_let_go(transactional_db: None) -> Iterator[None]:
    """Empty the log of acts after a test: SQLite has no TRUNCATE, and a trigger refuses DELETE."""
    yield
    if connection.vendor == "sqlite":
        of_the_log = "type = 'trigger' AND tbl_name = 'moderation_auditentry'"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT name, sql FROM sqlite_master WHERE {of_the_log}")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f"DROP TRIGGER {name}")
            Appeal.objects.all().delete()
            AuditEntry.objects.all().delete()
            for _, sql in triggers:
                cursor.execute(sql)


@pytest.fixture
def browser(chrome: Chrome, live_server: Any, log_let_go: None) -> Iterator[Browser]:
    """A fresh browser: nobody is logged in. Afterwards no page goes on with its requests."""
    chrome.delete_all_cookies()
    chrome.get_log("browser")  # type: ignore[no-untyped-call]  # what earlier pages said
    fresh = Browser(chrome, live_server.url)
    fresh.shows_as()
    yield fresh
    chrome.get("about:blank")
