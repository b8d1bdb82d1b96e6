"""Every error under /api/ is application/problem+json."""

from __future__ import annotations

import logging
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.test import Client, override_settings
from rest_framework.exceptions import ErrorDetail
from rest_framework.serializers import ValidationError

from accounts.api.users import MeApi, UserRegisterApi
from accounts.models import User
from core.api.declared import REGISTRY
from core.api.errors import status_of
from core.api.handler import field_errors, problem_of
from core.errors import CATALOGUE, ApiError, Invalid
from core.paths import OAUTH_METADATA
from tests.conftest import ClientOf
from tests.declared import UndeclaredError

REGISTER = "/api/v1/auth/register/"
NO_TOKEN = "not_authenticated"


def problem(response: Any, status: int, code: str) -> dict[str, object]:
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/problem+json"
    body: dict[str, object] = response.json()
    assert body["type"] == f"{settings.PUBLIC_URL}/problems/{code}/"
    assert (body["status"], body["code"]) == (status, code)
    assert isinstance(body["title"], str)
    assert isinstance(body["detail"], str)
    return body


def test_an_unknown_path(client: Client) -> None:
    problem(client.get("/api/v1/no/such/path/"), 404, "not_found")
    problem(client.post("/api/nothing"), 404, "not_found")


@override_settings(DEBUG=True)
def test_an_unknown_path_while_debugging(client: Client) -> None:
    body = problem(client.get("/api/v1/no/such/path/"), 404, "not_found")
    assert "urls" not in str(body)


@pytest.mark.parametrize("debug", [True, False])
def test_a_forgotten_slash_is_named_and_not_redirected(client: Client, debug: bool) -> None:
    with override_settings(DEBUG=debug):
        body = problem(client.post(REGISTER.rstrip("/")), 404, "not_found")
    assert REGISTER in str(body["detail"])


def test_a_malformed_id_in_a_path(client: Client) -> None:
    problem(client.delete("/api/v1/auth/tokens/not-an-id/"), 404, "not_found")
    for path in ("7/", "7/events/"):
        body = problem(client.get(f"/api/v1/games/{path}"), 404, "not_found")
        assert "the id of a game is a UUID" in str(body["detail"])


@pytest.mark.parametrize("body", ["", "{", '{"a": NaN}', b'{"a": "\xff"}', '"\\ud800"'])
def test_malformed_json(client: Client, body: str | bytes) -> None:
    response = client.post(REGISTER, body, content_type="application/json")
    if body:
        detail = str(problem(response, 400, "malformed_body")["detail"])
        assert ("byte 8 is not UTF-8" in detail) == isinstance(body, bytes)
    else:
        problem(response, 422, "invalid")


def test_json_deeper_than_any_parser_likes(client: Client) -> None:
    response = client.post(REGISTER, "[" * 100_000, content_type="application/json")
    problem(response, 400, "malformed_body")


@pytest.mark.parametrize("depth", [255, 400, 1000])
def test_a_body_that_is_nested_too_deeply(depth: int, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for field in ("options", "seats", "ruleset", "visibility", "bots"):
        value = "[" * (depth - 1) + "]" * (depth - 1)
        body = f'{{"ruleset":"citadels","seats":4,"{field}":{{"a":{value}}}}}'
        response = client.post(
            "/api/v1/games/",
            body,
            content_type="application/json",
            headers={"Idempotency-Key": field},
        )
        errors = problem(response, 422, "invalid")["errors"]
        assert errors == [{"pointer": "", "code": "too_deep", "detail": mock.ANY}]


def test_a_body_of_another_media_type(client: Client) -> None:
    reply = client.post(REGISTER, {"username": "dora"})
    body = problem(reply, 415, "unsupported_media_type")
    assert str(body["detail"]).endswith("in request. Send the body as application/json.")
    coding = {"Content-Encoding": "gzip"}
    reply = client.post(REGISTER, {}, content_type="application/json", headers=coding)
    body = problem(reply, 415, "unsupported_media_type")
    assert body["detail"] == "Send the body as it is, without a Content-Encoding."


def test_more_parameters_than_are_read(client: Client) -> None:
    for query in ("&" * 1001, "search=a&" * 1001):
        problem(client.get("/api/v1/games/", QUERY_STRING=query), 400, "bad_request")


def test_a_body_that_is_too_large(client: Client) -> None:
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10):
        response = client.post(REGISTER, {"username": "dora"}, content_type="application/json")
    body = problem(response, 413, "body_too_large")
    assert body["detail"] == "The body may have at most 10 bytes."


def test_an_answer_in_another_media_type(client: Client) -> None:
    problem(client.get("/api/v1/", headers={"accept": "text/html"}), 406, "not_acceptable")


def test_another_method(client: Client) -> None:
    response = client.put(REGISTER)
    body = problem(response, 405, "method_not_allowed")
    assert body["detail"] == "This URL does not accept this method. Allowed: POST."
    assert response.headers["Allow"] == "POST"
    body = problem(client.post(f"{OAUTH_METADATA}authorization-server"), 405, "method_not_allowed")
    assert str(body["detail"]).endswith("Allowed: GET, HEAD.")


@pytest.mark.parametrize("header", ["Token cit_1", "cit_1", "Basic YTpi"])
def test_a_token_without_bearer(header: str, client: Client) -> None:
    body = problem(client.get("/api/v1/me/", headers={"authorization": header}), 401, NO_TOKEN)
    assert "`Authorization: Bearer TOKEN`" in str(body["detail"])


