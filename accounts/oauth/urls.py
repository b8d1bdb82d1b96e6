"""Addresses of OAuth2. The library knows them by these names."""

from __future__ import annotations

from django.urls import path
from oauth2_provider.urls import metadata_urlpatterns
from oauth2_provider.views import RevokeTokenView, TokenView

from accounts.oauth.views import ConsentPage

app_name = "oauth2_provider"
urlpatterns = [
    path("oauth/authorize/", ConsentPage.as_view(), name="authorize"),
    path("oauth/token/", TokenView.as_view(), name="token"),
    path("oauth/revoke/", RevokeTokenView.as_view(), name="revoke-token"),
    *metadata_urlpatterns,
]
