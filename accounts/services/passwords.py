"""Password changes with the old password, and resets by e-mail."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction

from accounts.errors import LinkInvalid
from accounts.models import AccountDeletion, ApiToken, EmailKind, PendingEmail, User
from accounts.services.authorizations import authorizations_revoke
from accounts.services.browser_sessions import sessions_end
from accounts.services.checks import password_errors
from accounts.services.email_queue import email_enqueue
from accounts.services.passkeys import passkeys_of
from accounts.services.tokens import tokens_revoke
from core.errors import Invalid
from core.public_urls import public_url


def password_reset_request(*, address: str) -> None:
    """Send a reset link to the user with this address. An unknown address takes the same work."""
    email_enqueue(kind=EmailKind.RESET, address=address)


def password_reset(*, token: str, password: str) -> User:
    """Set a new password with the link of an e-mail.

    Ends all tokens, authorizations, an unverified address and a requested deletion, since somebody
    else may have known the old password. Raises LinkInvalid if the link was used, has expired or is
    not valid, and Invalid if the password is too weak.
    """
    user = reset_link_read(token)
    if errors := password_errors(password, user):
        raise Invalid(errors)
    user.set_password(password)
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(id=user.id)
        if not default_token_generator.check_token(locked, token.partition(".")[2]):
            raise LinkInvalid  # used by a concurrent request
        password_save(user=user)
        access_revoke(user=user)
        AccountDeletion.objects.filter(user=user, begun_at=None).delete()
    return user


def password_change(
    *, user: User, password: str, revoke: bool, keep: ApiToken | None = None
) -> None:
    """Set the password of ``user``, who has entered the old one.

    Sessions end, and passkeys except of staff. With ``revoke``, so do all tokens except ``keep``,
    all authorizations and an unverified address. Raises Invalid if the new password is too weak.
    """
    if errors := password_errors(password, user, "/new_password"):
        raise Invalid(errors)
    user.set_password(password)
    with transaction.atomic():
        password_save(user=user)
        if revoke:
            access_revoke(user=user, keep=keep)


def access_revoke(*, user: User, keep: ApiToken | None = None) -> None:
    """End all tokens except ``keep``, all authorizations, and an unverified address, which somebody
    who knew the old password may have entered.
    """
    tokens_revoke(user=user, keep=keep)
    authorizations_revoke(user=user)
    PendingEmail.objects.filter(user=user).delete()


@transaction.atomic
def password_save(*, user: User) -> None:
    """Save the new password of ``user``, and end all sessions and passkeys, which somebody who knew
    the old one may have added.

    Passkeys of staff stay. They are a second factor, which nobody can add with a password alone.
    """
    user.save(update_fields=["password"])
    sessions_end(user=user)
    if not user.is_staff:
        passkeys_of(user=user).delete()
    if user.email:
        email_enqueue(kind=EmailKind.PASSWORD_CHANGED, address=user.email, user=user)


# --- the link ------------------------------------------------------------------------------------


def reset_link(user: User) -> str:
    """Return the URL of the page that sets a new password. It works once."""
    token = f"{user.id.hex}.{default_token_generator.make_token(user)}"
    return public_url("reset-password", token)


def reset_link_read(token: str) -> User:
    """Return the user whose password a link may set. Raises LinkInvalid."""
    user_id, _, proof = token.partition(".")
    try:
        user = User.objects.filter(id=UUID(user_id), is_active=True).first()
    except ValueError:
        raise LinkInvalid from None
    if user is None or not default_token_generator.check_token(user, proof):
        raise LinkInvalid
    return user
