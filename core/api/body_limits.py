"""Limits for request bodies: strict JSON, of a size and depth that no honest client reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import BaseParser

from core.api.errors import UnsupportedMediaType

DEPTH_MAX = 32
"""Levels of nested lists and objects. Python cannot print much deeper ones, which the framework's
fields do to explain an error.
"""
MEMBERS_MAX = 10_000
"""Members of all lists and objects of a body together."""
TEXT_MAX = 65_536
"""Characters of one text. Most fields accept far fewer."""


class OrjsonParser(BaseParser):
    """Parses strict JSON: no NaN, no trailing commas, only UTF-8, uncompressed."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        headers = parser_context["request"].headers if parser_context else {}
        if headers.get("Content-Encoding", "identity").strip().lower() != "identity":
            raise UnsupportedMediaType(_("Send the body as it is, without a Content-Encoding."))
        limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        # The server does not read a body that is too large: then only its length is known.
        if int(headers.get("Content-Length") or 0) > limit:
            raise RequestDataTooBig
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise RequestDataTooBig
        try:
            data = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            problem = not_utf8(body) or error
            raise ParseError(_("The body is not JSON: %(error)s.") % {"error": problem}) from error
        check_shape(data)
        return data


def not_utf8(body: bytes) -> str:
    """Return where a body is not UTF-8, or an empty string. The parser names no place."""
    try:
        body.decode()
    except UnicodeDecodeError as error:
        return _("byte %(number)d is not UTF-8") % {"number": error.start + 1}
    return ""


def check_shape(data: Any) -> None:
    """Raise ValidationError if ``data`` is nested too deeply or has too many members."""
    members, depth, level = 0, 0, [data]
    while level:
        if depth > DEPTH_MAX:
            raise ValidationError(
                _("The body is nested too deeply: at most %(most)s levels.") % {"most": DEPTH_MAX},
                "too_deep",
            )
        members += len(level)
        if members > MEMBERS_MAX:
            raise ValidationError(
                _("The body has too many members: at most %(most)s.") % {"most": MEMBERS_MAX},
                "too_many",
            )
        level = [inner for value in level for inner in within(value)]
        depth += 1


def within(value: Any) -> list[Any]:
    """Return the members of a list or an object. Raises ValidationError if a text is too long."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list):
        return value
    if isinstance(value, str) and len(value) > TEXT_MAX:
        raise ValidationError(
            _("A text is too long: at most %(most)s characters.") % {"most": TEXT_MAX},
            "too_long",
        )
    return []
