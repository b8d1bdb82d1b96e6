"""The texts of applications' tokens.

Those that a refresh token or a device code is exchanged for follow from it. So two uses of it get
the same tokens, although only digests are stored.
"""

from __future__ import annotations

from typing import Any

from oauth2_provider.models import Application

from accounts.keys import ACCESS_MARK, REFRESH_MARK, key_derive, key_make


def access_token(request: Any, refresh_token: bool = False) -> str:
    """Return the text of an access token."""
    return make_key(ACCESS_MARK, request)


def refresh_token(request: Any, refresh_token: bool = False) -> str:
    """Return the text of a refresh token."""
    return make_key(REFRESH_MARK, request)


def make_key(mark: str, request: Any) -> str:
    """Return the text that follows from the refresh token or device code, else a random one."""
    if request.grant_type == "refresh_token":
        return key_derive(mark, request.refresh_token)
    if request.grant_type == Application.GRANT_DEVICE_CODE:
        return key_derive(mark, request.device_code)
    return key_make(mark)
