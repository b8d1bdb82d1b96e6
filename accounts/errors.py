"""What can go wrong with accounts and tokens."""

from __future__ import annotations

from http import HTTPStatus

from citadels.api.errors import ApiError

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="api"'}


class BadCredentials(ApiError):
    """No active user has this name and password; which of the two is wrong is not told."""

    code = "bad_credentials"
    status = HTTPStatus.UNAUTHORIZED
    title = "No user has this name and password."

    def __init__(self) -> None:
        super().__init__(headers=CHALLENGE)


class InvalidToken(ApiError):
    """The token is unknown, expired or revoked, or its user is no longer active."""

    code = "invalid_token"
    status = HTTPStatus.UNAUTHORIZED
    title = "The token is not valid."

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": 'Bearer realm="api", error="invalid_token"'})


class TokenNotFound(ApiError):
    """The user has no live token with this id."""

    code = "token_not_found"
    status = HTTPStatus.NOT_FOUND
    title = "You have no such token."


class BlockNotFound(ApiError):
    """The user does not block anybody of this name."""

    code = "block_not_found"
    status = HTTPStatus.NOT_FOUND
    title = "You do not block this user."
