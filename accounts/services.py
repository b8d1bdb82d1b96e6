"""All writes to users and tokens."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.errors import BadCredentials, TokenNotFound
from accounts.models import TOKEN_MARK, TOKEN_PREFIX_LENGTH, ApiToken, Preferences, User
from accounts.nights import LONGEST_NIGHT
from accounts.selectors import email_taken, preferences_of, tokens_of, username_taken
from citadels.api.errors import Invalid
from citadels.wall import span_length, time_zones

TOKEN_BYTES = 32
# A token that is used all day is written once a minute, not at each request.
USE_NOTED_EVERY = timedelta(minutes=1)


class IssuedToken(NamedTuple):
    """A new token and its text, which is nowhere kept."""

    token: ApiToken
    text: str


def user_register(*, username: str, password: str, email: str = "") -> User:
    """Open an account.

    Raises Invalid: the name or the address is taken or malformed, or the password is too weak.
    """
    user = User(username=username, email=email.lower())
    errors = _form_errors(user) + _taken_errors(user) + _password_errors(password, user)
    if errors:
        raise Invalid(errors)
    user.set_password(password)  # takes its time on purpose: before the transaction, not in it
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError:
        # Somebody took the name between the check and the insert.
        raise Invalid(_taken_errors(user)) from None
    return user


def operator_create(*, username: str, password: str) -> User:
    """Open an account with all rights in the admin. Raises Invalid as ``user_register`` does."""
    with transaction.atomic():
        user = user_register(username=username, password=password)
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
    return user


def user_authenticate(*, username: str, password: str) -> User:
    """The active user with this name (in any case) and password.

    Raises BadCredentials, after the same work for an unknown name as for a wrong password.
    """
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise BadCredentials
    return user


@transaction.atomic
def token_issue(*, user: User, name: str = "", expires_at: datetime | None = None) -> IssuedToken:
    """Give ``user`` a new token. Its text can be read from the reply and never again."""
    text = TOKEN_MARK + secrets.token_urlsafe(TOKEN_BYTES)
    token = ApiToken.objects.create(
        user=user,
        name=name or "unnamed",
        prefix=text[:TOKEN_PREFIX_LENGTH],
        digest=token_digest(text),
        expires_at=expires_at,
    )
    return IssuedToken(token, text)


@transaction.atomic
def token_revoke(*, user: User, token_id: UUID) -> None:
    """Make a token of ``user`` useless from now on. Raises TokenNotFound: no such live token."""
    now = timezone.now()
    if not tokens_of(user=user, now=now).filter(id=token_id).update(revoked_at=now):
        raise TokenNotFound


def token_note_use(*, token: ApiToken, now: datetime) -> None:
    """Remember that ``token`` was used, at most once a minute."""
    stale = now - USE_NOTED_EVERY
    if token.last_used_at is not None and token.last_used_at > stale:
        return
    # The condition again in the database: of several requests at once, one writes.
    unnoted = Q(last_used_at=None) | Q(last_used_at__lte=stale)
    ApiToken.objects.filter(unnoted, id=token.id).update(last_used_at=now)


@transaction.atomic
def preferences_change(*, user: User, changes: dict[str, Any]) -> Preferences:
    """Set those preferences of ``user`` that ``changes`` names.

    Raises Invalid: no such time zone, half a night, an empty one, or one of more than 10 hours.
    """
    # The row of the user stands for that of his preferences, which may not be there yet.
    User.objects.select_for_update(no_key=True).get(id=user.id)
    preferences = preferences_of([user.id])[user.id]
    for name, value in changes.items():
        setattr(preferences, name, value)
    if errors := _preference_errors(preferences):
        raise Invalid(errors)
    preferences.save()
    return preferences


def token_digest(text: str) -> str:
    """What is kept of a token. It holds 256 random bits, so a quick digest is as safe as a slow."""
    return hashlib.sha256(text.encode()).hexdigest()


def _preference_errors(preferences: Preferences) -> list[dict[str, str]]:
    errors = []
    if preferences.time_zone not in time_zones():
        detail = "Use a name of the IANA list, such as Europe/Paris."
        errors.append({"pointer": "/time_zone", "code": "unknown_time_zone", "detail": detail})
    start, end = preferences.quiet_from, preferences.quiet_to
    if (start is None) != (end is None):
        detail = "Give both ends of the night, or neither."
        pointer = "/quiet_from" if start is None else "/quiet_to"
        errors.append({"pointer": pointer, "code": "half_a_night", "detail": detail})
    night = span_length(start, end) if start is not None and end is not None else None
    if night is not None and not timedelta() < night <= LONGEST_NIGHT:
        detail = "A night is longer than nothing, and not longer than 10 hours."
        errors.append({"pointer": "/quiet_to", "code": "night_length", "detail": detail})
    return errors


def _form_errors(user: User) -> list[dict[str, str]]:
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        return [
            _error(f"/{name}", inner)
            for name, errors in error.error_dict.items()
            for inner in errors
        ]
    return []


def _taken_errors(user: User) -> list[dict[str, str]]:
    errors = []
    if username_taken(user.username):
        errors.append({"pointer": "/username", "code": "unique", "detail": "This name is taken."})
    if email_taken(user.email):
        detail = "This address belongs to another account."
        errors.append({"pointer": "/email", "code": "unique", "detail": detail})
    return errors


def _password_errors(password: str, user: User) -> list[dict[str, str]]:
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [_error("/password", inner) for inner in error.error_list]
    return []


def _error(pointer: str, error: ValidationError) -> dict[str, str]:
    detail = " ".join(error.messages)
    return {"pointer": pointer, "code": error.code or "invalid", "detail": detail}
