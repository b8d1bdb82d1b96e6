"""Strict JSON types. The framework alone would accept 0 for false and 7 for "7"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from core.errors import Invalid

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# The first match counts. Fields that are missing here refuse other types themselves.
TYPES: tuple[tuple[type[serializers.Field], type | tuple[type, ...], StrPromise], ...] = (
    (serializers.BooleanField, bool, _("This must be true or false.")),
    (serializers.IntegerField, (int, float), _("This must be a number.")),
    (serializers.FloatField, (int, float), _("This must be a number.")),
    (serializers.CharField, str, _("This must be a string.")),
    (serializers.ChoiceField, str, _("This must be a string.")),
    (serializers.UUIDField, str, _("This must be a string.")),
)


def types_check(serializer: serializers.BaseSerializer) -> None:
    """Raise Invalid if a member of the body has another type than its field.

    A query has strings only, which are parsed as the field's type.
    """
    body = getattr(serializer, "initial_data", None)
    if isinstance(body, QueryDict):
        return
    if errors := list(find_wrong_types(serializer, body, "")):
        raise Invalid(errors)


def find_wrong_types(
    field: serializers.Field, value: Any, pointer: str
) -> Iterator[dict[str, str]]:
    """Yield the type errors in ``value``, which is at ``pointer``.

    The field itself judges null, and a value that should be a list or an object and is not.
    """
    if value is None:
        return
    if isinstance(field, serializers.Serializer) and isinstance(value, dict):
        for name, member in field.fields.items():
            if name in value and not member.read_only:
                yield from find_wrong_types(member, value[name], f"{pointer}/{name}")
    elif isinstance(field, serializers.ListField | serializers.ListSerializer):
        child = field.child
        if isinstance(value, list) and child is not None:
            for index, item in enumerate(value):
                yield from find_wrong_types(child, item, f"{pointer}/{index}")
    elif detail := wrong_type_detail(field, value):
        yield {"pointer": pointer, "code": "invalid", "detail": detail}


def wrong_type_detail(field: serializers.Field, value: Any) -> str | None:
    """Return why ``value`` has the wrong type for ``field``, or None if it is right."""
    for kind, types, detail in TYPES:
        if isinstance(field, kind):
            is_number = types is not bool and isinstance(value, bool)
            return str(detail) if is_number or not isinstance(value, types) else None
    return None
