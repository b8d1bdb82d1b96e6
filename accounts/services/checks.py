"""Validation of names, addresses and passwords."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.translation import gettext as _

from accounts.models import User, username_validator
from accounts.names import is_like_address, is_reserved
from accounts.selectors import is_username_taken

FieldErrors = list[dict[str, str]]
INTERNAL = ("localhost", "local", "internal", "arpa")
"""Last parts of domains that mean a machine or a network itself (RFC 6761, 6762, 8375, 9476)."""


class PublicEmailValidator(EmailValidator):
    """Accepts addresses at public domains only: the service sends no e-mails to internal hosts."""

    domain_allowlist = ()

    def validate_domain_part(self, domain_part: str) -> bool:
        try:
            domain = domain_part.encode("idna").decode()  # which reads many digits and dots as ours
        except UnicodeError:
            return False
        last = domain.rpartition(".")[2].lower()
        sound = self.domain_regex.match(domain)  # two parts or more, and no [127.0.0.1]
        return bool(sound) and not last.isdigit() and last not in INTERNAL


def name_errors(
    name: str, *, by_operator: bool = False, besides: UUID | None = None
) -> FieldErrors:
    """Return why a user may not have the new ``name``: it is malformed, it can become a link, it is
    reserved (but not for operators), or another user, ``besides`` this one, has a name that looks
    like it.
    """
    if malformed := _errors("/username", username_validator, name):
        return malformed
    if is_like_address(name):
        code, detail = "invalid", _("A username cannot have two letters after a dot, as links do.")
    elif is_reserved(name) and not by_operator:
        code, detail = "reserved", _("This name is reserved.")
    elif is_username_taken(name, besides=besides):
        code, detail = "unique", _("This name, or one that looks like it, is taken.")
    else:
        return []
    return [{"pointer": "/username", "code": code, "detail": detail}]


def address_errors(address: str) -> FieldErrors:
    """Return why the service sends no e-mails to ``address``. Taken addresses are not revealed,
    since addresses are private.
    """
    return _errors("/email", PublicEmailValidator(), address) if address else []


def password_errors(password: str, user: User, pointer: str = "/password") -> FieldErrors:
    """Return why ``password`` is too weak for ``user``."""
    return _errors(pointer, validate_password, password, user)


def _errors(pointer: str, validate: Callable[..., object], *values: Any) -> FieldErrors:
    try:
        validate(*values)
    except ValidationError as error:
        return [
            {"pointer": pointer, "code": each.code or "invalid", "detail": " ".join(each.messages)}
            for each in error.error_list
        ]
    return []
