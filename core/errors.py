"""The errors that a client is told of, each a class with a stable code; the API makes responses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CATALOGUE: dict[str, type[ApiError]] = {}
"""Every code a client may meet; `make schema` writes docs/errors.md from it."""


class Kind(Enum):
    """What is wrong, as far as a client needs to know that does not know the code."""

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
    """The base of all errors that a client is told of; raise a subclass.

    A subclass sets ``code`` (stable: clients branch on it), ``kind`` and ``title``, and says in
    the first paragraph of its docstring when it happens, for clients. ``detail`` is for people;
    ``extras`` are further members of the problem, for programs. Neither may tell more than the
    asking user may know. ``scoped`` gives the scope that a token needs to be sent an extra.
    """

    code: ClassVar[str]
    kind: ClassVar[Kind]
    title: ClassVar[StrOrPromise]
    logged: ClassVar[bool] = True
    """False for a failure that is none of the service, and that clients can order at will."""
    scoped: ClassVar[Mapping[str, str]] = {}
    retry_after: int | None = None
    """Seconds after which the same may succeed."""
    challenge: Mapping[str, str] | None = None
    """What is wrong with the token (RFC 6750), if a token would help; empty: it is missing."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "code" not in cls.__dict__:
            return  # a base for several errors
        known = CATALOGUE.setdefault(cls.code, cls)
        if known.__qualname__ != cls.__qualname__ or known.__module__ != cls.__module__:
            raise TypeError(f"{cls.__name__} and {known.__name__} share the code {cls.code!r}")
        if not cls.__doc__:
            raise TypeError(f"{cls.__name__} has no docstring saying when it happens")

    def __init__(self, detail: StrOrPromise = "", **extras: Any) -> None:
        self.detail = str(detail or self.title)  # in the language of who asks, while it is active
        super().__init__(self.detail)
        self.extras = extras

    @classmethod
    def when(cls) -> str:
        """Return in a line when the error happens: the first paragraph of its docstring."""
        paragraph, _, _ = (cls.__doc__ or "").strip().partition("\n\n")
        return " ".join(paragraph.split()).replace("``", "`")


class PermissionDenied(ApiError):
    """The user is known, and may not do this."""

    code = "permission_denied"
    kind = Kind.FORBIDDEN
    title = _("You may not do this.")


class NotFound(ApiError):
    """There is nothing at this address, or nothing this user may see. If only the slash at the end
    is missing, `detail` says so.
    """

    code = "not_found"
    kind = Kind.NOT_FOUND
    title = _("There is nothing here.")


class Invalid(ApiError):
    """Some fields are missing or wrong; `errors` lists each with a JSON pointer and a code."""

    code = "invalid"
    kind = Kind.INVALID
    title = _("Some fields are not valid.")

    def __init__(self, errors: list[dict[str, str]], detail: str = "") -> None:
        super().__init__(detail, errors=errors)

    @classmethod
    def field(cls, pointer: str, code: str, detail: str) -> Invalid:
        """One field is wrong: ``Invalid.field("/seats", "max_value", "At most 8.")``."""
        return cls([{"pointer": pointer, "code": code, "detail": detail}])


class InvalidToken(ApiError):
    """The token is unknown, expired or revoked, or its user is no longer active."""

    code = "invalid_token"
    kind = Kind.UNAUTHENTICATED
    title = _("The token is not valid.")
    challenge = {"error": "invalid_token"}


class InsufficientScope(ApiError):
    """The token was not given the scope that this needs; `scope` names it, and so does
    `WWW-Authenticate`.
    """

    code = "insufficient_scope"
    kind = Kind.FORBIDDEN
    title = _("The token may not be used for this.")

    def __init__(self, scope: str) -> None:
        detail = _("This needs a token with the scope %(scope)s.") % {"scope": scope}
        super().__init__(detail, scope=scope)
        self.challenge = {"error": "insufficient_scope", "scope": scope}


class Banned(ApiError):
    """The user is banned `until` an instant (in the year 9999: for good), for a `reason`. `GET
    /me/` still answers.
    """

    code = "banned"
    kind = Kind.FORBIDDEN
    title = _("You are banned.")

    def __init__(self, *, until: datetime, reason: str) -> None:
        super().__init__(reason, until=until, reason=reason)