@pytest.mark.parametrize("method", ["DISPATCH", "SETUP", "HEADERS", "REQUEST", "SCHEMA"])
@pytest.mark.parametrize("path", ["me/", "rulesets/"])
def test_a_method_named_like_an_attribute_of_the_view(
    path: str, method: str, alice: User, client_of: ClientOf
) -> None:
    """The method is refused like any other, and counted."""
    response = client_of(alice).generic(method, f"/api/v1/{path}")
    problem(response, 405, "method_not_allowed")
    assert response.headers["RateLimit-Policy"].startswith('"write"')


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("docs/", "GET, HEAD"),
        ("schema/", "GET, HEAD"),
        ("v1/", "GET, HEAD"),
        ("v1/me/", "GET, HEAD"),
    ],
)
def test_no_address_answers_options(
    path: str, allowed: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).options(f"/api/{path}")
    problem(response, 405, "method_not_allowed")
    assert response.headers["Allow"] == allowed


def test_a_host_that_is_not_ours(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    response = client.get("/api/v1/nothing", headers={"host": "evil.example"})
    body = problem(response, 400, "bad_request")
    assert "host name" in str(body["detail"])
    assert "evil" not in str(body)
    assert caplog.records == []  # otherwise anybody could fill the log


@pytest.mark.parametrize("path", ["/api", "/api/"])
def test_the_path_without_a_version_names_the_schema(path: str, client: Client) -> None:
    body = problem(client.get(path), 404, "not_found")
    assert "/api/docs/" in str(body["detail"])


@pytest.mark.parametrize("debug", [True, False])
def test_a_failure_tells_nothing_and_is_logged_once(
    debug: bool, alice: User, client_of: ClientOf, caplog: pytest.LogCaptureFixture
) -> None:
    client = client_of(alice)
    client.raise_request_exception = False
    failing = mock.patch.object(
        MeApi, "get", endpoint=REGISTRY["me"], side_effect=RuntimeError("a secret")
    )
    with failing, override_settings(DEBUG=debug), caplog.at_level(logging.ERROR):
        response = client.get("/api/v1/me/")
    problem(response, 500, "internal_error")
    assert "secret" not in response.content.decode()
    assert "a secret" in caplog.text
    assert [record.getMessage() for record in caplog.records] == ["GET /api/v1/me/ failed"]


def test_a_failure_is_not_hidden_from_tests(alice: User, client_of: ClientOf) -> None:
    failing = mock.patch.object(
        MeApi, "get", endpoint=REGISTRY["me"], side_effect=RuntimeError("a secret")
    )
    with failing, pytest.raises(RuntimeError):
        client_of(alice).get("/api/v1/me/")


def test_an_error_carries_its_extras_and_headers(client: Client) -> None:
    error = CATALOGUE["throttled"]("Wait.", headers={"X-Hint": "1"}, hint={"a": [1]})
    with mock.patch.object(
        UserRegisterApi, "post", endpoint=REGISTRY["auth_register"], side_effect=error
    ):
        response = client.post(REGISTER)
    body = problem(response, 429, "throttled")
    assert (body["detail"], body["hint"]) == ("Wait.", {"a": [1]})
    assert response.headers["X-Hint"] == "1"


def test_an_undeclared_error_fails_the_suite(client: Client) -> None:
    failing = mock.patch.object(
        UserRegisterApi,
        "post",
        endpoint=REGISTRY["auth_register"],
        side_effect=CATALOGUE["not_found"](),
    )
    with failing, pytest.raises(UndeclaredError, match="auth_register does not declare NotFound"):
        client.post(REGISTER)


def test_errors_outside_the_api_are_pages(client: Client) -> None:
    response = client.get("/nothing/")
    assert response.status_code == 404
    assert response.headers["Content-Type"].startswith("text/html")


# --- pointers


def test_nested_errors_become_json_pointers() -> None:
    details = ValidationError(
        {
            "seats": [ErrorDetail("Too many.", "max_value")],
            "bots": {"1": {"level": [ErrorDetail("Unknown.", "invalid_choice")]}},
            "list": [[ErrorDetail("Bad.", "bad")]],
            "a/b~c": {"non_field_errors": [ErrorDetail("Odd.", "odd")]},
        }
    ).get_full_details()
    assert [(error["pointer"], error["code"]) for error in field_errors(details)] == [
        ("/seats", "max_value"),
        ("/bots/1/level", "invalid_choice"),
        ("/list/0", "bad"),
        ("/a~1b~0c", "odd"),
    ]


def test_an_unexpected_exception_is_no_problem() -> None:
    assert problem_of(RuntimeError("x")) is None


def test_one_wrong_field_in_a_few_words() -> None:
    error = Invalid.field("/seats", "max_value", "At most 8.")
    assert error.extras["errors"] == [
        {"pointer": "/seats", "code": "max_value", "detail": "At most 8."}
    ]


# --- the catalogue


def test_every_code_says_when_it_happens() -> None:
    for code, error in CATALOGUE.items():
        assert error.code == code
        assert error.__doc__
        assert error.title.endswith(".")
        assert 400 <= status_of(error) <= 599


def test_two_errors_cannot_share_a_code() -> None:
    with pytest.raises(TypeError, match="share the code"):
        type("Other", (ApiError,), {"code": "not_found", "__doc__": "Another."})


def test_an_error_needs_a_docstring() -> None:
    with pytest.raises(TypeError, match="docstring"):
        type("Silent", (ApiError,), {"code": "silent"})
    CATALOGUE.pop("silent", None)


@pytest.mark.parametrize(
    "path", ["games/", "me/vacation/", "auth/tokens/", "rulesets/"], ids=lambda path: path
)
def test_nothing_answers_options(path: str, alice: User, client_of: ClientOf) -> None:
    response = client_of(alice).options(f"/api/v1/{path}")
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
