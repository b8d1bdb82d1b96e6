"""Strict input. The framework alone would accept 0 for false and 7 for "7", and ignore members and
parameters that it does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from core.errors import Invalid, segment
from core.names import MAX_ERRORS, unknown_names

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
    """Raise Invalid if a member of the body is unknown, or has another type than its field.

    A query has strings only, which are parsed as the field's type.
    """
    body = getattr(serializer, "initial_data", None)
    if isinstance(body, QueryDict):
        return
    if errors := list(islice(find_wrong_types(serializer, body, ""), MAX_ERRORS)):
        raise Invalid([*errors, *missing_members(serializer, body)])


def missing_members(serializer: serializers.BaseSerializer, body: Any) -> Iterator[dict[str, str]]:
    """Yield the errors of the required members that the body itself lacks."""
    if isinstance(serializer, serializers.Serializer) and isinstance(body, dict):
        for name, field in serializer.fields.items():
            if field.required and not serializer.partial and name not in body:
                detail = str(field.error_messages["required"])
                yield {"pointer": f"/{name}", "code": "required", "detail": detail}


def find_wrong_types(
    field: serializers.Field, value: Any, pointer: str
) -> Iterator[dict[str, str]]:
    """Yield the unknown members and the type errors in ``value``, which is at ``pointer``.

    The field itself judges null.
    """
    if value is None:
        return
    if (error := wrong_container(field, value)) is not None:
        yield {"pointer": pointer, **error}
    elif isinstance(field, serializers.Serializer):
        members = {name: one for name, one in field.fields.items() if not one.read_only}
        yield from unknown_names(value, members, pointer)
        for name, member in members.items():
            if name in value:
                yield from find_wrong_types(member, value[name], f"{pointer}/{name}")
    elif isinstance(field, serializers.DictField):
        for name, item in value.items():
            yield from find_wrong_types(field.child, item, pointer + segment(name))
    elif isinstance(field, serializers.ListField | serializers.ListSerializer):
        if (child := field.child) is not None:
            for index, item in enumerate(value):
                yield from find_wrong_types(child, item, f"{pointer}/{index}")
    elif detail := wrong_type_detail(field, value):
        yield {"pointer": pointer, "code": "invalid", "detail": detail}


def wrong_container(field: serializers.Field, value: Any) -> dict[str, str] | None:
    """Return the error of a value that should be an object or a list and is not."""
    if isinstance(field, serializers.Serializer) and not isinstance(value, dict):
        return {"code": "invalid", "detail": gettext("This must be an object.")}
    if isinstance(field, serializers.DictField) and not isinstance(value, dict):
        return {"code": "not_a_dict", "detail": gettext("This must be an object.")}
    lists = serializers.ListField | serializers.ListSerializer
    if isinstance(field, lists) and not isinstance(value, list):
        return {"code": "not_a_list", "detail": gettext("This must be a list.")}
    return None


def wrong_type_detail(field: serializers.Field, value: Any) -> str | None:
    """Return why ``value`` has the wrong type for ``field``, or None if it is right."""
    for kind, types, detail in TYPES:
        if isinstance(field, kind):
            is_number = types is not bool and isinstance(value, bool)
            return str(detail) if is_number or not isinstance(value, types) else None
    return None
