"""What views do with the body and the query of a request."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers

from core.api.types import types_check
from core.errors import Invalid


def validate_input(serializer: serializers.BaseSerializer) -> dict[str, Any]:
    """Return the valid data of an input.

    Raises Invalid where JSON has another type than described, or where a parameter is repeated, and
    for the rest the framework's error for the handler to translate.
    """
    types_check(serializer)
    repetition_check(serializer)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def repetition_check(serializer: serializers.BaseSerializer) -> None:
    """Raise Invalid for a parameter of the query that is given twice: one value would be lost."""
    data = getattr(serializer, "initial_data", None)
    if isinstance(data, QueryDict):
        for name, values in data.lists():
            if len(values) > 1 and name in getattr(serializer, "fields", ()):
                raise Invalid.field(f"/{name}", "repeated", _("Give this parameter once."))
