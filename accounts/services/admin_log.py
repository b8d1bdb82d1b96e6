"""The log of Django's admin, which stores the name of each object that was changed."""

from __future__ import annotations

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from accounts.models import User


def admin_log_delete() -> None:
    """Remove the names of users' deleted objects from the log. Their ids stay.

    Users choose such names. Once the objects are deleted, nobody knows whose they were.
    """
    entries = LogEntry.objects.filter(object_id__isnull=False).exclude(object_repr="")
    for kind in ContentType.objects.filter(id__in=entries.values("content_type")):
        model = kind.model_class()
        if model is None or all(field.related_model is not User for field in model._meta.fields):
            continue
        of_kind = entries.filter(content_type=kind)
        named = set(of_kind.values_list("object_id", flat=True))
        found = model._default_manager.filter(pk__in=named).values_list("pk", flat=True)
        there = {str(pk) for pk in found}
        of_kind.filter(object_id__in=named - there).update(object_repr="")
