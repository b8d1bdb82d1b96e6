"""The pages for developers of clients, and the files for their programs."""

from __future__ import annotations

import json
from datetime import UTC, datetime, time
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.http import conditional_page
from rest_framework.request import Request

from core.api.conditional import HEADERS, digest_tag, not_modified
from core.api.declared import OPEN
from core.api.endpoints import ApiView, endpoint
from core.api.json import MEDIA_TYPE
from core.api.views import rendered_schema
from core.json import dumps
from core.paths import DOCS, READY
from games.rules.rulesets import ruleset_summaries
from operations.build import build_info
from operations.developers.changelog import releases
from operations.developers.collection import collection
from operations.developers.packages import packages
from operations.developers.status import status
from operations.pages import PublicPage

QUICK_START = r"""API={address}/api/v1
curl -s $API/auth/register/ --json '{{"username": "ada", "password": "seven towers of chalk"}}'
TOKEN=$(curl -s $API/auth/tokens/ --json '{{"username": "ada", "password": "seven towers of chalk"}}' | sed 's/.*"token":"\([^"]*\).*/\1/')
GAME=$(curl -s $API/games/ -H "Authorization: Bearer $TOKEN" --json '{{"ruleset": "{ruleset}", "seats": 2, "bots": [{{"level": "easy"}}], "visibility": "unlisted"}}' | sed 's/{{"id":"\([^"]*\).*/\1/')
curl -s $API/games/$GAME/start/ -X POST -H "Authorization: Bearer $TOKEN"
"""  # noqa: E501
ATOM = "application/atom+xml; charset=utf-8"
LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'


def address_of_service(request: HttpRequest | Request) -> str:
    """Return the address at which the reader sees the service, without a slash at the end."""
    return request.build_absolute_uri("/")[:-1]


class DeveloperPage(PublicPage):
    """A page that names the address of this service."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        address = address_of_service(self.request)
        return super().get_context_data(address=address, source_url=settings.SOURCE_URL, **kwargs)


class DevelopersPage(DeveloperPage):
    """Where a developer begins: a quick start, packages, and links to all else."""

    template_name = "operations/developers.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        address, ruleset = address_of_service(self.request), ruleset_summaries()[0]["slug"]
        quick_start = QUICK_START.format(address=address, ruleset=ruleset)
        return super().get_context_data(
            quick_start=quick_start,
            packages=packages(),
            build=build_info(),
            unreleased=releases()[0].released is None,
            **kwargs,
        )


@method_decorator(conditional_page, name="dispatch")
class PackageFile(View):
    """One of the packages, to download."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, name: str) -> HttpResponse:
        if name not in {package.name for package in packages()}:
            raise Http404
        content = (settings.PACKAGES_DIR / name).read_bytes()
        return HttpResponse(content, content_type="application/octet-stream")


class ChangelogPage(PublicPage):
    """What has changed in each release."""

    template_name = "operations/changelog.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(releases=releases(), **kwargs)


@method_decorator(conditional_page, name="dispatch")
class ChangelogFeed(View):
    """The releases as an Atom feed (RFC 4287). Their ids are the same on every service."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        address = address_of_service(request)
        page = address + reverse("changelog")
        feed = Atom1Feed(
            title=f"{settings.SITE_NAME}: {_('Changelog')}",
            link=page,
            description=None,
            language="en",
            author_name=settings.OPERATOR_NAME or settings.SITE_NAME,
            feed_url=address + request.path,
        )
        for release in releases():
            if release.released is not None:
                published = datetime.combine(release.released, time(), UTC)
                feed.add_item(
                    title=release.version,
                    link=f"{page}#{release.version}",
                    description=release.html.replace('href="/', f'href="{address}/'),
                    unique_id=release.urn,
                    pubdate=published,
                    updateddate=published,
                )
        return HttpResponse(feed.writeString("utf-8"), content_type=ATOM)


class CollectionApi(ApiView):
    """All requests as a collection for Postman and Bruno."""

    @endpoint(
        "developers_collection",
        "Get all requests as a collection",
        scope=OPEN,
        expensive=True,
        rate="schema",
        documented=False,
    )
    def get(self, request: Request) -> HttpResponse:
        description = json.loads(rendered_schema("json").body)
        body = dumps(collection(description, address_of_service(request)))
        etag = digest_tag(body)
        headers = {**HEADERS, "ETag": etag}
        return not_modified(request, etag) or HttpResponse(body, MEDIA_TYPE, headers=headers)


class ApiCatalog(View):
    """Where the API is, and what describes it (RFC 9727), as a set of links (RFC 9264)."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        address = address_of_service(request)

        def links(media_type: str, *paths: str) -> list[dict[str, str]]:
            return [{"href": address + path, "type": media_type} for path in paths]

        html = "text/html"
        catalog = {
            "anchor": address + reverse("api-root"),
            "service-desc": [
                *links("application/vnd.oai.openapi", "/openapi.yaml"),
                *links("application/vnd.oai.openapi+json", "/openapi.json"),
            ],
            "service-doc": links(html, DOCS, reverse("developers"), reverse("api-docs")),
            "service-meta": links("application/atom+xml", reverse("changelog-feed")),
            "status": [*links(html, reverse("status")), *links(MEDIA_TYPE, READY)],
            "terms-of-service": links(html, reverse("terms")),
        }
        response = HttpResponse(dumps({"linkset": [catalog]}), content_type=LINKSET)
        response.headers["Link"] = f'<{address}{request.path}>; rel="api-catalog"'
        return response


class StatusPage(PublicPage):
    """How the service is, and its outages of the last days."""

    template_name = "operations/status.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(status=status(), **kwargs)
