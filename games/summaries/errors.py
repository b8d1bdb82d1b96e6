"""Errors of what is shown outside of a client."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class PictureLinkInvalid(ApiError):
    """The address of a shared picture is incomplete, has expired, or its game no longer exists."""

    code = "picture_link_invalid"
    kind = Kind.NOT_FOUND
    title = _("This link to a picture is not valid, or no longer valid.")
