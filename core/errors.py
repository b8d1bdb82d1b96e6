"""The errors that clients get, each a class with a stable code. The API turns them into
responses.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import Enum, auto
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.timesince import timeuntil
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CATALOGUE: dict[str, type[ApiError]] = {}
"""Every error by its code. `make schema` writes docs/errors.md from it."""


class Kind(Enum):
    """The category of an error, for clients that do not know its code."""

    MALFORMED = auto()
    UNAUTHENTICATED = auto()
    FORBIDDEN = auto()
    NOT_FOUND = auto()
    CONFLICT = auto()
    GONE = auto()
    INVALID = auto()
    TOO_MANY = auto()
    BUSY = auto()


class ApiError(Exception):
    """The base of all errors that clients get; raise a subclass.

    A subclass sets ``code`` (stable: clients branch on it), ``kind`` and ``title``. The first
    paragraph of its docstring tells clients when it happens. ``detail`` is for people; ``extras``
    are further members of the problem, for programs. Neither may reveal more than the user may
    know. ``scoped`` names the scope that a token needs to get an extra.
    """

    code: ClassVar[str]
    kind: ClassVar[Kind]
    title: ClassVar[StrOrPromise]
    logged: ClassVar[bool] = True
    """False for failures that are not ours and that clients can cause at will."""
    scoped: ClassVar[Mapping[str, str]] = {}
    retry_after: int | None = None
    """Seconds after which the same request may succeed."""
    challenge: Mapping[str, str] | None = None
    """What is wrong with the token (RFC 6750), if a token would help. Empty: it is missing."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "code" not in cls.__dict__:
            return  # an abstract base
        known = CATALOGUE.setdefault(cls.code, cls)
        if known.__qualname__ != cls.__qualname__ or known.__module__ != cls.__module__:
            raise TypeError(f"{cls.__name__} and {known.__name__} share the code {cls.code!r}")
        if not cls.__doc__:
            raise TypeError(f"{cls.__name__} has no docstring saying when it happens")

    def __init__(self, detail: StrOrPromise = "", **extras: Any) -> None:
        self.detail = str(detail or self.title)  # in the language of the user, which is active now
        super().__init__(self.detail)
        self.extras = extras

    @classmethod
    def when(cls) -> str:
        """Return when the error happens, in one line: the first paragraph of its docstring."""
        paragraph, _, _ = (cls.__doc__ or "").strip().partition("\n\n")
        return " ".join(paragraph.split()).replace("``", "`")


class PeriodLimit(ApiError):
    """The base of errors of limits over a period of time: ``again_at`` and the header
    ``Retry-After`` say when the next one is possible.
    """

    kind = Kind.TOO_MANY

    def __init__(self, *, again_at: datetime, now: datetime) -> None:
        soon = max(again_at, now + timedelta(minutes=1))  # less would be "0 minutes"
        words = {"what": self.title, "time": timeuntil(soon, now)}
        super().__init__(_("%(what)s It is possible again in %(time)s.") % words, again_at=again_at)
        self.retry_after = max(1, ceil((again_at - now).total_seconds()))


class PermissionDenied(ApiError):
    """The user is known, but may not do this."""

    code = "permission_denied"
    kind = Kind.FORBIDDEN
    title = _("You may not do this.")


class NotFound(ApiError):
    """There is nothing at this address, or nothing that the user may see. If only the last slash is
    missing, `detail` says so.
    """

    code = "not_found"
    kind = Kind.NOT_FOUND
    title = _("There is nothing here.")


class Invalid(ApiError):
    """Some fields are missing or wrong. `errors` lists each with a JSON pointer and a code;
    `detail` has the first one.
    """

    code = "invalid"
    kind = Kind.INVALID
    title = _("Some fields are not valid.")

    def __init__(self, errors: list[dict[str, str]]) -> None:
        detail = ": ".join(filter(None, (errors[0]["pointer"], errors[0]["detail"])))
        if more := len(errors) - 1:
            words = {"first": detail, "more": more}
            detail = str(_("%(first)s And %(more)d more: see `errors`.") % words)
        super().__init__(detail, errors=errors)

    @classmethod
    def field(cls, pointer: str, code: str, detail: str) -> Invalid:
        """Return an error about one field: ``Invalid.field("/seats", "max_value", "At most
        8.")``.
        """
        return cls([{"pointer": pointer, "code": code, "detail": detail}])


class Busy(ApiError):
    """The service is already doing as much of this as it can at once: checking or setting
    passwords, or drawing pictures; or as many applications have registered themselves as it
    allows. Nothing was changed. The header `Retry-After` says when to try again.
    """

    code = "busy"
    kind = Kind.BUSY
    title = _("The service is busy.")
    logged = False
    retry_after = 1


class InvalidToken(ApiError):
    """The token is unknown, expired or revoked, or its user is no longer active."""

    code = "invalid_token"
    kind = Kind.UNAUTHENTICATED
    title = _("The token is not valid.")
    challenge = {"error": "invalid_token"}

    def __init__(self) -> None:
        super().__init__(
            _("The token is not valid. Refresh it, or get one with `POST auth/tokens/`.")
        )


class InsufficientScope(ApiError):
    """The token does not have the scope that this needs. `scope` names it, and so does
    `WWW-Authenticate`.
    """

    code = "insufficient_scope"
    kind = Kind.FORBIDDEN
    title = _("The token may not be used for this.")

    def __init__(self, scope: str) -> None:
        detail = _("This request needs a token with the scope %(scope)s.") % {"scope": scope}
        super().__init__(detail, scope=scope)
        self.challenge = {"error": "insufficient_scope", "scope": scope}


class Banned(ApiError):
    """The user is banned `until` an instant (in the year 9999: permanently), for a `reason`. `GET
    /me/` still answers.
    """

    code = "banned"
    kind = Kind.FORBIDDEN
    title = _("You are banned.")

    def __init__(self, *, until: datetime, reason: str) -> None:
        super().__init__(reason, until=until, reason=reason)


class GuestRefused(ApiError):
    """The user is a guest, who plays against bots only: all that reaches other people needs an
    account. `/sign-up/` turns the guest into a user, who keeps their games.
    """

    code = "guest"
    kind = Kind.FORBIDDEN
    title = _("Guests play against bots only. Create an account: you keep your games.")


def segment(name: object) -> str:
    """Return one step of a JSON pointer. Errors of a whole object point to the object itself."""
    if name == "non_field_errors":
        return ""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")
