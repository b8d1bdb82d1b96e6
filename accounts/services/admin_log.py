"""The log of Django's admin, which stores the name of each object that was changed."""

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
"""Objects with names that users choose. Once they are gone, nobody knows whose they were."""


def admin_log_delete() -> None:
    """Remove the names of deleted objects from the log. Their ids stay."""
    for model in OWNED:
        kind = ContentType.objects.get_for_model(model)
        entries = LogEntry.objects.filter(content_type=kind, object_id__isnull=False)
        entries = entries.exclude(object_repr="")
        named = set(entries.values_list("object_id", flat=True))
        there = {str(pk) for pk in model._default_manager.in_bulk(named)}
        entries.filter(object_id__in=named - there).update(object_repr="")
