"""No text from a client takes longer than linear time, wherever it is read."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.services import operator_create
from core.logs import TEXT_MAX, JsonFormatter, UtcFormatter, hide_secrets
from core.read_only_admin import SEARCH_MAX
from tests.conftest import PASSWORD
from tests.faults.figures import Note
from tests.fuzz.doors import TEXT_DOORS
from tests.linear import MOST, UNITS, growth, shapes_too_slow, spent, text_of

pytestmark = pytest.mark.fault(16)

SIZES = (1, 4, 16, 64, 256)


@pytest.mark.slow
def test_the_log_scrubber_is_linear(note: Note) -> None:
    for thousands in SIZES:
        longest = max(spent(hide_secrets, text_of(unit, thousands * 1000), 1) for unit in UNITS)
        note(f"{thousands}k characters in ms", longest * 1000)
    assert shapes_too_slow(hide_secrets) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*TEXT_DOORS} - {"log text"}))
def test_each_door_is_linear(name: str) -> None:
    door = TEXT_DOORS[name]

    def take(text: str) -> object:
        return door(text.encode("utf-8", "replace"))

    assert shapes_too_slow(take) == {}


def quadratic(text: str) -> int:
    return sum(text.count("a", 0, end) for end in range(0, len(text), 10))


def test_the_measurement_tells_quadratic_from_linear() -> None:
    assert growth(quadratic, "a") > MOST
    assert shapes_too_slow(lambda text: text.count("a")) == {}


@pytest.mark.parametrize("formatter", [JsonFormatter(), UtcFormatter()])
def test_a_line_of_the_log_has_a_bounded_length(formatter: logging.Formatter) -> None:
    for text in ("a" * 10**6, "a b" * 10**6, "a\n" * 10**6, f"bob@{'a' * 10**5}.org " * 20):
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "%s", (text,), None)
        shown = formatter.format(record)
        assert len(shown) < TEXT_MAX * 2 + 200  # JSON writes a line break as two characters
        assert "bob@" not in shown
        assert "characters]" in shown


def csrf_failures() -> dict[str, Callable[[Client], Any]]:
    """Requests that fail the CSRF check, with long texts in all that the check reports."""
    page, word = "/login/", "a" * 7_000
    cookie = {"HTTP_COOKIE": f"csrftoken={'a' * 32}"}
    return {
        "path": lambda client: client.post(f"/reset-password/{word}/"),
        "Origin": lambda client: client.post(page, HTTP_ORIGIN=f"http://{word}", **cookie),
        "Referer": lambda client: client.post(
            page, secure=True, HTTP_REFERER=f"https://{word}/{word}"[:8_000], **cookie
        ),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("part", csrf_failures())
def test_a_failed_csrf_check_writes_nothing_to_the_log(
    part: str, caplog: pytest.LogCaptureFixture
) -> None:
    reply = csrf_failures()[part](Client(enforce_csrf_checks=True))
    assert reply.status_code == (404 if part == "path" else 403)
    assert "aaa" not in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize("model", ["accounts/apitoken", "accounts/outgoingemail"])
def test_searches_in_the_admin_are_cut(model: str) -> None:
    """Django splits a search into words in quadratic time."""
    client = Client()
    client.force_login(operator_create(username="ada", password=PASSWORD))
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/admin/{model}/?q={'b' * 2 * SEARCH_MAX}").status_code == 200
    longest = max(len(run) for one in queries for run in re.findall("b+", one["sql"]))
    assert longest == SEARCH_MAX
