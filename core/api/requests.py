"""Validation of the body and the query of a request."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from core.api.types import types_check
from core.errors import Invalid

WITH_CHILD = (serializers.ListField, serializers.DictField, serializers.ListSerializer)
MAX_CHOICES = 20
"""Valid values that the detail of an error lists."""


def validate_input(serializer: serializers.BaseSerializer) -> dict[str, Any]:
    """Return the validated data of an input.

    Raises Invalid for a wrong JSON type, and otherwise the framework's ValidationError, which names
    the valid values of a choice.
    """
    types_check(serializer)
    try:
        serializer.is_valid(raise_exception=True)
    except serializers.ValidationError as error:
        raise serializers.ValidationError(with_valid_choices(serializer, error.detail)) from None
    return dict(serializer.validated_data)


def repetition_check(parameters: QueryDict) -> None:
    """Raise Invalid if a query parameter is repeated: one of its values would be lost."""
    for name, values in parameters.lists():
        if len(values) > 1:
            raise Invalid.field(f"/{name}", "repeated", _("Send this parameter only once."))


def with_valid_choices(field: Any, detail: Any) -> Any:
    """Return the errors of a field, with the valid values where a choice is not valid."""
    if isinstance(field, serializers.ChoiceField) and isinstance(detail, list):
        return [choice_detail(field, one) for one in detail]
    if isinstance(field, serializers.Serializer) and isinstance(detail, dict):
        return {
            name: with_valid_choices(field.fields.get(name), part) for name, part in detail.items()
        }
    if isinstance(field, WITH_CHILD):
        if isinstance(detail, dict):
            return {at: with_valid_choices(field.child, part) for at, part in detail.items()}
        return [with_valid_choices(field.child, part) for part in detail]
    return detail


def choice_detail(field: serializers.ChoiceField, detail: ErrorDetail) -> ErrorDetail:
    """Return the error of a choice with the valid values; other errors as they are."""
    if detail.code != "invalid_choice":
        return detail
    values = [str(value) for value in field.choices if value != ""]
    more = ["…"] if len(values) > MAX_CHOICES else []
    text = _("Not a valid choice. Valid: %(values)s.") % {
        "values": ", ".join([*values[:MAX_CHOICES], *more])
    }
    return ErrorDetail(text, detail.code)
