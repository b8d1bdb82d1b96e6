"""URLs of OAuth2. The library requires these names."""

from __future__ import annotations

from django.urls import path
from oauth2_provider.urls import metadata_urlpatterns

from accounts.oauth.device import DeviceEndpoint, DevicePage
from accounts.oauth.registration import RegistrationEndpoint
from accounts.oauth.views import ConsentPage, MetadataPage, RevokeEndpoint, TokenEndpoint

app_name = "oauth2_provider"
urlpatterns = [
    path("oauth/authorize/", ConsentPage.as_view(), name="authorize"),
    path("oauth/token/", TokenEndpoint.as_view(), name="token"),
    path("oauth/revoke/", RevokeEndpoint.as_view(), name="revoke-token"),
    path("oauth/device/", DeviceEndpoint.as_view(), name="device-authorization"),
    path("oauth/register/", RegistrationEndpoint.as_view(), name="dcr-register"),
    path("device/", DevicePage.as_view(), name="device"),
    path(
        ".well-known/oauth-authorization-server",
        MetadataPage.as_view(),
        name="oauth-server-metadata",
    ),
    path(
        ".well-known/oauth-authorization-server/<path:issuer_path>",
        MetadataPage.as_view(),
        name="oauth-server-metadata-issuer",
    ),
    *metadata_urlpatterns,
]
