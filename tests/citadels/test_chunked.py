"""A body that comes in chunks, without a length, is a body like any other."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from citadels.chunked import ChunkedBodies
from citadels.embedded import listening

ROOT = Path(__file__).parents[2]
PATH = "/api/v1/auth/register/"
CHUNKS = [b'{"password": "abc",', b' "email": "not', b' one"}']


class Drip(BytesIO):
    """A stream that never gives more than three bytes at once."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(3, 3 if size is None or size < 0 else size))


def called(body: bytes, **changes: Any) -> dict[str, Any]:
    """The environment that the application is given."""
    seen: dict[str, Any] = {}
    environ = {
        "CONTENT_LENGTH": None,
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input_terminated": True,
        "wsgi.input": Drip(body),
        **changes,
    }

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.update(environ)
        return []

    ChunkedBodies(application)(environ, lambda *args: None)
    return seen


def test_the_body_is_given_its_length() -> None:
    environ = called(b"0123456789")
    assert (environ["CONTENT_LENGTH"], environ["wsgi.input"].read()) == ("10", b"0123456789")


def test_of_a_body_that_is_too_large_just_enough_is_read_to_see_it() -> None:
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10):
        assert called(b"x" * 10_000)["CONTENT_LENGTH"] == "11"


@pytest.mark.parametrize(
    "changes",
    [
        {"CONTENT_LENGTH": "4"},
        {"HTTP_TRANSFER_ENCODING": ""},
        {"wsgi.input_terminated": False},  # reading would never end
    ],
)
def test_every_other_body_is_left_alone(changes: dict[str, Any]) -> None:
    environ = called(b"0123456789", **changes)
    assert isinstance(environ["wsgi.input"], Drip)
    assert environ["CONTENT_LENGTH"] == changes.get("CONTENT_LENGTH")


# --- as the service is served ------------------------------------------------------------------


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A web process, which is asked nothing that needs its database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--log-level", "warning"]
    command += ["--port", str(free), "--blocking-threads", "1", "citadels.wsgi:application"]
    env = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    env["DJANGO_SETTINGS_MODULE"] = "citadels.settings.test"
    process = subprocess.Popen(command, env=env, cwd=ROOT)
    try:
        deadline = time.monotonic() + 30
        while not listening("127.0.0.1", free):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield free
    finally:
        process.terminate()
        process.wait(20)


def sent(port: int, chunks: Iterator[bytes]) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Content-Type": "application/json"}
    connection.request("POST", PATH, body=chunks, headers=headers, encode_chunked=True)
    reply = connection.getresponse()
    return reply.status, json.loads(reply.read())


def slowly(chunks: list[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        yield chunk
        time.sleep(0.05)


def test_the_service_reads_chunks(port: int) -> None:
    status, problem = sent(port, slowly(CHUNKS))
    assert status == 422
    assert [error["pointer"] for error in problem["errors"]] == ["/username", "/email"]


def test_the_service_refuses_too_many_chunks(port: int) -> None:
    status, problem = sent(port, iter([b" " * 65536] * 16 + [b" "]))
    assert (status, problem["code"]) == (413, "body_too_large")
