"""Request ids: in replies, problems, logs and tasks."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from unittest import mock

import pytest
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.conf import settings
from django.test import Client

from accounts.api.users import MeApi
from accounts.models import User
from core.api.declared import REGISTRY
from core.log_context import request_context, request_id
from core.logs import UtcFormatter
from core.pages import AuthenticationMiddleware, PagesMiddleware, SessionMiddleware
from tests.conftest import ClientOf

HEADER = "X-Request-ID"


@pytest.mark.parametrize("sent_id", ["a", "7f3c0a52-88a1-4d6e-a5a3-2d0b5b9c1d11", "0000:1/x+=" * 6])
def test_a_callers_id_comes_back(client: Client, sent_id: str) -> None:
    assert client.get("/api/v1/", headers={HEADER: sent_id}).headers[HEADER] == sent_id


@pytest.mark.parametrize("sent_id", ["", "a b", "a" * 65, "é", "x\u2028y", '"', "[a]"])
def test_a_harmful_id_is_replaced(client: Client, sent_id: str) -> None:
    request_id = client.get("/api/v1/", headers={HEADER: sent_id}).headers[HEADER]
    assert request_id != sent_id
    assert len(request_id) == 32


def test_each_request_has_another(client: Client) -> None:
    ids = {client.get("/api/v1/").headers[HEADER] for _ in range(3)}
    assert len(ids) == 3
    assert request_id() == ""


@pytest.mark.parametrize("path", ["/api/v1/nothing/", "/api/v1/me/", "/api/v1/rulesets/none/"])
def test_a_problem_names_it(client: Client, path: str) -> None:
    reply = client.get(path)
    assert reply.json()["request_id"] == reply.headers[HEADER]


def test_a_failure_is_in_the_log(
    alice: User, client_of: ClientOf, caplog: pytest.LogCaptureFixture
) -> None:
    client = client_of(alice)
    client.raise_request_exception = False
    line = settings.LOGGING["formatters"]["line"]["format"]
    caplog.handler.setFormatter(UtcFormatter(line, style="{"))
    failing = mock.patch.object(MeApi, "get", endpoint=REGISTRY["me"], side_effect=RuntimeError)
    with failing, caplog.at_level(logging.ERROR):
        reply = client.get("/api/v1/me/")
    assert f"[{reply.json()['request_id']}]: GET /api/v1/me/ failed" in caplog.text


def test_a_line_outside_requests_has_none() -> None:
    record = logging.LogRecord("a", logging.INFO, "", 0, "Swept.", None, None)
    assert UtcFormatter("{name}{request_ref}: {message}", style="{").format(record) == "a: Swept."


def test_tasks_take_it_on() -> None:
    headers: dict[str, object] = {}
    with request_context("abc"):
        before_task_publish.send(sender="a", headers=headers)
    assert headers == {"request_id": "abc"}
    task_prerun.send(sender="a", task=SimpleNamespace(request=SimpleNamespace(**headers)))
    assert request_id() == "abc"
    task_postrun.send(sender="a")
    assert request_id() == ""


@pytest.mark.parametrize(
    "middleware", [SessionMiddleware, AuthenticationMiddleware, PagesMiddleware]
)
def test_requests_of_the_api_skip_the_middleware_of_pages(
    middleware: type, client: Client, db: None
) -> None:
    with mock.patch.object(middleware, "process_request", side_effect=RuntimeError("reached")):
        assert client.get("/api/v1/").status_code == 200
        with pytest.raises(RuntimeError, match="reached"):
            client.get("/login/")
