"""The reference of the API shows samples of operations."""

from __future__ import annotations

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from core.api.code_samples import LANGUAGES
from tests.browser.conftest import Browser

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PATIENCE = 60
OPEN = """
const blocks = [...document.querySelectorAll(".opblock-post:not(.is-open)")];
const tokens = blocks.find((block) => block.innerText.includes("/auth/tokens/"));
tokens?.querySelector("button").click();
return document.querySelector(".code-samples")?.innerText;
"""


def test_samples_can_be_read_in_each_language(browser: Browser) -> None:
    browser.opens("/api/docs/")
    wait = WebDriverWait(browser.driver, PATIENCE, poll_frequency=1)
    shown = wait.until(lambda driver: driver.execute_script(OPEN))
    assert all(language.label in shown for language in LANGUAGES)
    assert "curl -X POST" in shown
    *_, php = browser.driver.find_elements("css selector", ".code-samples button")
    php.click()
    assert "<?php" in browser.driver.find_element("css selector", ".code-samples pre").text
    assert browser.driver.get_log("browser") == []  # type: ignore[no-untyped-call]
