"""What each endpoint declares; ``core.api.endpoints`` has the decorator.

REST framework imports the permission and the throttle while it is imported itself, so this module
must not import its views.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from core.errors import ApiError

OPEN: Final = None
"""The scope of an endpoint that needs no token and ignores one."""
READS = ("GET", "HEAD")
READ, ANONYMOUS = "read", "anonymous"
"""The rate limits of reads, by users and by anonymous readers."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One operation of the API."""

    name: str
    method: str
    scope: str | None
    """The scope that a token needs. ANY: every token will do. OPEN: no token is needed."""
    rate: str
    """The rate limit that a request counts against."""
    banned_may: bool
    guests_may: bool
    """True if guests may send this request: it reads, or it reaches no other people."""
    expensive: bool
    """True if a request takes more CPU than a thread for quick requests should spend."""
    anonymous: bool
    """True if no token is needed where the operator allows it (``ANONYMOUS_READING``)."""
    errors: tuple[type[ApiError], ...]
    """All errors of this operation, including those that operations share."""
    status: int


REGISTRY: dict[str, Endpoint] = {}
"""Every endpoint by its name."""


def answers(view: Any, method: str | None) -> bool:
    """True if ``view`` answers a method. A method in a request can have the name of any
    attribute.
    """
    name = str(method).lower()
    return name in view.http_method_names and method != "OPTIONS" and hasattr(view, name)


def endpoint_of(view: Any, method: str | None) -> Endpoint | None:
    """Return what ``view`` declares for an HTTP method; None if it declares nothing."""
    name = "GET" if method == "HEAD" else method or ""
    return getattr(getattr(view, name.lower(), None), "endpoint", None)


def view_of(callback: Any) -> Any:
    """Return the class of the view that a URL leads to, or None if it is a function."""
    return getattr(callback, "view_class", getattr(callback, "cls", None))


def is_expensive(view: Any, method: str) -> bool:
    """True if an endpoint or a page declares that a request is expensive.

    A page names the methods: ``expensive = ("GET",)``.
    """
    if (found := endpoint_of(view, method)) is not None:
        return found.expensive
    return ("GET" if method == "HEAD" else method) in getattr(view, "expensive", ())


def is_open(view: Any, method: str | None) -> bool:
    """True if a request needs no token.

    A method that the view does not answer is open if all its methods are. A method that it answers
    without a declaration is never open.
    """
    if (found := endpoint_of(view, method)) is not None:
        return found.scope is OPEN
    if answers(view, method):
        return False
    others = [endpoint_of(view, other) for other in view.http_method_names]
    scopes = [other.scope for other in others if other is not None]
    return bool(scopes) and all(scope is OPEN for scope in scopes)


def rate_name(view: Any, method: str, *, has_user: bool = True) -> str:
    """Return the name of the rate limit that a request counts against."""
    found = endpoint_of(view, method)
    if found is None:
        return default_rate(method)
    reads_anonymously = found.anonymous and not has_user and found.rate == READ
    return ANONYMOUS if reads_anonymously else found.rate


def default_rate(method: str) -> str:
    """Return the rate limit of operations that declare none."""
    return READ if method in READS else "write"
