"""Access as an OAuth application: a log-in in any browser (RFC 8628), and refreshes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from .errors import Problem, Unreachable
from .transport import REPEATABLE, Transport

METADATA = "/.well-known/oauth-authorization-server"
DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
USUAL_INTERVAL = 5.0
"""Seconds between two questions whether the user has allowed it, unless the service says more."""


class Grant(NamedTuple):
    """What a user has allowed an application. A refresh replaces both tokens."""

    client_id: str
    access_token: str
    refresh_token: str


def device_log_in(
    url: str,
    name: str,
    scope: str,
    show: Callable[[str, str], None],
    *,
    client_id: str = "",
    sleep: Callable[[float], None] = time.sleep,
) -> Grant:
    """Wait until a user allows an application in a browser.

    It is the one with this ``client_id``. Without one, or if the service no longer knows it, it
    registers itself under ``name``. ``show`` gets the address to open and the code to compare.
    Raises Problem with the code ``access_denied`` or ``expired_token`` if the user refuses or does
    nothing, and Unreachable if the service has no such log-in.
    """
    transport = Transport(url)
    addresses = transport.send("GET", METADATA, repeatable=True).json()
    if not {"registration_endpoint", "device_authorization_endpoint"} <= addresses.keys():
        raise Unreachable(f"{url} offers no log-in in a browser. Use your password.")
    application = {
        "client_name": name,
        "grant_types": [DEVICE_CODE, "refresh_token"],
        "token_endpoint_auth_method": "none",
        "scope": scope,
    }

    def register() -> str:
        reply = transport.post(addresses["registration_endpoint"], json=application)
        return str(reply["client_id"])

    def request_codes() -> dict[str, Any]:
        return transport.post(addresses["device_authorization_endpoint"], fields=fields)

    fields = {"client_id": client_id or register(), "scope": scope}
    try:
        device = request_codes()
    except Problem as problem:
        if problem.code != "invalid_client":
            raise
        fields["client_id"] = register()
        device = request_codes()
    show(device.get("verification_uri_complete", device["verification_uri"]), device["user_code"])
    fields |= {"grant_type": DEVICE_CODE, "device_code": device["device_code"]}
    pause = float(device.get("interval", USUAL_INTERVAL))
    while True:
        sleep(pause)
        try:
            reply = transport.post(addresses["token_endpoint"], fields=fields)
            return grant_of(fields["client_id"], reply)
        except Unreachable:
            pause += USUAL_INTERVAL
        except Problem as problem:
            if problem.code == "slow_down" or problem.status in (429, 503):
                pause += USUAL_INTERVAL
            elif problem.code != "authorization_pending":
                raise


def refresh(transport: Transport, grant: Grant) -> Grant:
    """Replace the tokens of a grant. Raises Problem with the code ``invalid_grant`` if it ended."""
    addresses = transport.send("GET", METADATA, repeatable=True).json()
    fields = {
        "grant_type": "refresh_token",
        "client_id": grant.client_id,
        "refresh_token": grant.refresh_token,
    }
    # A refresh whose reply is lost may be sent again: the service answers alike for a while.
    reply = transport.post(addresses["token_endpoint"], retries=REPEATABLE, fields=fields)
    return grant_of(grant.client_id, reply)


def grant_of(client_id: str, reply: dict[str, Any]) -> Grant:
    return Grant(client_id, reply["access_token"], reply["refresh_token"])
