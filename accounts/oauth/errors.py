"""Descriptions of OAuth errors, for developers. RFC 6749 (5.2) allows ASCII only, so they are in
English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from django.http import HttpResponse
from oauthlib.oauth2.rfc6749.errors import OAuth2Error

NOT_ALLOWED = re.compile(r"[^\x20\x21\x23-\x5b\x5d-\x7e]")
LONGEST = 200
"""Characters of a description that come from the request."""

DESCRIPTIONS = {
    "access_denied": "The user refused.",
    "authorization_pending": "The user has not answered yet. Ask again after the interval.",
    "consent_required": "The user has to consent on a page. Repeat the request without prompt.",
    "interaction_required": "Other programs could receive the code, so a page is needed.",
    "login_required": "The user has to log in on a page. Repeat the request without prompt.",
    "invalid_client": "The client_id is unknown, or the client_secret is missing or wrong.",
    "expired_token": "The device_code has expired. Request a new one.",
    # The library checks it, and says no more. All other causes have a description of their own.
    "invalid_grant": "The code_verifier does not match the code_challenge.",
    "invalid_target": "A resource has to be an absolute URI without a fragment.",
    "slow_down": "You asked too early. Wait 5 seconds longer from now on.",
    "unauthorized_client": "The application is not registered for this grant type.",
    "unsupported_response_type": "The only response_type is code.",
}
"""The descriptions of errors that the library leaves without one."""


def as_description(text: str) -> str:
    """Return ``text`` without characters that a description may not have."""
    return NOT_ALLOWED.sub("?", text.replace('"', "'"))


def name_scopes(text: str, scopes: Iterable[str]) -> str:
    """Return ``text`` and these scopes as a description."""
    return as_description(f"{text}: {' '.join(scopes)[:LONGEST]}")


def describe_error(error: OAuth2Error) -> None:
    """Add a description to an error that has none."""
    error.description = error.description or DESCRIPTIONS.get(error.error, "")


def describe_error_response(response: HttpResponse) -> str:
    """Add a description to the JSON of an error that has none. Returns the error, or "" for a
    success.
    """
    if response.status_code < 400:
        return ""
    document = json.loads(response.content)
    error: str = document["error"]
    if error in DESCRIPTIONS and "error_description" not in document:
        document["error_description"] = DESCRIPTIONS[error]
        response.content = json.dumps(document).encode()
    return error
