"""The JSON documents of accounts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from oauth2_provider.models import Application

from accounts.avatars import avatar_url
from accounts.models import ApiToken, BrowserSession, User
from accounts.scopes import ACCOUNT
from accounts.selectors import email_pending, is_user_banned, is_user_muted


def user_document(user: User, *, scopes: frozenset[str], now: datetime) -> dict[str, Any]:
    """Return a user's own account, as a token with these scopes may see it."""
    private = ACCOUNT in scopes
    banned, muted = is_user_banned(user, now=now), is_user_muted(user, now=now)
    return {
        "id": user.id,
        "username": user.username,
        "email": user.email if private else None,
        "email_pending": email_pending(user) if private else None,
        "date_joined": user.date_joined,
        "is_bot": user.is_bot,
        "avatar": avatar_url(user),
        "is_guest": user.is_guest,
        "ban": {"until": user.banned_until, "reason": user.ban_reason} if banned else None,
        "mute": {"until": user.muted_until, "reason": user.mute_reason} if muted else None,
    }


def token_document(token: ApiToken) -> dict[str, Any]:
    """Return a token of a user, without its text."""
    return {
        "id": token.id,
        "name": token.name,
        "prefix": token.prefix,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "last_used_at": token.last_used_at,
        "expires_at": token.expires_at,
    }


def session_document(session: BrowserSession) -> dict[str, Any]:
    """Return a session of a browser for its user, without its key."""
    return {
        "id": session.id,
        "browser": session.browser,
        "created_at": session.created_at,
        "last_used_at": session.last_used_at,
    }


def application_document(application: Application) -> dict[str, Any]:
    """Return an application for its owner."""
    return {
        "client_id": application.client_id,
        "name": application.name,
        "redirect_uris": application.redirect_uris.split(),
        "confidential": application.client_type == Application.CLIENT_CONFIDENTIAL,
        "device": application.authorization_grant_type == Application.GRANT_DEVICE_CODE,
        "created_at": application.created,
    }
