"""Requests whose path, query or headers are too long."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest

from citadels.wsgi import application
from core.paths import PATH_MAX
from serving.head_limits import FORM_MAX, HEADER_MAX, QUERY_MAX
from tests.doors import Door, door_opened

PATH = "/api/v1/"
FORM = "application/x-www-form-urlencoded"
PAGE = "/terms/"
"""A page: it ignores unknown parameters, which the API refuses."""


@pytest.fixture
def door(db: None) -> Any:
    with door_opened() as door:
        yield door


@pytest.mark.parametrize(
    ("changes", "code", "status"),
    [
        ({"PATH_INFO": PATH + "a" * PATH_MAX}, "uri_too_long", 414),
        ({"QUERY_STRING": "a" * (QUERY_MAX + 1)}, "uri_too_long", 414),
        ({"HTTP_ORIGIN": "a" * (HEADER_MAX + 1)}, "headers_too_large", 431),
        ({"HTTP_ANYTHING": "a" * (HEADER_MAX + 1)}, "headers_too_large", 431),
        ({"CONTENT_TYPE": "a/b" + ";" * 1_000}, "headers_too_large", 431),
        ({"HTTP_ACCEPT": "," * 1_001}, "headers_too_large", 431),
        ({"HTTP_COOKIE": '"' + '\\"' * 4_096}, "headers_too_large", 431),
        ({"CONTENT_TYPE": "a/b; charset=utf-8\0"}, "bad_request", 400),
        ({"CONTENT_TYPE": FORM, "CONTENT_LENGTH": str(FORM_MAX + 1)}, "body_too_large", 413),
    ],
)
def test_what_cannot_be_read_is_refused(
    door: Door, changes: dict[str, Any], code: str, status: int
) -> None:
    answer = door.ask("", PATH, **changes)
    assert int(answer.status.split()[0]) == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-request-id"] == "mine"
    assert f'"{code}"'.encode() in answer.body
    assert b'"request_id":"mine"' in answer.body
    assert len(answer.body) < 500


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"PATH_INFO": PAGE, "QUERY_STRING": "a=" + "b" * (QUERY_MAX - 2)},
        {"HTTP_ANYTHING": "a" * HEADER_MAX},
        {"HTTP_LAST_EVENT_ID": "a" * 16_000},
        {"CONTENT_TYPE": FORM, "CONTENT_LENGTH": str(FORM_MAX)},
    ],
)
def test_what_is_just_short_enough_is_answered(door: Door, changes: dict[str, Any]) -> None:
    assert door.ask("", PATH, HTTP_AUTHORIZATION="", **changes).status == "200 OK"


@pytest.mark.parametrize("header", ["CONTENT_TYPE", "HTTP_ACCEPT"])
@pytest.mark.parametrize("parameters", ["x*0=a; x*=b", "x*=none'en'b", "x*0*=a"])
def test_parameters_that_python_cannot_read_are_refused(
    door: Door, header: str, parameters: str
) -> None:
    changes: dict[str, Any] = {header: f"application/json; {parameters}"}
    answer = door.ask("", PATH, **changes)
    assert answer.status == "400 Bad Request"
    assert b'"bad_request"' in answer.body


@pytest.mark.parametrize("accept", ["*/*", "text/*, */*;q=0.1", "application/*+json, */*"])
def test_wildcards_are_no_parameters(door: Door, accept: str) -> None:
    assert door.ask("", PATH, HTTP_AUTHORIZATION="", HTTP_ACCEPT=accept).status == "200 OK"


def test_the_service_checks_it_before_anything_reads_the_request() -> None:
    body = ReadNothing()
    environ = {"PATH_INFO": "/a" * PATH_MAX, "REQUEST_METHOD": "POST", "wsgi.input": body}
    started: list[Any] = []
    parts = application(environ, lambda *words: started.append(words))
    # Python 3.13 has another phrase.
    assert started[0][0] == f"414 {HTTPStatus.REQUEST_URI_TOO_LONG.phrase}"
    assert b"uri_too_long" in b"".join(parts)


class ReadNothing:
    def read(self, size: int = -1) -> bytes:
        raise AssertionError("the body is read")
