"""Serializers of the accounts endpoints."""

from __future__ import annotations

from accounts.api.serializers.applications import (
    ApplicationCreated,
    ApplicationInput,
    ApplicationView,
    AuthorizationView,
)
from accounts.api.serializers.preferences import PreferencesView
from accounts.api.serializers.tokens import (
    LoginReply,
    SessionView,
    TokenIssued,
    TokenIssueInput,
    TokenMakeInput,
    TokenView,
)
from accounts.api.serializers.users import (
    PASSWORD_MAX_LENGTH,
    EmailChangeInput,
    EmailPending,
    LinkInput,
    MeView,
    PasswordChangeInput,
    PasswordResetConfirmInput,
    PasswordResetInput,
    UserRegisterInput,
    UserView,
)

__all__ = [
    "PASSWORD_MAX_LENGTH",
    "ApplicationCreated",
    "ApplicationInput",
    "ApplicationView",
    "AuthorizationView",
    "EmailChangeInput",
    "EmailPending",
    "LinkInput",
    "LoginReply",
    "MeView",
    "PasswordChangeInput",
    "PasswordResetConfirmInput",
    "PasswordResetInput",
    "PreferencesView",
    "SessionView",
    "TokenIssueInput",
    "TokenIssued",
    "TokenMakeInput",
    "TokenView",
    "UserRegisterInput",
    "UserView",
]
