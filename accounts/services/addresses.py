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
from accounts.models import EmailClaim, LetterKind, User
from accounts.selectors import email_taken
from accounts.services.email_queue import letter_order
from core.errors import Invalid

SALT = "accounts.verify-email"
LINK_LIFE = timedelta(days=3)


@transaction.atomic
def email_claim(*, user: User, address: str) -> EmailClaim:
    """Note the address that ``user`` says is his, in place of an earlier claim, and write to it.

    Raises Invalid: it is his already.
    """
    address = address.lower()
    if address == user.email:
        raise Invalid.field("/email", "unchanged", _("This is already your address."))
    User.objects.select_for_update(no_key=True).get(id=user.id)  # of two at once, the later counts
    EmailClaim.objects.filter(user=user).delete()
    claim = EmailClaim.objects.create(user=user, address=address)
    letter_order(kind=LetterKind.VERIFY, address=address, user=user)
    return claim


def email_resend(*, user: User) -> None:
    """Write to the pending address of ``user`` again. Raises NoEmailPending."""
    claim = EmailClaim.objects.filter(user=user).first()
    if claim is None:
        raise NoEmailPending
    letter_order(kind=LetterKind.VERIFY, address=claim.address, user=user)


def email_verify(*, token: str) -> User:
    """Give the user of a link the address it was sent to, and tell the one before.

    Raises LinkInvalid: it was used, replaced, is too old or not ours; or the address has become
    another account's meanwhile.
    """
    claim_id = claim_read(token)
    try:
        with transaction.atomic():
            return _email_settle(claim_id)
    except IntegrityError:  # two accounts claimed the address, and the other was quicker
        raise LinkInvalid from None


def _email_settle(claim_id: UUID) -> User:
    claims = EmailClaim.objects.select_for_update(of=("self",)).select_related("user")
    claim = claims.filter(id=claim_id).first()
    if claim is None or email_taken(claim.address):
        raise LinkInvalid
    user, before = claim.user, claim.user.email
    user.email = claim.address
    user.save(update_fields=["email"])
    claim.delete()
    if before:
        letter_order(kind=LetterKind.ADDRESS_CHANGED, address=before, user=user)
    return user


def claim_link(claim: EmailClaim) -> str:
    """The address of the page that verifies ``claim``."""
    token = signing.dumps(claim.id.hex, salt=SALT)
    return settings.PUBLIC_URL + reverse("verify-email", args=[token])


def claim_read(token: str) -> UUID:
    """The id of the claim that a link was made for. Raises LinkInvalid."""
    try:
        return UUID(signing.loads(token, salt=SALT, max_age=LINK_LIFE))
    except (signing.BadSignature, ValueError, TypeError, AttributeError):
        raise LinkInvalid from None


def claim_live(token: str) -> EmailClaim:
    """The claim that a link would verify now. Raises LinkInvalid."""
    claim = EmailClaim.objects.filter(id=claim_read(token)).select_related("user").first()
    if claim is None:
        raise LinkInvalid
    return claim
