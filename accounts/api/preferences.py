"""Endpoints for a user's preferences."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.api.serializers import PreferencesView
from accounts.scopes import ACCOUNT
from accounts.selectors import preferences_of
from accounts.services.preferences import preferences_change
from core.api.endpoints import ApiView, endpoint


class PreferencesApi(ApiView):
    @endpoint(
        "me_preferences",
        "Get your preferences",
        scope=ACCOUNT,
        reply=PreferencesView,
    )
    def get(self, request: Request) -> object:
        user = require_user(request)
        return PreferencesView(preferences_of([user.id])[user.id]).data

    @endpoint(
        "me_preferences_change",
        "Change your preferences",
        scope=ACCOUNT,
        guests_may=True,
        body=PreferencesView(partial=True),
        reply=PreferencesView,
    )
    def patch(self, request: Request, body: dict[str, Any]) -> object:
        changed = preferences_change(user=require_user(request), changes=body)
        return PreferencesView(changed).data
