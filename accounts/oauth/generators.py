"""The texts of applications' tokens."""

from __future__ import annotations

from typing import Any

from accounts.keys import ACCESS_MARK, REFRESH_MARK, key_make


def access_token(request: Any, refresh_token: bool = False) -> str:
    """Return the text of an access token."""
    return key_make(ACCESS_MARK)


def refresh_token(request: Any, refresh_token: bool = False) -> str:
    """Return the text of a refresh token."""
    return key_make(REFRESH_MARK)
