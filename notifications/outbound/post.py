"""One POST request to a URL that a user chose: short, to a checked address, without redirects."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Mapping
from http.client import HTTPException
from time import monotonic

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError
from urllib3.exceptions import TimeoutError as Urllib3Timeout
from urllib3.response import HTTPResponse

from core.infrastructure import is_infrastructure_error
from notifications.outbound.addresses import AddressRefused, Policy, Target, addresses_of, target_of
from notifications.outbound.outcome import Outcome, truncate

CONNECT_SECONDS = 3.0
TOTAL_SECONDS = 10.0
ANSWER_BYTES = 1024
GONE = 410


def post(*, url: str, body: bytes, headers: Mapping[str, str], policy: Policy) -> Outcome:
    """Send ``body`` and return the outcome. Nothing that the receiver does raises an exception,
    only an error of this machine does.

    Only 2xx is a success. Redirects are not followed, since they could lead anywhere.
    """
    deadline = monotonic() + TOTAL_SECONDS
    try:
        target = target_of(url, policy)
        connection = connect_first(target, addresses_of(target, policy))
    except AddressRefused as error:
        return Outcome(False, f"Not sent: {error}")
    except (HTTPError, OSError, ValueError) as error:
        if is_infrastructure_error(error):
            raise
        if isinstance(error, Urllib3Timeout | TimeoutError):
            return Outcome(False, "No connection in time.")
        return Outcome(False, truncate(f"No connection: {reason(error)}"))
    try:
        return answer(connection, target, body, headers, deadline)
    except (HTTPError, HTTPException, OSError, ValueError) as error:
        if is_infrastructure_error(error):
            raise
        if monotonic() >= deadline:
            return Outcome(False, "No answer in time.")
        return Outcome(False, truncate(f"No answer: {reason(error)}"))
    finally:
        connection.close()


def connect_first(target: Target, addresses: list[str]) -> HTTPConnection:
    """Connect to the first address that accepts. The certificate is checked for the name."""
    failure: Exception = OSError("no address")
    deadline = monotonic() + CONNECT_SECONDS * 2
    for address in addresses:
        if monotonic() >= deadline:
            break
        connection = connection_to(target, address)
        try:
            connection.connect()
        except (HTTPError, OSError) as error:
            connection.close()
            failure = error
            is_unreachable = isinstance(error, NewConnectionError | ConnectTimeoutError)
            if is_unreachable and not is_infrastructure_error(error):
                continue
            raise
        return connection
    raise failure


def connection_to(target: Target, address: str) -> HTTPConnection:
    """Return an unopened connection to an address that was checked before."""
    if target.scheme == "http":
        return HTTPConnection(address, target.port, timeout=CONNECT_SECONDS)
    return HTTPSConnection(
        address,
        target.port,
        timeout=CONNECT_SECONDS,
        cert_reqs="CERT_REQUIRED",
        server_hostname=target.host,
    )


def answer(
    connection: HTTPConnection,
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    deadline: float,
) -> Outcome:
    """Send, and read the start of the answer.

    The connection is cut at the deadline: otherwise a receiver that sends a byte now and then would
    keep it open forever.
    """
    line = connection.sock
    left = max(0.1, deadline - monotonic())
    connection.timeout = left  # the library resets it for each request
    cutter = threading.Timer(left, cut, [line])
    cutter.daemon = True
    cutter.start()
    try:
        every = {"Host": target.authority, "Accept-Encoding": "identity", "Connection": "close"}
        connection.request(
            "POST",
            target.path,
            body=body,
            headers={**headers, **every},
            preload_content=False,
            decode_content=False,
        )
        response = connection.getresponse()
        if monotonic() >= deadline:  # cut within the headers
            return Outcome(False, "No answer in time.")
        return outcome_from(response.status, read_start(response))
    finally:
        cutter.cancel()


def read_start(response: HTTPResponse) -> bytes:
    """Return the start of an answer, as far as it arrives. Its status is what matters."""
    try:
        return response.read(ANSWER_BYTES, decode_content=False)
    except (HTTPError, OSError):
        return b""


def outcome_from(status: int, start: bytes) -> Outcome:
    """Return the outcome for a status and the beginning of a reply."""
    text = truncate(start.decode("utf-8", "replace"))
    if 300 <= status < 400:
        text = "Redirects are not followed."
    return Outcome(200 <= status < 300, text, status, gone=status == GONE)


def cut(line: socket.socket) -> None:
    """Close a connection from another thread, whatever it waits for, without a TLS goodbye."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)


def reason(error: Exception) -> str:
    """Return the message of an error, without the objects it mentions."""
    cause = error.__cause__ or error
    return str(getattr(cause, "strerror", None) or getattr(cause, "reason", None) or cause)
