"""Validation of the body and the query of a request."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers

from core.api.types import types_check
from core.errors import Invalid


def validate_input(serializer: serializers.BaseSerializer) -> dict[str, Any]:
    """Return the validated data of an input.

    Raises Invalid for a wrong JSON type and for a repeated parameter, and otherwise the framework's
    ValidationError.
    """
    types_check(serializer)
    repetition_check(serializer)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def repetition_check(serializer: serializers.BaseSerializer) -> None:
    """Raise Invalid if a query parameter is repeated: one of its values would be lost."""
    data = getattr(serializer, "initial_data", None)
    if isinstance(data, QueryDict):
        for name, values in data.lists():
            if len(values) > 1 and name in getattr(serializer, "fields", ()):
                raise Invalid.field(f"/{name}", "repeated", _("Give this parameter once."))
