"""What can go wrong with accounts and tokens."""

from __future__ import annotations

from datetime import datetime
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


class LockedOut(ApiError):
    """Too many failed log-ins with this name from this address; Retry-After says how long.

    A name that nobody has is locked just the same.
    """

    code = "locked_out"
    status = HTTPStatus.TOO_MANY_REQUESTS
    title = "Too many failed log-ins."

    def __init__(self, seconds: int) -> None:
        detail = f"Too many failed log-ins. Try again in {seconds} seconds."
        super().__init__(detail, headers={"Retry-After": str(seconds)})


class InvalidToken(ApiError):
    """The token is unknown, expired or revoked, or its user is no longer active."""

    code = "invalid_token"
    status = HTTPStatus.UNAUTHORIZED
    title = "The token is not valid."

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": 'Bearer realm="api", error="invalid_token"'})


class InsufficientScope(ApiError):
    """The token was not given the scope that this needs; `scope` names it."""

    code = "insufficient_scope"
    status = HTTPStatus.FORBIDDEN
    title = "The token may not be used for this."

    def __init__(self, scope: str) -> None:
        challenge = f'Bearer realm="api", error="insufficient_scope", scope="{scope}"'
        super().__init__(
            f"This needs a token with the scope {scope}.",
            headers={"WWW-Authenticate": challenge},
            scope=scope,
        )


class Banned(ApiError):
    """The user is banned `until` an instant, for a `reason`; only `GET /me/` still answers."""

    code = "banned"
    status = HTTPStatus.FORBIDDEN
    title = "You are banned."

    def __init__(self, *, until: datetime, reason: str) -> None:
        super().__init__(reason, until=until, reason=reason)


class TokenNotFound(ApiError):
    """The user has no live token with this id."""

    code = "token_not_found"
    status = HTTPStatus.NOT_FOUND
    title = "You have no such token."


class UserNotFound(ApiError):
    """There is no user of this name."""

    code = "user_not_found"
    status = HTTPStatus.NOT_FOUND
    title = "There is no such user."


class WrongPassword(ApiError):
    """The password that has to be given beside the token is wrong."""

    code = "wrong_password"
    status = HTTPStatus.FORBIDDEN
    title = "This is not your password."


class LinkInvalid(ApiError):
    """The link of a mail was used, is too old, was replaced by a newer one, or is not ours."""

    code = "link_invalid"
    status = HTTPStatus.GONE
    title = "This link is no longer good."


class NoEmailPending(ApiError):
    """No address of the user waits to be verified."""

    code = "no_email_pending"
    status = HTTPStatus.CONFLICT
    title = "No address waits to be verified."


class ApplicationNotFound(ApiError):
    """The user has registered no application with this id."""

    code = "application_not_found"
    status = HTTPStatus.NOT_FOUND
    title = "You have no such application."


class TooManyApplications(ApiError):
    """The user has registered as many applications as he may."""

    code = "too_many_applications"
    status = HTTPStatus.CONFLICT
    title = "You have too many applications."

    def __init__(self, most: int) -> None:
        super().__init__(f"At most {most}: delete one that you no longer need.")


class AuthorizationNotFound(ApiError):
    """The user has not authorized an application with this id."""

    code = "authorization_not_found"
    status = HTTPStatus.NOT_FOUND
    title = "You have not authorized this application."


class BlockNotFound(ApiError):
    """The user does not block anybody of this name."""

    code = "block_not_found"
    status = HTTPStatus.NOT_FOUND
    title = "You do not block this user."
