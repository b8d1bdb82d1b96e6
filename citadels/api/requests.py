"""What views do with the body and the query of a request."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


def checked(serializer: serializers.Serializer) -> dict[str, Any]:
    """The valid data of an input; raises the framework's error for the handler to translate."""
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
