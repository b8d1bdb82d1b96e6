"""E-mail addresses: entered by users, and verified by a link."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.core import signing
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.errors import LinkInvalid, NoEmailPending
from accounts.models import EmailKind, PendingEmail, User
from accounts.selectors import is_email_taken
from accounts.services.checks import address_errors
from accounts.services.email_queue import email_enqueue
from core.errors import Invalid
from core.public_urls import public_url

SALT = "accounts.verify-email"
LINK_LIFE = timedelta(days=3)


@transaction.atomic
def email_change_begin(*, user: User, address: str) -> PendingEmail:
    """Store an unverified address in place of an earlier one, and send a verification e-mail.

    Raises Invalid if the user already has this address, or no e-mails are sent there.
    """
    if errors := address_errors(address):
        raise Invalid(errors)
    address = address.lower()
    if address == user.email:
        raise Invalid.field("/email", "unchanged", _("This is already your address."))
    # of two concurrent requests, the later one counts
    User.objects.select_for_update(no_key=True).get(id=user.id)
    PendingEmail.objects.filter(user=user).delete()
    pending = PendingEmail.objects.create(user=user, address=address)
    email_enqueue(kind=EmailKind.VERIFY, address=address, user=user)
    return pending


def email_resend(*, user: User) -> None:
    """Send the verification e-mail again. Raises NoEmailPending."""
    pending = PendingEmail.objects.filter(user=user).first()
    if pending is None:
        raise NoEmailPending
    email_enqueue(kind=EmailKind.VERIFY, address=pending.address, user=user)


def email_verify(*, token: str) -> User:
    """Verify an address by its link, and notify the previous address.

    Raises LinkInvalid if the link was used, was replaced, has expired or is not valid, or if
    another account has verified the address in the meantime.
    """
    pending_id = verification_read(token)
    try:
        with transaction.atomic():
            return _email_confirm(pending_id)
    except IntegrityError:  # another account verified the same address first
        raise LinkInvalid from None


def _email_confirm(pending_id: UUID) -> User:
    rows = PendingEmail.objects.select_for_update(of=("self",)).select_related("user")
    pending = rows.filter(id=pending_id).first()
    if pending is None or is_email_taken(pending.address):
        raise LinkInvalid
    user, before = pending.user, pending.user.email
    user.email = pending.address
    user.save(update_fields=["email"])
    pending.delete()
    if before:
        email_enqueue(kind=EmailKind.ADDRESS_CHANGED, address=before, user=user)
    return user


def verification_link(pending: PendingEmail) -> str:
    """Return the URL of the page that verifies ``pending``."""
    token = signing.dumps(pending.id.hex, salt=SALT)
    return public_url("verify-email", token)


def verification_read(token: str) -> UUID:
    """Return the id of the unverified address in a link's token. Raises LinkInvalid."""
    try:
        return UUID(signing.loads(token, salt=SALT, max_age=LINK_LIFE))
    except (signing.BadSignature, ValueError, TypeError, AttributeError):
        raise LinkInvalid from None


def pending_email_find(token: str) -> PendingEmail:
    """Return the address that a link would verify now. Raises LinkInvalid."""
    pending = (
        PendingEmail.objects.filter(id=verification_read(token)).select_related("user").first()
    )
    if pending is None:
        raise LinkInvalid
    return pending
