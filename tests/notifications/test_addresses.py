"""Users choose where the service sends to: never into its own network."""

from __future__ import annotations

import errno
import ipaddress
import socket
from typing import Any
from unittest import mock

import pytest
from urllib3.exceptions import HTTPError

from core.infrastructure import is_infrastructure_error
from notifications.outbound.addresses import AddressRefused, Policy, addresses_of, target_of
from notifications.outbound.post import post
from tests.notifications.receiver import Receiver

STRICT = Policy()
OPEN = Policy(http=True, networks=[ipaddress.ip_network("127.0.0.0/8")])

PRIVATE = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "198.18.0.1",
    "168.63.129.16",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "2002:a00:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "3fff::1",
    "::ffff:192.0.0.192",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
]
PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"]


def resolved(monkeypatch: pytest.MonkeyPatch, *found: str) -> None:
    """Every name has these addresses."""

    def lookup(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        if kwargs.get("flags"):
            raise socket.gaierror("a name")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_of_a_private_address_is_not_called(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolved(monkeypatch, address)
    with pytest.raises(AddressRefused) as refused:
        addresses_of(target_of("https://example.org/", STRICT), STRICT)
    assert refused.value.code == "private_address"


@pytest.mark.parametrize("address", PUBLIC)
def test_a_name_of_a_public_address_is(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resolved(monkeypatch, address)
    assert addresses_of(target_of("https://example.org/", STRICT), STRICT) == [address]


def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved(monkeypatch, "8.8.8.8", "10.0.0.1")
    with pytest.raises(AddressRefused):
        addresses_of(target_of("https://example.org/", STRICT), STRICT)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "[::ffff:10.0.0.1]"),
        *("2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0"),
    ],
)
def test_a_number_for_a_host_is_judged_at_once(host: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        target_of(f"https://{host}/hook", STRICT)
    assert refused.value.code == "private_address"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/", "https_required"),
        ("ftp://example.org/", "https_required"),
        ("file:///etc/passwd", "invalid"),
        ("gopher://example.org/", "https_required"),
        ("example.org", "invalid"),
        ("https://", "invalid"),
        ("https://user:password@example.org/", "invalid"),
        ("https://example.org/#part", "invalid"),
        ("https://example.org:0/", "invalid"),
        ("https://example.org:99999/", "invalid"),
        ("https://exa mple.org/", "invalid"),
        ("https://example.org/\r\nHost: other", "invalid"),
        ("https://éxample.org/", "invalid"),
    ],
)
def test_what_is_no_plain_https_address_is_refused(url: str, code: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        target_of(url, STRICT)
    assert refused.value.code == code


def test_a_plain_address_is_taken_to_pieces() -> None:
    target = target_of("https://example.org:8443/a/b?c=d", STRICT)
    assert (target.host, target.port, target.path) == ("example.org", 8443, "/a/b?c=d")
    assert target.authority == "example.org:8443"
    assert target_of("https://example.org", STRICT).authority == "example.org"


def test_an_operator_may_allow_http_and_networks() -> None:
    assert addresses_of(target_of("http://127.0.0.1:9/", OPEN), OPEN) == ["127.0.0.1"]
    with pytest.raises(AddressRefused):
        target_of("http://10.0.0.1/", OPEN)


def test_the_connection_goes_to_the_address_that_was_judged(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["127.0.0.1", "127.0.0.99"])  # the second time somewhere else

    def lookup(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        if kwargs.get("flags"):
            raise socket.gaierror("a name")
        if host != "rebinding.example.org":  # the number to connect to
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    url = receiver.url.replace("127.0.0.1", "rebinding.example.org")
    outcome = post(url=url, body=b"{}", headers={"webhook-id": "1"}, policy=OPEN)
    assert (outcome.sent, outcome.status) == (True, 200)
    assert receiver.got[0][0]["host"].startswith("rebinding.example.org:")
    assert next(answers) == "127.0.0.99"  # nobody asked again


@pytest.mark.parametrize(
    "step", ["urllib3.util.connection.create_connection", "notifications.outbound.post.answer"]
)
def test_an_error_of_this_machine_is_no_failure_of_the_receiver(
    step: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = OSError(errno.EMFILE, "Too many open files")
    monkeypatch.setattr(step, mock.Mock(side_effect=error))
    with pytest.raises((OSError, HTTPError)) as raised:
        post(url=receiver.url, body=b"", headers={}, policy=OPEN)
    assert is_infrastructure_error(raised.value)
