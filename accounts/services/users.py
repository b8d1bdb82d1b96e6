"""Registration and password checks."""

from __future__ import annotations

from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction

from accounts.errors import BadCredentials, WrongPassword
from accounts.models import Preferences, User
from accounts.services.addresses import email_change_begin
from accounts.services.checks import address_errors, name_errors, password_errors
from accounts.services.login_limits import confirmation_counter, count_failures, login_counter
from core.errors import Invalid


def user_register(
    *,
    username: str,
    password: str,
    email: str = "",
    language: str = "",
    by_operator: bool = False,
) -> User:
    """Create an account. The address counts once its owner has verified it. ``language`` is that of
    its e-mails, by default English. Operators may give reserved names.

    Raises Invalid if the name is taken, something is malformed, or the password is too weak.
    Whether another account has the address is not revealed.
    """
    user = User(username=username, email=email.lower())
    errors = name_errors(username, by_operator=by_operator) + address_errors(email)
    if errors := errors + password_errors(password, user):
        raise Invalid(errors)
    user.email = ""
    user.set_password(password)  # slow on purpose, so before the transaction and not in it
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            if language:
                Preferences.objects.create(user=user, language=language)
            if email:
                email_change_begin(user=user, address=email)
    except IntegrityError:
        # Another request took the name between the check and the insert.
        raise Invalid(name_errors(username, by_operator=by_operator)) from None
    return user


def operator_create(*, username: str, password: str) -> User:
    """Create a superuser. Raises Invalid like ``user_register``."""
    with transaction.atomic():
        user = user_register(username=username, password=password, by_operator=True)
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
    return user


def user_authenticate(
    *, username: str, password: str, address: str = "", device_token: str = ""
) -> User:
    """Return the active user with this name (in any case) and password.

    The caller counts the address. Raises BadCredentials, after the same work for an unknown name as
    for a wrong password; TooManyFailures; Busy.
    """
    with count_failures(login_counter(username, [device_token]), address):
        user = authenticate(username=username, password=password)
        if not isinstance(user, User):
            raise BadCredentials
    return user


def password_confirm(*, user: User, password: str, address: str) -> None:
    """Check the password of a user who has a valid token.

    The caller counts the address. Raises WrongPassword, TooManyFailures, Busy.
    """
    with count_failures(confirmation_counter(user), address):
        if not user.check_password(password):
            raise WrongPassword
