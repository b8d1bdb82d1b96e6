"""Addresses: claimed, and verified by who reads the mail that is sent there."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.errors import LinkInvalid, NoEmailPending
from accounts.models import EmailKind, PendingEmail, User
from accounts.selectors import is_email_taken
from accounts.services.email_queue import email_enqueue
from core.errors import Invalid

SALT = "accounts.verify-email"
LINK_LIFE = timedelta(days=3)


@transaction.atomic
def email_change_begin(*, user: User, address: str) -> PendingEmail:
    """Note the address that ``user`` says is his, in place of an earlier claim, and write to it.

    Raises Invalid: it is his already.
    """
    address = address.lower()
    if address == user.email:
        raise Invalid.field("/email", "unchanged", _("This is already your address."))
    User.objects.select_for_update(no_key=True).get(id=user.id)  # of two at once, the later counts
    PendingEmail.objects.filter(user=user).delete()
    pending = PendingEmail.objects.create(user=user, address=address)
    email_enqueue(kind=EmailKind.VERIFY, address=address, user=user)
    return pending


def email_resend(*, user: User) -> None:
    """Write to the pending address of ``user`` again. Raises NoEmailPending."""
    pending = PendingEmail.objects.filter(user=user).first()
    if pending is None:
        raise NoEmailPending
    email_enqueue(kind=EmailKind.VERIFY, address=pending.address, user=user)


def email_verify(*, token: str) -> User:
    """Give the user of a link the address it was sent to, and tell the one before.

    Raises LinkInvalid: it was used, replaced, is too old or not ours; or the address has become
    another account's meanwhile.
    """
    pending_id = verification_read(token)
    try:
        with transaction.atomic():
            return _email_confirm(pending_id)
    except IntegrityError:  # two accounts claimed the address, and the other was quicker
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
    """The address of the page that verifies ``claim``."""
    token = signing.dumps(pending.id.hex, salt=SALT)
    return settings.PUBLIC_URL + reverse("verify-email", args=[token])


def verification_read(token: str) -> UUID:
    """The id of the claim that a link was made for. Raises LinkInvalid."""
    try:
        return UUID(signing.loads(token, salt=SALT, max_age=LINK_LIFE))
    except (signing.BadSignature, ValueError, TypeError, AttributeError):
        raise LinkInvalid from None


def pending_email_find(token: str) -> PendingEmail:
    """The claim that a link would verify now. Raises LinkInvalid."""
    pending = (
        PendingEmail.objects.filter(id=verification_read(token)).select_related("user").first()
    )
    if pending is None:
        raise LinkInvalid
    return pending
