"""URLs for developers of clients."""

from __future__ import annotations

from django.urls import path

from core.api.views import SchemaApi
from operations.developers import pages
from operations.pages import PLAIN_TEXT

urlpatterns = [
    path("developers/", pages.DevelopersPage.as_view(), name="developers"),
    path("developers/changelog/", pages.ChangelogPage.as_view(), name="changelog"),
    path("developers/changelog.atom", pages.ChangelogFeed.as_view(), name="changelog-feed"),
    path("developers/collection.json", pages.CollectionApi.as_view(), name="collection"),
    path("developers/packages/<str:name>", pages.PackageFile.as_view(), name="package"),
    path("status/", pages.StatusPage.as_view(), name="status"),
    path(".well-known/api-catalog", pages.ApiCatalog.as_view(), name="api-catalog"),
    path(
        "llms.txt",
        pages.DeveloperPage.as_view(template_name="operations/llms.txt", content_type=PLAIN_TEXT),
    ),
    *(path(f"openapi.{one}", SchemaApi.as_view(), {"format": one}) for one in ("yaml", "json")),
]
