"""The texts of e-mails about accounts, in the language of the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.models import EmailKind, OutgoingEmail, PendingEmail, User
from accounts.selectors import email_owner, preferences_of
from accounts.services.addresses import verification_link
from accounts.services.passwords import reset_link
from core.languages import language_or_english, languages

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

TAKEN = "taken"
STAFF_PASSKEY_ADDED = "staff_passkey_added"
DAYS = {
    "export_days": settings.EXPORT_RETENTION_DAYS,
    "grace_days": settings.DELETION_GRACE_DAYS,
}
TEXTS: dict[str, tuple[StrPromise, StrPromise]] = {
    EmailKind.VERIFY: (
        _("Confirm your e-mail address"),
        _(
            # Without the name: strangers choose names, and could write to anybody with them.
            "You get this e-mail because a user of our game server has entered this "
            "address. If that was you, confirm the address on this page within three days:\n\n"
            "%(link)s\n\nIf it was not you, do nothing: the address will not be used."
        ),
    ),
    TAKEN: (
        _("You already have an account"),
        _(
            "Somebody has entered this e-mail address for an account on our game server. "
            "It already belongs to your account %(name)s, and nothing has changed. If it "
            "was you, log in as %(name)s; if you have forgotten the password, ask for a "
            "new one in your game client."
        ),
    ),
    EmailKind.RESET: (
        _("Reset your password"),
        _(
            "A new password was requested for your account %(name)s on our game server. If that "
            "was you, set it on this page within a day:\n\n%(link)s\n\nIf it was not you, do "
            "nothing: the password does not change."
        ),
    ),
    EmailKind.ADDRESS_CHANGED: (
        _("Your e-mail address was changed"),
        _(
            "From now on, e-mails for your account %(name)s on our game server go to another "
            "address. If that was not you, somebody knows your password: write to the operators of "
            "the server."
        ),
    ),
    EmailKind.PASSWORD_CHANGED: (
        _("Your password was changed"),
        _(
            "The password of your account %(name)s on our game server was changed. If that was not "
            "you, ask for a new one in your game client at once."
        ),
    ),
    EmailKind.PASSKEY_ADDED: (
        _("A passkey was added to your account"),
        _(
            "A passkey was added to your account %(name)s on our game server. Anyone who has it "
            "can log in. If that was not you, set a new password at once: that removes all "
            "passkeys."
        ),
    ),
    STAFF_PASSKEY_ADDED: (
        _("A passkey was added to your account"),
        _(
            "A passkey was added to your account %(name)s on our game server. Anyone who has it "
            "can log in. If that was not you, write to an administrator at once: they reset your "
            "second factor, which removes all passkeys. A new password does not remove them."
        ),
    ),
    EmailKind.PASSKEY_REMOVED: (
        _("A passkey was removed from your account"),
        _(
            "A passkey was removed from your account %(name)s on our game server. If that was not "
            "you, set a new password at once: that logs you out everywhere."
        ),
    ),
    EmailKind.EXPORT_READY: (
        _("Your data is ready"),
        _(
            "The copy of all data about your account %(name)s on our game server is ready. Your "
            "game client can download it for %(export_days)s days, with your password. If you did "
            "not ask for it, change your password."
        ),
    ),
    EmailKind.DELETION_REQUESTED: (
        _("Your account will be deleted"),
        _(
            "Somebody who knows the password of your account %(name)s on our game server "
            "has asked us to delete the account. We will delete it in %(grace_days)s "
            "days; until then, you can cancel this in your game client. If it was not "
            "you, ask for a new password by e-mail and set it: that also cancels the "
            "deletion."
        ),
    ),
    EmailKind.DELETED: (
        _("Your account was deleted"),
        _(
            "Your account on our game server and all data about you were deleted. This is our last "
            "e-mail to you."
        ),
    ),
}


def message_of(email: OutgoingEmail) -> EmailMessage | None:
    """Return the e-mail to send, or None if nobody is to get one any more."""
    user, text, link = email.user, str(email.kind), ""
    if email.kind == EmailKind.RESET:
        user = email_owner(email.address)
        if user is None or not user.is_active:
            return None
        link = reset_link(user)
    elif email.kind == EmailKind.VERIFY:
        pending = PendingEmail.objects.filter(user=user, address=email.address).first()
        if pending is None:
            return None
        if owner := email_owner(email.address):
            user, text = owner, TAKEN
        else:
            link = verification_link(pending)
    elif email.kind == EmailKind.PASSKEY_ADDED and user and user.is_staff:
        text = STAFF_PASSKEY_ADDED
    if user is None and email.kind != EmailKind.DELETED:
        return None
    return _message(email, user, text, link)


def _message(email: OutgoingEmail, user: User | None, text: str, link: str) -> EmailMessage:
    if user:
        spoken = [language_or_english(preferences_of([user.id])[user.id].language)]
    else:  # the language preference is already deleted
        spoken = languages()
    words = {"name": user.username if user else "", "link": link, **DAYS}
    subjects, bodies = [], []
    for language in spoken:
        with override(language):
            subject, body = TEXTS[text]
            subjects.append(str(subject))
            bodies.append(body % words)
    host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    return EmailMessage(
        subject=subjects[0],
        body="\n\n".join(bodies) + "\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[email.address],
        # The Message-ID is the same for every attempt.
        headers={"Message-ID": f"<{email.id}@{host}>", "Auto-Submitted": "auto-generated"},
    )
