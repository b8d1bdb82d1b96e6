"""The texts of applications' tokens.

Those that a refresh token is exchanged for follow from it. So two uses of it get the same tokens,
although only digests are stored.
"""

from __future__ import annotations

from typing import Any

from accounts.keys import ACCESS_MARK, REFRESH_MARK, key_derive, key_make


def access_token(request: Any, refresh_token: bool = False) -> str:
    """Return the text of an access token."""
    return make_key(ACCESS_MARK, request)


def refresh_token(request: Any, refresh_token: bool = False) -> str:
    """Return the text of a refresh token."""
    return make_key(REFRESH_MARK, request)


def make_key(mark: str, request: Any) -> str:
    """Return a random text, or at a refresh the one that follows from the refresh token."""
    if request.grant_type == "refresh_token":
        return key_derive(mark, request.refresh_token)
    return key_make(mark)
