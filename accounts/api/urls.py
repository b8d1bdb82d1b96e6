"""Addresses of accounts, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from accounts.api import blocks, views

urlpatterns = [
    path("auth/register/", views.UserRegisterApi.as_view(), name="auth-register"),
    path("auth/tokens/", views.TokensApi.as_view(), name="auth-tokens"),
    path("auth/tokens/<uuid:token_id>/", views.TokenRevokeApi.as_view(), name="auth-token"),
    path("me/", views.MeApi.as_view(), name="me"),
    path("me/blocks/", blocks.MeBlocksApi.as_view(), name="me-blocks"),
    path("me/blocks/<str:username>/", blocks.MeBlockApi.as_view(), name="me-block"),
    path("me/preferences/", views.PreferencesApi.as_view(), name="me-preferences"),
]
