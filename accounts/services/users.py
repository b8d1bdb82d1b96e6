"""Registration and password checks."""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import partial

from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.errors import BadCredentials, WrongPassword
from accounts.models import AccountDeletion, Preferences, User
from accounts.names import GUEST
from accounts.personal_data import HANDLERS, RenamedUser
from accounts.services.addresses import email_change_begin
from accounts.services.checks import address_errors, name_errors, password_errors
from accounts.services.login_limits import confirmation_counter, count_failures, login_counter
from accounts.services.passwords import access_revoke, password_save
from core.errors import Invalid

GUEST_DIGITS = 7


def guest_create(*, language: str = "") -> User:
    """Create a guest, who plays against bots. The session of their browser is all they have.

    ``language`` is that of what they are sent, by default English.
    """
    while True:
        user = User(username=f"{GUEST}{secrets.randbelow(10**GUEST_DIGITS)}", is_guest=True)
        user.set_unusable_password()
        with suppress(IntegrityError), transaction.atomic():  # the name may be taken
            user.save(force_insert=True)
            if language:
                Preferences.objects.create(user=user, language=language)
            return user


def user_register(
    *,
    username: str,
    password: str,
    email: str = "",
    language: str = "",
    by_operator: bool = False,
    guest: User | None = None,
) -> User:
    """Create an account, or make one of a ``guest``, who keeps all that is theirs except the
    access of browsers and applications: somebody else may have used the same browser before.
    The address counts once its owner has verified it. ``language`` is that of its e-mails, by
    default English. Operators may give reserved names.

    Raises Invalid if the name is taken, something is malformed, the password is too weak, or the
    guest has an account or is deleted meanwhile. It does not reveal if another account has the
    address.
    """
    user = User.objects.get(id=guest.id) if guest else User()
    user.username, user.email, user.is_guest = username, email.lower(), False
    names = partial(
        name_errors, username, by_operator=by_operator, besides=user.id if guest else None
    )
    errors = names() + address_errors(email)
    if errors := errors + password_errors(password, user):
        raise Invalid(errors)
    user.email = ""
    user.set_password(password)  # slow on purpose, so before the transaction and not in it
    try:
        with transaction.atomic():
            if guest:
                _guest_lock(user)
                AccountDeletion.objects.filter(user=user).delete()
                user.save(update_fields=["username", "email", "is_guest"])
                password_save(user=user)
                access_revoke(user=user)
            else:
                user.save(force_insert=True)
            if language:
                Preferences.objects.get_or_create(user=user, defaults={"language": language})
            if email:
                email_change_begin(user=user, address=email)
    except IntegrityError:
        # Another request took the name between the check and the insert.
        raise Invalid(names()) from None
    if guest:
        for _name, handler in sorted(HANDLERS.items()):
            handler.rename(user)
    return user


def _guest_lock(user: User) -> None:
    """Lock a guest until the end of the transaction. Raises Invalid if they are none any more."""
    guests = User.objects.select_for_update(no_key=True).filter(is_guest=True, is_active=True)
    if guests.filter(id=user.id).first() is None:
        detail = _("This guest already has an account, or was deleted. Log in, or start again.")
        raise Invalid.field("/username", "not_a_guest", detail)


@transaction.atomic
def user_rename(*, user: User, username: str) -> None:
    """Give the user another name, which keeps the rules of registration. Users cannot do this.

    Sessions and tokens stay. Where the old name is stored, it is replaced after the commit, since
    that locks games. If the process dies in between, these rows keep it.

    Raises Invalid.
    """
    if errors := name_errors(username, besides=user.id):
        raise Invalid(errors)
    renamed = RenamedUser(user, user.username)
    user.username, user.lookalike_number = username, 0
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "lookalike_number"])
    except IntegrityError:  # another request took the name after the check
        raise Invalid(name_errors(username, besides=user.id)) from None
    transaction.on_commit(partial(_name_replace, renamed), robust=True)


def _name_replace(renamed: RenamedUser) -> None:
    """Replace the old name of a user in games and notifications. Locks games, so call it without a
    lock.
    """
    for _name, handler in sorted(HANDLERS.items()):
        handler.rename(renamed.user)
        handler.replace_name(renamed)


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
