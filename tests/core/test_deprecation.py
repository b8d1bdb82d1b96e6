"""An endpoint that will be removed says so in each reply, long enough before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from core.api.declared import OPEN, REGISTRY
from core.api.deprecation import Deprecation
from core.api.endpoints import ApiView, endpoint
from core.errors import Invalid

OLD = Deprecation(date(2027, 1, 1), date(2027, 7, 1), "`GET new/`")


@pytest.fixture
def old_api() -> Iterator[type[ApiView]]:
    """Return a view with an endpoint that is deprecated."""

    class OldApi(ApiView):
        @endpoint(
            "old",
            "Get it",
            description="As before.",
            scope=OPEN,
            reply=dict,
            errors=[Invalid],
            deprecated=OLD,
        )
        def get(self, request: Request) -> object:
            if "wrong" in request.query_params:
                raise Invalid.field("/wrong", "unknown", "There is no such parameter.")
            return {}

    yield OldApi
    del REGISTRY["old"]


@pytest.mark.parametrize(("address", "status"), [("/old/", 200), ("/old/?wrong=1", 422)])
def test_every_reply_names_the_dates_and_the_page(
    old_api: type[ApiView], address: str, status: int
) -> None:
    reply = old_api.as_view()(APIRequestFactory().get(address))
    assert reply.status_code == status
    assert reply.headers["Deprecation"] == "@1798761600"
    assert reply.headers["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    assert reply.headers["Link"] == '</docs/versions.html>; rel="deprecation"; type="text/html"'


def test_the_description_marks_it(old_api: type[ApiView]) -> None:
    patterns = [path("old/", old_api.as_view())]
    generator = SchemaGenerator(patterns=patterns)  # type: ignore[no-untyped-call]
    document = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    operation = document["paths"]["/old/"]["get"]
    assert operation["deprecated"] is True
    description = "Deprecated: it will be removed after 2027-07-01; use `GET new/`.\n\nAs before."
    assert operation["description"] == description


def test_a_removal_too_soon_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 180 days"):
        Deprecation(date(2027, 1, 1), date(2027, 6, 29), "`GET new/`")
