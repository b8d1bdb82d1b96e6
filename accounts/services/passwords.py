"""Passwords: changed by who knows the old one, or reset by who reads the mail."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse

from accounts.errors import LinkInvalid
from accounts.models import AccountDeletion, ApiToken, EmailKind, PendingEmail, User
from accounts.services.authorizations import authorizations_revoke
from accounts.services.checks import password_errors
from accounts.services.email_queue import email_enqueue
from accounts.services.tokens import tokens_revoke
from core.errors import Invalid


def password_reset_request(*, address: str) -> None:
    """Send a link to whoever has this address; the same work is done if nobody has."""
    email_enqueue(kind=EmailKind.RESET, address=address)


def password_reset(*, token: str, password: str) -> User:
    """Set a new password by the link of a mail; all tokens and authorizations end, the claim of an
    address that is not yet verified, and the wish to have the account deleted: whoever knew the old
    password may have had it.

    Raises LinkInvalid: it was used, is too old or not ours; Invalid: the password is too weak.
    """
    user = reset_link_read(token)
    if errors := password_errors(password, user):
        raise Invalid(errors)
    user.set_password(password)
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(id=user.id)
        if not default_token_generator.check_token(locked, token.partition(".")[2]):
            raise LinkInvalid  # used a moment ago
        _password_save(user)
        access_revoke(user=user)
        AccountDeletion.objects.filter(user=user, begun_at=None).delete()
    return user


def password_change(
    *, user: User, password: str, revoke: bool, keep: ApiToken | None = None
) -> None:
    """Set the password of ``user``, who has shown that he knows the old one.

    With ``revoke`` all his tokens except ``keep``, all authorizations and an unverified claim of an
    address end. Raises Invalid: the new password is too weak.
    """
    if errors := password_errors(password, user, "/new_password"):
        raise Invalid(errors)
    user.set_password(password)
    with transaction.atomic():
        _password_save(user)
        if revoke:
            access_revoke(user=user, keep=keep)


def access_revoke(*, user: User, keep: ApiToken | None = None) -> None:
    """End all tokens of ``user`` except ``keep``, all that applications hold for him, and the claim
    of an address: whoever knew the old password may have made it, and waits with its link.
    """
    tokens_revoke(user=user, keep=keep)
    authorizations_revoke(user=user)
    PendingEmail.objects.filter(user=user).delete()


def _password_save(user: User) -> None:
    user.save(update_fields=["password"])
    if user.email:
        email_enqueue(kind=EmailKind.PASSWORD_CHANGED, address=user.email, user=user)


# --- the link ------------------------------------------------------------------------------------


def reset_link(user: User) -> str:
    """The address of the page that sets a new password, good until it was used."""
    token = f"{user.id.hex}.{default_token_generator.make_token(user)}"
    return settings.PUBLIC_URL + reverse("reset-password", args=[token])


def reset_link_read(token: str) -> User:
    """The user whom a link lets set a new password. Raises LinkInvalid."""
    user_id, _, proof = token.partition(".")
    try:
        user = User.objects.filter(id=UUID(user_id), is_active=True).first()
    except ValueError:
        raise LinkInvalid from None
    if user is None or not default_token_generator.check_token(user, proof):
        raise LinkInvalid
    return user
