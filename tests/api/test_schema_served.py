"""GET /api/schema/: rendered once per process, in the formats that clients request."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from rest_framework.test import APIClient, APIRequestFactory

from core.api import views
from core.api.views import rendered_schema
from tests.throttled import at_rates

URL = "/api/schema/"
FORMATS = ("yaml", "json")
ASKED = [  # the ways to request a format
    ("", ""),
    ("*/*", ""),
    ("application/vnd.oai.openapi", ""),
    ("application/yaml", ""),
    ("application/vnd.oai.openapi+json", ""),
    ("application/json", ""),
    ("text/html, application/json;q=0.5", ""),
    ("", "?format=json"),
    ("", "?format=yaml"),
]


@pytest.mark.parametrize(("accept", "query"), ASKED)
@pytest.mark.slow
def test_it_equals_the_reply_of_the_library(anyone: APIClient, accept: str, query: str) -> None:
    headers = {"accept": accept} if accept else {}
    reply = anyone.get(URL + query, headers=headers)
    request = APIRequestFactory().get(URL + query, headers=headers)
    expected = SpectacularAPIView.as_view()(request).render()
    assert reply.status_code == expected.status_code == 200
    assert reply.content == expected.content
    assert reply.headers["Content-Type"] == expected.headers["Content-Type"]
    assert "Accept" in reply.headers["Vary"]


@pytest.mark.parametrize("format", FORMATS)
def test_it_has_addresses_of_files_too(anyone: APIClient, format: str) -> None:
    """With the same content, whatever the client accepts."""
    known = anyone.get(f"{URL}?format={format}")
    for accept in ("*/*", "application/json, */*;q=0.1"):
        reply = anyone.get(f"/openapi.{format}", headers={"accept": accept})
        assert (reply.content, reply.headers["ETag"]) == (known.content, known.headers["ETag"])
        assert f'filename="openapi.{format}"' in reply.headers["Content-Disposition"]
    same = anyone.get(f"/openapi.{format}", headers={"if-none-match": known.headers["ETag"]})
    assert same.status_code == 304


@pytest.mark.slow
def test_it_is_always_in_english(anyone: APIClient) -> None:
    views._render_schema.cache_clear()
    french = anyone.get(URL, headers={"accept-language": "fr"}).content
    assert french == (settings.BASE_DIR / "openapi.yaml").read_bytes()


def test_other_formats_are_refused(anyone: APIClient) -> None:
    assert anyone.get(URL, headers={"accept": "text/html"}).status_code == 406
    assert anyone.get(f"{URL}?format=html").status_code == 404


class CountingGenerator(SchemaGenerator):
    """Counts how often the description is generated."""

    times = 0

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        type(self).times += 1
        return super().get_schema(*args, **kwargs)  # type: ignore[no-untyped-call]


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[CountingGenerator]]:
    """Return the generator of a process that has not rendered the description yet."""
    monkeypatch.setattr(views, "SchemaGenerator", CountingGenerator)
    monkeypatch.setattr(CountingGenerator, "times", 0)
    views._render_schema.cache_clear()
    yield CountingGenerator
    views._render_schema.cache_clear()


@pytest.mark.slow
def test_concurrent_requests_render_it_once(generator: type[CountingGenerator]) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(rendered_schema, FORMATS * 2))
    assert generator.times == 1
    assert found[0] == found[2] != found[1] == found[3]


def test_a_304_needs_no_rendering(anyone: APIClient, generator: type[CountingGenerator]) -> None:
    yaml, json = (anyone.get(URL, headers={"accept": f"application/{it}"}) for it in FORMATS)
    etags = [reply.headers["ETag"] for reply in (yaml, json)]
    assert etags[0] != etags[1]
    for etag, format in zip(etags, FORMATS, strict=True):
        headers = {"accept": f"application/{format}", "if-none-match": etag}
        reply = anyone.get(URL, headers=headers)
        assert (reply.status_code, reply.content) == (304, b"")
        assert reply.headers["ETag"] == etag
    assert not etags[0].startswith("W/")  # the same bytes
    assert generator.times == 1


@pytest.mark.slow
def test_it_has_a_bucket_of_its_own(anyone: APIClient) -> None:
    with at_rates(schema="2/min"):
        replies = [anyone.get(URL) for _ in range(3)]
        assert anyone.get("/api/v1/rulesets/").status_code == 200
    assert [reply.status_code for reply in replies] == [200, 200, 429]
    assert replies[0].headers["RateLimit-Policy"] == '"schema";q=2;w=60'
    assert replies[2].json()["code"] == "throttled"


def test_a_version_in_the_query_is_refused(anyone: APIClient) -> None:
    assert anyone.get(f"{URL}?version=2").status_code == 422
