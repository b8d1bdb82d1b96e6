"""JSON in and out, by orjson: ten times quicker than the standard library on a match's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.functional import Promise
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer


def _plain(value: Any) -> Any:
    """What orjson does not know by itself: lazy texts of Django, subclasses of str."""
    if isinstance(value, Promise | str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def dumps(value: Any) -> bytes:
    return orjson.dumps(value, default=_plain, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)


class OrjsonRenderer(BaseRenderer):
    """Compact UTF-8 JSON."""

    media_type = "application/json"
    format = "json"
    charset = None  # JSON is UTF-8; the media type has no charset parameter
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else dumps(data)


class OrjsonParser(BaseParser):
    """Strict JSON: no NaN, no trailing commas, valid UTF-8 only."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise RequestDataTooBig
        try:
            data = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise ParseError(f"The body is not JSON: {error}.") from error
        check_depth(data)
        return data


def check_depth(data: Any) -> None:
    """Raises ValidationError if ``data`` could be read and could not be written again.

    orjson reads four times the depth that it writes; and Python fails to print what is nested that
    deeply, which the framework's fields do to say what is wrong.
    """
    try:
        orjson.dumps(data)
    except TypeError:
        raise ValidationError("The body is nested too deeply.", "too_deep") from None
