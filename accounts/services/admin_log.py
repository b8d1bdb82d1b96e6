"""The log of Django's admin, which writes down what a thing was called that somebody changed."""

from __future__ import annotations

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from accounts.models import ApiToken

OWNED: tuple[type[Model], ...] = (
    ApiToken,
    Application,
    AccessToken,
    RefreshToken,
    Grant,
    IDToken,
)
"""What users have, and call as they like; where it is gone, nobody knows whose it was."""


def admin_log_delete() -> None:
    """Take out of the log what things were called that are gone. The ids stay."""
    for model in OWNED:
        kind = ContentType.objects.get_for_model(model)
        entries = LogEntry.objects.filter(content_type=kind, object_id__isnull=False)
        entries = entries.exclude(object_repr="")
        named = set(entries.values_list("object_id", flat=True))
        there = {str(pk) for pk in model._default_manager.in_bulk(named)}
        entries.filter(object_id__in=named - there).update(object_repr="")
