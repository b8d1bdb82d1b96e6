"""The OpenAPI description and the page that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from pytest_django.fixtures import Settings

from core.api.errors import status_of
from core.errors import CATALOGUE

PROBLEM = "application/problem+json"


@cache
def schema() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    document: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    return document


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each operation, with shared parameters and responses resolved."""
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            parts = {
                "parameters": [resolve(one) for one in operation.get("parameters", [])],
                "responses": {
                    status: resolve(one) for status, one in operation["responses"].items()
                },
            }
            yield f"{method.upper()} {path}", {**operation, **parts}


def resolve(part: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter or response, resolved if it is a reference."""
    if "$ref" not in part:
        return part
    _, section, name = part["$ref"].rsplit("/", 2)
    found: dict[str, Any] = schema()["components"][section][name]
    return found


def test_responses_and_parameters_that_repeat_are_written_once() -> None:
    every = [operation for methods in schema()["paths"].values() for operation in methods.values()]
    responses = [
        (status, one)
        for operation in every
        for status, one in operation["responses"].items()
        if "$ref" not in one
    ]
    parameters = [
        one for operation in every for one in operation.get("parameters", []) if "$ref" not in one
    ]
    assert len(responses) > 100
    assert all(responses.count(one) == 1 for one in responses)
    assert parameters
    assert all(parameters.count(one) == 1 for one in parameters)


def test_it_is_openapi_3_1() -> None:
    assert schema()["openapi"].startswith("3.1")


def test_every_operation_has_a_summary_and_errors() -> None:
    assert list(operations())
    for name, operation in operations():
        assert operation.get("summary"), f"{name} has no summary"
        assert PROBLEM in operation["responses"]["default"]["content"], name


def test_every_path_is_under_its_version_and_ends_with_a_slash_or_is_a_picture() -> None:
    for path in schema()["paths"]:
        assert path.startswith("/api/v1/"), path
        assert path.endswith(("/", ".svg", ".png")), path


def test_its_error_codes_exist() -> None:
    for name, operation in operations():
        for status, response in operation["responses"].items():
            if PROBLEM not in response.get("content", {}):
                continue
            for code in re.findall(r"^\* `(\w+)`", response["description"], re.MULTILINE):
                assert str(int(status_of(CATALOGUE[code]))) == status, f"{name}: {code}"


def test_operations_declare_whether_they_need_a_token() -> None:
    by_name = dict(operations())
    assert by_name["GET /api/v1/me/"]["security"] == [{"token": []}, {"oauth2": []}]
    assert by_name["POST /api/v1/auth/register/"]["security"] == []
    assert by_name["POST /api/v1/auth/tokens/"]["security"] == []
    account = ["account"]
    assert by_name["GET /api/v1/auth/tokens/"]["security"] == [
        {"token": account},
        {"oauth2": account},
    ]
    assert schema()["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_operations_that_store_the_device_id_declare_it() -> None:
    """The header is listed for log-ins and for taking a seat; docs/api.md describes the rest."""
    naming = {
        operation["operationId"]
        for _, operation in operations()
        for parameter in operation.get("parameters", ())
        if (parameter["in"], parameter["name"]) == ("header", "X-Device-Id")
    }
    assert naming == {
        "auth_token_issue",
        "game_create",
        "game_join",
        "game_rematch",
        "me_invitation_accept",
        "seat_offer_accept",
    }


def test_the_page_needs_no_other_host(client: Client) -> None:
    page = client.get("/api/docs/").text
    links = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert links
    for link in links:
        if link.startswith("/api/docs/"):  # the script that the policy of the page allows
            assert client.get(link.replace("&amp;", "&")).status_code == 200, link
            continue
        assert link.startswith("/static/"), link
        assert finders.find(link.removeprefix("/static/")), link


def test_the_root_lists_links(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.DOCS_DIR = tmp_path
    (tmp_path / "index.html").write_text("<!doctype html><title>Documentation</title>")
    for url in client.get("/api/v1/").json().values():
        assert client.get(url).status_code == 200
