"""Validation of names, addresses and passwords."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import is_username_taken

FieldErrors = list[dict[str, str]]
RESERVED = "deleted-"
"""Prefix of the names of deleted accounts."""


def form_errors(user: User) -> FieldErrors:
    """Return the format errors in the name and the address of ``user``."""
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        return [
            _error(f"/{name}", inner)
            for name, errors in error.error_dict.items()
            for inner in errors
        ]
    return []


def taken_errors(user: User) -> FieldErrors:
    """Return an error if the name is taken. Taken addresses are not revealed, since addresses are
    private.
    """
    if user.username.lower().startswith(RESERVED):
        detail = _("A username cannot start with %(start)s.") % {"start": RESERVED}
        return [{"pointer": "/username", "code": "reserved", "detail": detail}]
    if not is_username_taken(user.username):
        return []
    return [{"pointer": "/username", "code": "unique", "detail": _("This name is taken.")}]


def password_errors(password: str, user: User, pointer: str = "/password") -> FieldErrors:
    """Return why ``password`` is too weak for ``user``."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [_error(pointer, inner) for inner in error.error_list]
    return []


def _error(pointer: str, error: ValidationError) -> dict[str, str]:
    detail = " ".join(error.messages)
    return {"pointer": pointer, "code": error.code or "invalid", "detail": detail}
