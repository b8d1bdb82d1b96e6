"""Errors of accounts and tokens."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.errors import ApiError, Busy, Kind


class BadCredentials(ApiError):
    """No active user has this name and password. Which of the two is wrong is not said."""

    code = "bad_credentials"
    kind = Kind.UNAUTHENTICATED
    title = _("The username or the password is wrong.")
    challenge = {}


class TooManyFailures(ApiError):
    """Too many failed log-ins with this name, whether or not the account exists. The header
    `Retry-After` says when the next attempt is possible, within a minute (docs/accounts.md).
    """

    code = "too_many_failures"
    kind = Kind.TOO_MANY
    title = _("Too many failed login attempts.")

    def __init__(self, seconds: int) -> None:
        detail = ngettext(
            "Too many failed login attempts. Try again in %(seconds)d second.",
            "Too many failed login attempts. Try again in %(seconds)d seconds.",
            seconds,
        ) % {"seconds": seconds}
        super().__init__(detail)
        self.retry_after = seconds


class WrongCode(Exception):
    """The code of a second factor is wrong, used or expired. Only pages show this error."""

    def __str__(self) -> str:
        return str(_("This code is wrong, was already used, or has expired."))


class PasskeyRefused(ApiError):
    """The passkey is unknown, or its answer is wrong or late. Only pages show this error."""

    code = "passkey_refused"
    kind = Kind.FORBIDDEN
    title = _("This passkey was not accepted. Try again, or use your password.")
    logged = False


class TooManyPasskeys(ApiError):
    """The user has as many passkeys as they may (10). Only pages show this error."""

    code = "too_many_passkeys"
    kind = Kind.CONFLICT
    title = _("You have too many passkeys.")

    def __init__(self, most: int) -> None:
        super().__init__(
            _("You can have at most %(most)s passkeys. Remove one that you no longer need.")
            % {"most": most}
        )


class Muted(ApiError):
    """The user may not write messages `until` an instant (in the year 9999: permanently), for a
    `reason`.
    """

    code = "muted"
    kind = Kind.FORBIDDEN
    title = _("You may not write messages.")

    def __init__(self, *, until: datetime, reason: str) -> None:
        super().__init__(reason, until=until, reason=reason)


class TokenNotFound(ApiError):
    """The user has no live token with this id."""

    code = "token_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such token.")


class SessionNotFound(ApiError):
    """The user has no live session of a browser with this id."""

    code = "session_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such session.")


class UserNotFound(ApiError):
    """There is no user with this name."""

    code = "user_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such user.")


class WrongPassword(ApiError):
    """The password, which is needed beside the token, is wrong."""

    code = "wrong_password"
    kind = Kind.FORBIDDEN
    title = _("This is not your password.")


class LinkInvalid(ApiError):
    """The link of an e-mail was used, has expired, was replaced by a newer one, or is invalid."""

    code = "link_invalid"
    kind = Kind.GONE
    title = _("This link is no longer valid.")


class NoEmailPending(ApiError):
    """The user has no address that waits for verification."""

    code = "no_email_pending"
    kind = Kind.CONFLICT
    title = _("No e-mail address is waiting for confirmation.")


class ApplicationNotFound(ApiError):
    """The user has registered no application with this id."""

    code = "application_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such application.")


class TooManySelfRegistered(Busy):
    """As many applications have registered themselves as the service allows."""

    retry_after = 3600

    def __init__(self) -> None:
        super().__init__(
            "This service allows no more applications that register themselves. Try again in an "
            "hour."
        )


class TooManyApplications(ApiError):
    """The user has registered as many applications as they may (20)."""

    code = "too_many_applications"
    kind = Kind.CONFLICT
    title = _("You have too many applications.")

    def __init__(self, most: int) -> None:
        super().__init__(
            _("You can have at most %(most)s applications. Delete one that you no longer need.")
            % {"most": most}
        )


class AuthorizationNotFound(ApiError):
    """The user has not authorized an application with this id."""

    code = "authorization_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have not authorized this application.")


class BlockNotFound(ApiError):
    """The user does not block a user with this name."""

    code = "block_not_found"
    kind = Kind.NOT_FOUND
    title = _("You do not block this user.")


class ExportTooSoon(ApiError):
    """The user got an export of their data a short while ago. `again_at` says when the next one is
    possible.
    """

    code = "export_too_soon"
    kind = Kind.CONFLICT
    title = _("You already had an export recently. Try again later.")

    def __init__(self, again_at: datetime) -> None:
        super().__init__(again_at=again_at)


class ExportNotReady(ApiError):
    """There is no export to download: none was requested, it is not ready, it failed, or it has
    expired.
    """

    code = "export_not_ready"
    kind = Kind.NOT_FOUND
    title = _("There is no export to download.")


class StaffCannotBeDeleted(ApiError):
    """The account has staff rights, which an administrator has to remove first."""

    code = "staff_cannot_be_deleted"
    kind = Kind.CONFLICT
    title = _("A staff account cannot be deleted.")


class NoDeletionPending(ApiError):
    """No deletion of the account was requested."""

    code = "no_deletion_pending"
    kind = Kind.NOT_FOUND
    title = _("No deletion of this account is scheduled.")


class DeletionBegun(ApiError):
    """The deletion has begun and cannot be withdrawn."""

    code = "deletion_begun"
    kind = Kind.CONFLICT
    title = _("The deletion has started and can no longer be cancelled.")
