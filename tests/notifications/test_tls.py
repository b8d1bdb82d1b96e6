"""Certificates: the connection goes to a number, and must prove that it is the name."""

from __future__ import annotations

import ipaddress
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from notifications.outbound.addresses import Policy
from notifications.outbound.outcome import Outcome
from notifications.outbound.post import post
from tests.stub_server import StubHandler, StubServer

POLICY = Policy(networks=[ipaddress.ip_network("127.0.0.0/8")])
pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of hooks.example.org that nobody trusts by itself, with its key."""
    folder = tmp_path_factory.mktemp("tls")
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=t"
    words += " -addext subjectAltName=DNS:hooks.example.org -keyout key.pem -out cert.pem"
    subprocess.run(["openssl", *words.split()], cwd=folder, check=True, capture_output=True)
    return folder


class Handler(StubHandler):
    def do_POST(self) -> None:
        self.reply(204)


@pytest.fixture
def port(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Where a receiver with that certificate listens; every name leads there."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    found = socket.getaddrinfo

    def lookup(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if host.endswith("example.org"):
            if kwargs.get("flags"):
                raise socket.gaierror("a name")
            host = "127.0.0.1"
        return found(host, port, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    server = StubServer(Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    with server:
        yield server.server_port


def sent(host: str, port: int) -> Outcome:
    return post(url=f"https://{host}:{port}/", body=b"{}", headers={}, policy=POLICY)


def test_who_proves_the_name_is_called(
    port: int, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
    assert sent("hooks.example.org", port).status == 204


def test_who_proves_another_name_is_not(
    port: int, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
    outcome = sent("other.example.org", port)
    assert (outcome.sent, outcome.status) == (False, None)
    assert outcome.answer.startswith("No connection")


def test_a_certificate_that_nobody_trusts_proves_nothing(port: int) -> None:
    outcome = sent("hooks.example.org", port)
    assert (outcome.sent, outcome.status) == (False, None)
    assert "certificate" in outcome.answer.lower()
