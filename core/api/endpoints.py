"""One declaration for each endpoint: ``@endpoint`` on the method of a view.

The declaration checks requests (scope, rate limit, query, body), describes the operation in
openapi.yaml, and fills the tables of docs/errors.md and docs/permissions.md. How to write one:
docs/how-to-add-an-endpoint.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, NoReturn

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from core.api.declared import OPEN, REGISTRY, Endpoint, default_rate, is_open
from core.api.deprecation import Deprecation
from core.api.errors import (
    MethodNotAllowed,
    NotAuthenticated,
    Throttled,
    allowed_methods,
    status_of,
)
from core.api.headers import NO_STORE
from core.api.requests import repetition_check, validate_input
from core.api.schema import Problem, describe_error
from core.errors import (
    ApiError,
    Banned,
    GuestRefused,
    InsufficientScope,
    Invalid,
    InvalidToken,
)
from core.names import names_check

Method = Callable[..., object]
INSTEAD_OF_PAGES = dict.fromkeys(
    ("page", "offset"), _("Lists have no numbered pages: `next` is the address of the next one.")
) | dict.fromkeys(("page_size", "per_page"), _("Did you mean `limit`?"))
"""What to use instead of the parameters that other services have for their lists."""
Input = type[Serializer] | Serializer
"""A serializer class, or an instance with ``partial=True`` if members may be left out."""


class ApiView(generics.GenericAPIView):
    """A view whose methods are endpoints. Nothing answers OPTIONS."""

    http_method_names = [
        name for name in generics.GenericAPIView.http_method_names if name != "options"
    ]

    def http_method_not_allowed(self, request: HttpRequest, *args: Any, **kwargs: Any) -> NoReturn:
        raise MethodNotAllowed(allowed_methods(", ".join(self.allowed_methods)))

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return no authenticators for open methods, so that an expired token does no harm
        there.
        """
        return [] if self.needs_no_token() else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        return [AllowAny()] if self.needs_no_token() else [*super().get_permissions()]

    def needs_no_token(self) -> bool:
        return self.request is not None and is_open(self, self.request.method)


