"""The texts of applications' tokens."""

from __future__ import annotations

from typing import Any

from accounts.keys import ACCESS_MARK, REFRESH_MARK, key_make


def access_token(request: Any, refresh_token: bool = False) -> str:
    """A token for the API."""
    return key_make(ACCESS_MARK)


def refresh_token(request: Any, refresh_token: bool = False) -> str:
    """A token for a new one."""
    return key_make(REFRESH_MARK)
