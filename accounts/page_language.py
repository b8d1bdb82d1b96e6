"""The language of pages for a known reader."""

from __future__ import annotations

from uuid import UUID

from django.utils import translation

from accounts.models import Preferences, User
from core.languages import language_or_english


def activate_language(user: User | UUID) -> None:
    """Use the language of the preferences of a user, who may be given by id, or that of the request
    if they have none.
    """
    preferences = Preferences.objects.filter(user=user).first()
    if preferences is not None:
        translation.activate(language_or_english(preferences.language))
