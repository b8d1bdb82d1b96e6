"""URLs of the accounts endpoints, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from accounts.api import (
    applications,
    avatars,
    blocks,
    preferences,
    privacy,
    sessions,
    tokens,
    users,
)

urlpatterns = [
    path("auth/register/", users.UserRegisterApi.as_view(), name="auth-register"),
    path("auth/verify-email/", users.EmailVerifyApi.as_view(), name="auth-verify-email"),
    path("auth/password-reset/", users.PasswordResetApi.as_view(), name="auth-password-reset"),
    path(
        "auth/password-reset/confirm/",
        users.PasswordResetConfirmApi.as_view(),
        name="auth-password-reset-confirm",
    ),
    path("auth/tokens/", tokens.TokensApi.as_view(), name="auth-tokens"),
    path("auth/tokens/<uuid:token_id>/", tokens.TokenRevokeApi.as_view(), name="auth-token"),
    path("avatars/<avatar_key:key>.svg", avatars.AvatarApi.as_view(), name="avatar"),
    path("me/", users.MeApi.as_view(), name="me"),
    path("me/email/", users.MeEmailApi.as_view(), name="me-email"),
    path("me/email/resend/", users.MeEmailResendApi.as_view(), name="me-email-resend"),
    path("me/password/", users.MePasswordApi.as_view(), name="me-password"),
    path("me/export/", privacy.MeExportApi.as_view(), name="me-export"),
    path("me/export/file/", privacy.MeExportFileApi.as_view(), name="me-export-file"),
    path("me/deletion/", privacy.MeDeletionApi.as_view(), name="me-deletion"),
    path("me/tokens/", tokens.MeTokensApi.as_view(), name="me-tokens"),
    path("me/sessions/", sessions.MeSessionsApi.as_view(), name="me-sessions"),
    path("me/sessions/<uuid:session_id>/", sessions.MeSessionApi.as_view(), name="me-session"),
    path("me/preferences/", preferences.PreferencesApi.as_view(), name="me-preferences"),
    path("me/applications/", applications.ApplicationsApi.as_view(), name="me-applications"),
    path(
        "me/applications/<slug:client_id>/",
        applications.ApplicationApi.as_view(),
        name="me-application",
    ),
    path("me/authorizations/", applications.AuthorizationsApi.as_view(), name="me-authorizations"),
    path(
        "me/authorizations/<slug:client_id>/",
        applications.AuthorizationApi.as_view(),
        name="me-authorization",
    ),
    path("me/blocks/", blocks.MeBlocksApi.as_view(), name="me-blocks"),
    path("me/blocks/<str:username>/", blocks.MeBlockApi.as_view(), name="me-block"),
]
