"""What views do with the body and the query of a request."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from core.api.types import types_check


def validate_input(serializer: serializers.BaseSerializer) -> dict[str, Any]:
    """The valid data of an input; raises Invalid where JSON has another type than described, and
    for the rest the framework's error for the handler to translate.
    """
    types_check(serializer)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