def endpoint(
    name: str,
    summary: str,
    *,
    scope: str | None,
    description: str = "",
    rate: str = "",
    expensive: bool = False,
    banned_may: bool = False,
    guests_may: bool = False,
    anonymous: bool = False,
    query: type[Serializer] | None = None,
    body: Input | None = None,
    parameters: Sequence[Any] = (),
    reply: Any = None,
    pages: type[Serializer] | None = None,
    status: int = 0,
    no_store: bool = False,
    media_type: str = "",
    other_replies: Mapping[Any, Any] | None = None,
    errors: Sequence[type[ApiError]] = (),
    problem_members: Mapping[int, type[Problem]] | None = None,
    examples: Sequence[OpenApiExample] = (),
    tags: Sequence[str] | None = None,
    documented: bool = True,
    deprecated: Deprecation | None = None,
) -> Callable[[Method], Method]:
    """Declare a method of a view as an endpoint of the API.

    The method gets the valid ``query`` and ``body`` as arguments of these names. It returns a
    document, which is sent with ``status`` (200; 204 without a ``reply``), or a response.

    ``scope`` is the scope that a token needs, ANY or OPEN. ``rate`` names the rate limit, by
    default `read` or `write`. ``expensive`` requests have threads of their own, and wait for the
    client's turn (docs/limits.md). ``banned_may`` admits banned users. ``guests_may`` admits
    changes by guests, who may read everything. ``anonymous`` admits requests without a token where
    the operator allows it. ``pages`` marks a ``reply`` that is paginated. ``no_store`` keeps
    replies with a secret out of caches. ``errors`` lists the errors of this operation alone; those
    that follow from the rest of the declaration are added. ``problem_members`` describes further
    members of the problems of a status. A ``deprecated`` endpoint says in each reply when it will
    be removed.
    """

    def declare(method: Method) -> Method:
        verb = method.__name__.upper()
        is_for_guests = guests_may or verb == "GET"
        known = shared_errors(scope, banned_may=banned_may, guests_may=is_for_guests)
        names = parameter_names(query, parameters)
        defaults = cache(lambda: validate_input(query(data={}))) if query else dict
        declared = Endpoint(
            name=name,
            method=verb,
            scope=scope,
            rate=rate or default_rate(verb),
            expensive=expensive,
            banned_may=banned_may,
            guests_may=is_for_guests,
            anonymous=anonymous,
            errors=tuple(dict.fromkeys((*known, *errors, Throttled))),
            status=status or (200 if reply or pages else 204),
        )
        if REGISTRY.setdefault(name, declared) != declared:
            raise TypeError(f"Two endpoints are named {name!r}.")

        @wraps(method)
        def answer(view: ApiView, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if deprecated is not None:
                view.headers.update(deprecated.headers())  # REST framework adds them to any reply
            known = [*names, *(page_names(view) if pages else [])]
            names_check(request.query_params, known, instead=INSTEAD_OF_PAGES if pages else {})
            repetition_check(request.query_params)
            if body is None and verb != "GET" and isinstance(request.data, Mapping):
                names_check(request.data, ())
            if query is not None:
                given = request.query_params
                kwargs["query"] = validate_input(query(data=given)) if given else dict(defaults())
            if body is not None:
                kwargs["body"] = validate_input(input_of(body, request.data))
            result = method(view, request, *args, **kwargs)
            if isinstance(result, HttpResponseBase):
                return result
            return Response(result, declared.status, headers=NO_STORE if no_store else None)

        key = (declared.status, media_type) if media_type else declared.status
        answer.endpoint = declared  # type: ignore[attr-defined]
        describe = extend_schema(
            operation_id=name,
            summary=summary,
            description=(deprecated.describe(description) if deprecated else description) or None,
            deprecated=deprecated is not None or None,
            parameters=[*([query] if query else []), *parameters],
            request=body,
            responses={
                key: pages(many=True) if pages else reply,
                **(other_replies or {}),
                **problems(declared.errors, problem_members or {}),
            },
            examples=list(examples),
            tags=tags,
            exclude=not documented,
        )
        return describe(answer)

    return declare


def input_of(body: Input, data: Any) -> Serializer:
    """Return the serializer of a request body or query."""
    if isinstance(body, Serializer):
        return type(body)(data=data, partial=body.partial)
    return body(data=data)


def parameter_names(query: type[Serializer] | None, parameters: Sequence[Any]) -> list[str]:
    """Return the names of the query parameters that a declaration lists."""
    fields = list(query().fields) if query else []
    return fields + [one.name for one in parameters if one.location == OpenApiParameter.QUERY]


def page_names(view: ApiView) -> list[str]:
    """Return the names of the query parameters of a paginated list."""
    found = view.paginator.get_schema_operation_parameters(view) if view.paginator else []
    return [parameter["name"] for parameter in found]


def shared_errors(scope: str | None, *, banned_may: bool, guests_may: bool) -> list[type[ApiError]]:
    """Return the errors that follow from a declaration."""
    found: list[type[ApiError]] = []
    if scope is not OPEN:
        found += [NotAuthenticated, InvalidToken]
    if scope:
        found.append(InsufficientScope)
    if scope is not OPEN and not banned_may:
        found.append(Banned)
    if scope is not OPEN and not guests_may:
        found.append(GuestRefused)
    return [*found, Invalid]


def problems(
    errors: Sequence[type[ApiError]], members: Mapping[int, type[Problem]]
) -> dict[int, OpenApiResponse]:
    """Return the responses of an operation that may raise ``errors``."""
    by_status: defaultdict[int, list[type[ApiError]]] = defaultdict(list)
    for error in errors:
        by_status[int(status_of(error))].append(error)
    return {
        status: OpenApiResponse(
            members.get(status, Problem), description="\n".join(map(describe_error, group))
        )
        for status, group in sorted(by_status.items())
    }
